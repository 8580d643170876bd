-- `:Tessera trust [never|forget]`: may the server run this project's code? The answer is the one that
-- `tessera-lsp trust` keeps, for this root and every editor.
local client = require('tessera.client')

local M = {}

function M.complete()
  return { 'never', 'forget' }
end

function M.show(words)
  local found = client.find()
  if not found then
    return
  end
  local command = vim.deepcopy(found.config.cmd)
  if type(command) ~= 'table' then
    vim.notify('Tessera: the server was not started by a command; run `tessera-lsp trust` yourself', vim.log.levels.ERROR)
    return
  end
  table.insert(command, 'trust')
  if words[1] == 'never' or words[1] == 'forget' then
    table.insert(command, '--' .. words[1])
  elseif words[1] then
    vim.notify('Tessera: trust takes nothing, never or forget', vim.log.levels.ERROR)
    return
  end
  table.insert(command, found.root_dir)
  vim.system(command, { text = true }, function(done)
    vim.schedule(function()
      local said = vim.trim(done.code == 0 and done.stdout or done.stderr)
      vim.notify('Tessera: ' .. said, done.code == 0 and vim.log.levels.INFO or vim.log.levels.ERROR)
      if done.code == 0 then
        client.execute(found, 'tessera.server.restart', nil, function() end)
      end
    end)
  end)
end

return M
