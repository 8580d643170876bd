-- The subcommands of `:Tessera`, each in a module of its own with `show(words, command)`.
local M = {}

local modules = {
  surface = 'tessera.surface',
  preview = 'tessera.preview',
  drift = 'tessera.drift',
  battery = 'tessera.battery',
  restart = 'tessera.restart',
  log = 'tessera.log',
  trust = 'tessera.trust',
}

local function names()
  local found = vim.tbl_keys(modules)
  table.sort(found)
  return found
end

--- Run `:Tessera NAME …`; `command` is what nvim_create_user_command hands over.
function M.run(command)
  local words = vim.deepcopy(command.fargs)
  local name = table.remove(words, 1) or 'surface'
  if not modules[name] then
    vim.notify(('Tessera: no subcommand %s; there are %s'):format(name, table.concat(names(), ', ')), vim.log.levels.ERROR)
    return
  end
  require(modules[name]).show(words, command)
end

--- What may follow: a subcommand, or what its module offers by `complete(words)`.
function M.complete(lead, line)
  local words = vim.split(vim.trim(line:gsub('^%S+%s*', '', 1)), '%s+')
  local offered
  if #words <= 1 and not line:find('%s+%S+%s+$') then
    offered = names()
  else
    local ok, module = pcall(require, modules[words[1]] or '')
    offered = ok and module.complete and module.complete(words) or {}
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, offered)
end

return M
