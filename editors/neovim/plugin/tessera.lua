-- `:Tessera`. Nothing is loaded before it is used, and nothing has to be set up.
if vim.g.loaded_tessera then
  return
end
vim.g.loaded_tessera = 1

vim.api.nvim_create_user_command('Tessera', function(command)
  require('tessera.command').run(command)
end, {
  nargs = '*',
  range = true,
  desc = 'Tessera: surface, preview, drift, battery, restart, log, trust',
  complete = function(lead, line)
    return require('tessera.command').complete(lead, line)
  end,
})

-- What a code lens does when it is run: a list to walk through in place of a message.
vim.lsp.commands['tessera.server.drift'] = function()
  require('tessera.drift').show({})
end
vim.lsp.commands['tessera.server.runBattery'] = function(command)
  require('tessera.battery').show({ command.arguments[1].battery })
end
