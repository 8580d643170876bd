-- `:Tessera restart`: end the workers, find the projects anew.
local client = require('tessera.client')

return {
  show = function()
    local found = client.find()
    if found then
      client.execute(found, 'tessera.server.restart', nil, function(lines)
        vim.notify('Tessera: ' .. table.concat(lines, '\n'))
      end)
    end
  end,
}
