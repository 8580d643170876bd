-- The language server of the current buffer, and what is asked of it.
local M = {}

--- The client that serves the current buffer; else the only one there is; else nil, and the user is told why.
function M.find()
  local here = vim.lsp.get_clients({ bufnr = 0, name = 'tessera' })[1]
  local all = vim.lsp.get_clients({ name = 'tessera' })
  if here or #all == 1 then
    return here or all[1]
  end
  local why = #all == 0 and "no server runs: open a file of the project; :checkhealth tessera tells more"
    or 'several servers run: go to a buffer of the project that is meant'
  vim.notify('Tessera: ' .. why, vim.log.levels.WARN)
end

--- The URI of the current buffer's file where that server serves it, else of the server's root.
function M.uri(client)
  if client.attached_buffers[vim.api.nvim_get_current_buf()] then
    return vim.uri_from_bufnr(0)
  end
  return vim.uri_from_fname(client.root_dir)
end

--- Execute a server's command with one argument (a table, or nil); `done(result)` comes unless it failed, which
--- the user is told.
function M.execute(client, command, argument, done)
  local params = { command = command, arguments = { argument } }
  client:request('workspace/executeCommand', params, function(error, result)
    if error then
      vim.notify(('Tessera: %s: %s'):format(command, error.message), vim.log.levels.ERROR)
    else
      done(result)
    end
  end)
end

--- JSON's null comes as vim.NIL.
function M.value(value)
  if value == vim.NIL then
    return nil
  end
  return value
end

return M
