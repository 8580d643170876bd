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

--- Whether the user has said otherwise of `name` (hints, lenses): `vim.g.tessera = { hints = false }`.
local function wanted(name)
  return (vim.g.tessera or {})[name] ~= false
end

--- Ask for the lenses of each shown buffer that this client serves.
local function refresh_lenses(client)
  for buffer in pairs(client.attached_buffers) do
    if vim.fn.bufwinid(buffer) ~= -1 then
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end
  end
end

--- The last status of each project: what a status line can show (see the README).
local statuses = {}

--- Neovim drops a refresh of hints for a buffer that no window shows, and does not ask for them again when one
--- does: switched off and on, they are asked for as the buffer is shown.
local function refresh_when_shown(buffer)
  local group = vim.api.nvim_create_augroup('tessera_hints_' .. buffer, {})
  vim.api.nvim_create_autocmd('BufWinEnter', {
    group = group,
    buffer = buffer,
    callback = function()
      if not vim.lsp.get_clients({ bufnr = buffer, name = 'tessera' })[1] then
        vim.api.nvim_del_augroup_by_id(group)
      elseif vim.lsp.inlay_hint.is_enabled({ bufnr = buffer }) then
        vim.lsp.inlay_hint.enable(false, { bufnr = buffer })
        vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
      end
    end,
  })
end

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
    ['tessera/status'] = function(_, status, context)
      local client = vim.lsp.get_client_by_id(context.client_id)
      if client and status.settled and wanted('lenses') then
        refresh_lenses(client)
      end
      statuses[status.root] = status
      vim.g.tessera_status = statuses
      vim.api.nvim_exec_autocmds('User', { pattern = 'TesseraStatus', modeline = false, data = status })
    end,
  },
  on_attach = function(client, buffer)
    if wanted('hints') and client:supports_method('textDocument/inlayHint') then
      vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
      refresh_when_shown(buffer)
    end
  end,
  commands = {},
}
