-- `:Tessera log`: the server's log, what the project's code printed among it.
local client = require('tessera.client')

local M = {}

function M.show()
  local found = client.find()
  if not found then
    return
  end
  client.execute(found, 'tessera.server.log', nil, function(lines)
    local shown = vim.tbl_map(function(line)
      return { text = line }
    end, lines)
    local buffer = require('tessera.list').open('log', shown, found.offset_encoding, { ['r'] = M.show })
    vim.api.nvim_win_set_cursor(vim.fn.bufwinid(buffer), { math.max(1, #shown), 0 })
  end)
end

return M
