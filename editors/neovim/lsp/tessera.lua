-- Tessera for Neovim 0.11 and newer. With this file in a folder `lsp/` of 'runtimepath',
-- `vim.lsp.enable('tessera')` is all that is needed; see the README beside that folder.

local markers = { 'pyproject.toml', '.git' }

--- The nearest folder whose pyproject.toml has a table [tool.tessera], so that a project inside another one
--- gets its own root; else the nearest marker, else the file's folder.
local function find_root(path)
  for folder in vim.fs.parents(path) do
    local file = io.open(folder .. '/pyproject.toml', 'r')
    if file then
      local text = file:read('*a')
      file:close()
      if ('\n' .. text):find('\n%s*%[tool%.tessera[%].]') then
        return folder
      end
    end
  end
  return vim.fs.root(path, markers) or vim.fs.dirname(path)
end

--- The last status of each project: what a status line can show (see the README).
local statuses = {}

return {
  cmd = { 'tessera-lsp' },
  filetypes = { 'python' },
  root_markers = markers,
  root_dir = function(buffer, on_dir)
    local path = vim.api.nvim_buf_get_name(buffer)
    -- A buffer without a file, or of another scheme (a diff, a remote file), has no project.
    if path ~= '' and not path:find('^%a[%w+.-]*://') then
      on_dir(find_root(path))
    end
  end,
  init_options = {
    -- true, false, or 'ask': may the project's code run? 'ask' asks once for each project.
    run = 'ask',
  },
  settings = { tessera = {} },
  -- Neovim adds its own capabilities to these.
  capabilities = { experimental = { tesseraStatus = true } },
  handlers = {
    ['tessera/status'] = function(_, status)
      statuses[status.root] = status
      vim.g.tessera_status = statuses
      vim.api.nvim_exec_autocmds('User', { pattern = 'TesseraStatus', modeline = false, data = status })
    end,
  },
  on_attach = function(client, buffer)
    if client:supports_method('textDocument/inlayHint') then
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
    end
  end,
  commands = {},
}
