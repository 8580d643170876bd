-- A scratch buffer whose lines lead somewhere.
local M = {}

local places = vim.api.nvim_create_namespace('tessera_places')

local highlights = {
  title = 'Title',
  good = 'DiagnosticOk',
  bad = 'DiagnosticError',
  warn = 'DiagnosticWarn',
  dim = 'Comment',
}

local function window_of(buffer)
  local window = vim.fn.bufwinid(buffer)
  return window ~= -1 and window or nil
end

--- Go to the place that the line under the cursor is about.
local function jump(buffer, targets, encoding)
  local target = targets[vim.api.nvim_win_get_cursor(0)[1]]
  if not target then
    return
  end
  -- The list stays; the place is shown in the window before it.
  vim.cmd('wincmd p')
  if vim.api.nvim_get_current_buf() == buffer then
    vim.cmd('aboveleft split')
  end
  vim.lsp.util.show_document(target, encoding, { focus = true })
end

--- Show `lines` in a split under `name`: each line is `{ text = …, kind = …, location = … }`, kind one of title,
--- good, bad, warn, dim. `actions` maps keys to functions that get the line's `data`.
function M.open(name, lines, encoding, actions)
  local title = 'tessera://' .. name
  local buffer = vim.fn.bufnr('^' .. vim.fn.escape(title, '[]*?^$.~\\') .. '$')
  if buffer == -1 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, title)
  end
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].filetype = 'tessera'
  vim.bo[buffer].modifiable = true
  local texts, targets, data = {}, {}, {}
  for number, line in ipairs(lines) do
    texts[number] = (line.text:gsub('[\r\n]', ' '))
    targets[number] = line.location
    data[number] = line.data
  end
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, texts)
  vim.bo[buffer].modifiable = false
  vim.api.nvim_buf_clear_namespace(buffer, places, 0, -1)
  for number, line in ipairs(lines) do
    if highlights[line.kind] then
      vim.hl.range(buffer, places, highlights[line.kind], { number - 1, 0 }, { number - 1, -1 })
    end
  end
  vim.keymap.set('n', '<CR>', function()
    jump(buffer, targets, encoding)
  end, { buffer = buffer, desc = 'Tessera: go there' })
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Tessera: close' })
  for key, action in pairs(actions or {}) do
    vim.keymap.set('n', key, function()
      action(data[vim.api.nvim_win_get_cursor(0)[1]])
    end, { buffer = buffer, desc = 'Tessera: ' .. name })
  end
  if not window_of(buffer) then
    vim.cmd(('botright %dsplit'):format(math.min(math.max(#lines, 4), 16)))
    vim.api.nvim_win_set_buf(0, buffer)
    vim.wo.number, vim.wo.relativenumber, vim.wo.signcolumn, vim.wo.wrap = false, false, 'no', false
  end
  return buffer
end

return M
