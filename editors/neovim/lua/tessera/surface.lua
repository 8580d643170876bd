-- `:Tessera surface`: batteries, their shapes in order, what each owns, and what nobody owns.
local client = require('tessera.client')
local value = client.value

local M = {}

local function figures(battery)
  local found = value(battery.figures)
  if not found then
    return battery.trouble ~= '' and battery.trouble or 'not measured'
  end
  local share = value(found.faithfulness)
  return ('faithfulness %s · %d claims%s'):format(
    share and ('%.3f'):format(share) or '–',
    found.claims,
    found.stale and ' · stale' or ''
  )
end

local function drift(count)
  return count > 0 and (' · drift %d'):format(count) or ''
end

local function shape_line(shape, battery)
  local samples = 0
  for _, count in pairs(shape.samples) do
    samples = samples + count
  end
  local owns = value(shape.owns)
  local mark = not shape.resolved and '?' or (value(shape.unsupported) or 0) > 0 and '✗' or owns and '✓' or ' '
  return {
    text = ('  %s %d. %s%s · %d samples%s'):format(
      mark,
      shape.place,
      shape.name,
      owns and (' · owns %d'):format(owns) or '',
      samples,
      drift(shape.drift)
    ),
    kind = mark == '✗' and 'bad' or mark == '?' and 'warn' or nil,
    location = value(shape.location) or value(shape.declared),
    data = { battery = battery.name, shape = shape.module .. ':' .. shape.qualname },
  }
end

local function battery_lines(lines, battery)
  table.insert(lines, {
    text = ('%s · %s%s'):format(battery.name, figures(battery), drift(battery.drift)),
    kind = 'title',
    location = value(battery.location),
  })
  for _, shape in ipairs(battery.shapes) do
    table.insert(lines, shape_line(shape, battery))
  end
  for _, other in ipairs(battery.others) do
    table.insert(lines, { text = ('    – %s · owns %d'):format(other.name, other.owns), kind = 'dim' })
  end
  for _, claim in ipairs((value(battery.figures) or { unsupported = {} }).unsupported) do
    local owner = claim.owner == '' and 'nobody' or claim.owner
    table.insert(lines, { text = ('  ∅ %s: "%s"'):format(owner, claim.text), kind = 'bad' })
  end
end

--- The lines of all projects' surfaces.
function M.lines(surfaces)
  local lines = {}
  for _, surface in ipairs(surfaces) do
    local state = surface.state == 'ready' and (surface.fresh and '' or ' (judging the edit …)')
      or (' (%s%s)'):format(surface.state, surface.reason ~= '' and ': ' .. surface.reason or '')
    table.insert(lines, { text = surface.name .. state, kind = 'dim' })
    for _, battery in ipairs(surface.batteries) do
      battery_lines(lines, battery)
    end
    for _, shape in ipairs(surface.undeclared) do
      table.insert(lines, {
        text = ('  ! %s · no battery declares it'):format(shape.name),
        kind = 'warn',
        location = value(shape.location),
      })
    end
  end
  return lines
end

--- Ask for the move's edit and drift; apply it when the user says so, or when it changes nothing.
local function move(found, uri, line, by)
  if not line or not line.shape then
    return
  end
  local asked = { uri = uri, battery = line.battery, shape = line.shape, by = by }
  client.execute(found, 'tessera.server.reorder', asked, function(edited)
    if edited.why_not ~= '' then
      vim.notify('Tessera: ' .. edited.why_not, vim.log.levels.WARN)
      return
    end
    local drifted = value(edited.drift)
    local count = drifted and #drifted.entries or 0
    local unsure = not drifted or drifted.why_not ~= ''
    if count > 0 or unsure then
      local what = unsure and 'What this changes is not known.' or ('This changes %d verdicts or owners.'):format(count)
      if vim.fn.confirm(what .. ' Move it?', '&Yes\n&No', 2) ~= 1 then
        return
      end
    end
    vim.lsp.util.apply_workspace_edit(edited.edit, found.offset_encoding)
    M.show({})
  end)
end

function M.show()
  local found = client.find()
  if not found then
    return
  end
  local uri = client.uri(found)
  client.execute(found, 'tessera.server.surface', { uri = uri }, function(surfaces)
    require('tessera.list').open('surface', M.lines(surfaces), found.offset_encoding, {
      ['<M-k>'] = function(line)
        move(found, uri, line, -1)
      end,
      ['<M-j>'] = function(line)
        move(found, uri, line, 1)
      end,
      ['r'] = function()
        M.show()
      end,
    })
  end)
end

return M
