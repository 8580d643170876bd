-- `:[range]Tessera preview BATTERY ID[,ID…] [SENTENCE]`: what a battery's verifier says to a sentence. Without a
-- sentence, that of the range, or of the current line's sample.
local client = require('tessera.client')

local M = {}

--- The sentence and citations of a sample line: `True: SENTENCE <- ID, ID`.
function M.sample(line)
  local text, ids = line:match('^%s*%a*:%s*(.-)%s+<%-%s*(.-)%s*$')
  return text, ids
end

--- Ids separated by commas; one that holds a comma stands in double quotes.
function M.ids(text)
  local found, at = {}, 1
  while at <= #text do
    local quoted, behind = text:match('^%s*"([^"]*)"%s*(),?', at)
    if quoted then
      table.insert(found, quoted)
      at = (text:match('^,()', behind) or behind)
    else
      local plain, next_at = text:match('^([^,]*),?()', at)
      if vim.trim(plain) ~= '' then
        table.insert(found, vim.trim(plain))
      end
      at = next_at
    end
  end
  return found
end

local function show(result)
  local text = result.why_not ~= '' and { '**' .. result.why_not .. '**' }
    or vim.split(table.concat(result.ladders, '\n\n---\n\n'), '\n')
  vim.lsp.util.open_floating_preview(text, 'markdown', { border = 'rounded', focus_id = 'tessera_preview' })
end

local function ask(found, battery, ids, sentence)
  local asked = { uri = client.uri(found), battery = battery, text = sentence, citations = M.ids(ids) }
  client.execute(found, 'tessera.server.preview', asked, show)
end

local function lines_of(command)
  local lines = vim.api.nvim_buf_get_lines(0, command.line1 - 1, command.line2, false)
  return vim.trim(table.concat(vim.tbl_map(vim.trim, lines), ' '))
end

function M.complete(words)
  return #words <= 2 and require('tessera.battery').complete() or {}
end

function M.show(words, command)
  local found = client.find()
  if not found then
    return
  end
  local battery, ids = table.remove(words, 1), table.remove(words, 1)
  local sentence = table.concat(words, ' ')
  local text, cited = M.sample(lines_of(command))
  if sentence == '' then
    sentence = text or command.range > 0 and lines_of(command) or ''
  end
  ids = ids or cited
  local function go_on(name)
    if not name then
      return
    end
    vim.ui.input({ prompt = 'Sentence: ', default = sentence }, function(said)
      vim.ui.input({ prompt = 'Cites: ', default = ids or '' }, function(citing)
        if said and said ~= '' and citing and citing ~= '' then
          ask(found, name, citing, said)
        end
      end)
    end)
  end
  if battery and ids and sentence ~= '' then
    ask(found, battery, ids, sentence)
  elseif battery then
    go_on(battery)
  else
    local names = require('tessera.battery').complete()
    if #names == 1 then
      go_on(names[1])
    else
      vim.ui.select(names, { prompt = 'Which battery?' }, go_on)
    end
  end
end

return M
