-- `:checkhealth tessera`.
local M = {}

local function version()
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim 0.11 or newer is needed', 'This is ' .. tostring(vim.version()))
  end
end

local function command(config)
  local cmd = config.cmd
  if type(cmd) ~= 'table' then
    vim.health.info('the server is started by a function')
    return
  end
  local found = vim.fn.exepath(cmd[1])
  if found == '' then
    vim.health.error(('%s is no command'):format(cmd[1]), {
      'Install the Python package into an environment of its own, and put its command on PATH.',
      "Or name it: vim.lsp.config('tessera', { cmd = { '/path/to/tessera-lsp' } })",
    })
    return
  end
  local done = vim.system({ found, '--version' }, { text = true }):wait(5000)
  if done.code == 0 then
    vim.health.ok(('%s: %s'):format(found, vim.trim(done.stdout)))
  else
    vim.health.error(found .. ' does not start', { vim.trim(done.stderr or ''), 'It needs Python 3.11 or newer.' })
  end
end

local function clients()
  local found = vim.lsp.get_clients({ name = 'tessera' })
  if #found == 0 then
    vim.health.info('no server runs: open a Python file of a project')
  end
  for _, client in ipairs(found) do
    vim.health.ok(('serves %s, positions in %s'):format(client.root_dir or 'single files', client.offset_encoding))
  end
  for _, status in pairs(vim.g.tessera_status or {}) do
    local reason = status.reason and status.reason ~= '' and ': ' .. status.reason or ''
    local line = ('%s is %s%s'):format(vim.uri_to_fname(status.root), status.state, reason)
    if status.state == 'failed' then
      vim.health.error(line, 'Run `tessera-lsp doctor` in the project; :Tessera log shows what was printed.')
    elseif status.state == 'off' or status.state == 'asking' then
      vim.health.warn(line, ':Tessera trust lets the server run this project')
    else
      vim.health.ok(line .. (status.python and status.python ~= '' and ', Python ' .. status.python or ''))
    end
  end
end

function M.check()
  vim.health.start('tessera')
  version()
  if vim.fn.has('nvim-0.11') == 0 then
    return
  end
  local config = vim.lsp.config.tessera
  if not config then
    vim.health.error('lsp/tessera.lua is not on runtimepath', "Add the folder that holds this plugin to 'runtimepath'.")
    return
  end
  if vim.lsp.is_enabled and not vim.lsp.is_enabled('tessera') then
    vim.health.warn('the server is not enabled', "Add vim.lsp.enable('tessera') to your configuration.")
  end
  command(config)
  clients()
end

return M
