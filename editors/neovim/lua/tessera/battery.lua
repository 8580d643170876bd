-- `:Tessera battery [NAME]`: load the saved project anew, run a battery's harness, show its figures.
local client = require('tessera.client')
local value = client.value

local M = {}

--- The lines of one run.
function M.lines(run)
  local found = value(run.figures)
  if not found then
    return { { text = ('%s: %s'):format(run.battery, run.why_not), kind = 'bad' } }
  end
  local share = value(found.faithfulness)
  local lines = {
    {
      text = ('%s · faithfulness %s · %d of %d claims supported · %.1f s'):format(
        run.battery,
        share and ('%.3f'):format(share) or '–',
        found.supported,
        found.claims,
        run.seconds
      ),
      kind = found.supported == found.claims and found.claims > 0 and 'good' or 'bad',
    },
  }
  for _, claim in ipairs(found.unsupported) do
    table.insert(lines, {
      text = ('  ✗ %s: "%s"'):format(claim.owner == '' and 'nobody' or claim.owner, claim.text),
      kind = 'bad',
    })
  end
  return lines
end

--- The names of all batteries, for completion; waits half a second at most.
function M.complete()
  local found = vim.lsp.get_clients({ name = 'tessera' })[1]
  if not found then
    return {}
  end
  local params = { command = 'tessera.server.surface', arguments = { { uri = client.uri(found) } } }
  local answer = found:request_sync('workspace/executeCommand', params, 500)
  local names = {}
  for _, surface in ipairs(answer and answer.result or {}) do
    for _, battery in ipairs(surface.batteries) do
      table.insert(names, battery.name)
    end
  end
  return names
end

local function run(found, uri, name)
  vim.notify(('Tessera: running %s …'):format(name))
  client.execute(found, 'tessera.server.runBattery', { uri = uri, battery = name }, function(result)
    require('tessera.list').open('battery', M.lines(result), found.offset_encoding)
  end)
end

function M.show(words)
  local found = client.find()
  if not found then
    return
  end
  local uri = client.uri(found)
  if words[1] then
    run(found, uri, words[1])
    return
  end
  client.execute(found, 'tessera.server.surface', { uri = uri }, function(surfaces)
    local names = {}
    for _, surface in ipairs(surfaces) do
      for _, battery in ipairs(surface.batteries) do
        table.insert(names, battery.name)
      end
    end
    if #names == 1 then
      run(found, uri, names[1])
      return
    end
    vim.ui.select(names, { prompt = 'Run which battery?' }, function(name)
      if name then
        run(found, uri, name)
      end
    end)
  end)
end

return M
