-- `:Tessera drift [base]`: the sentences whose verdict or owner the unsaved text changes.
local client = require('tessera.client')
local value = client.value

local M = {}

local function said(one)
  local verdict = value(one.verdict)
  local word = verdict == nil and 'not judged' or verdict and 'supported' or 'unsupported'
  return ('%s by %s'):format(word, one.owner == '' and 'nobody' or one.owner)
end

--- The lines of what has drifted in all projects.
function M.lines(drifted)
  local lines = {}
  for _, project in ipairs(drifted) do
    local count = #project.entries
    local head = project.why_not ~= '' and project.why_not
      or ('%d %s differently than %s'):format(
        count,
        count == 1 and 'sentence is judged' or 'sentences are judged',
        project.against == 'base' and 'at the merge base' or 'as saved'
      )
    table.insert(lines, { text = head .. (project.fresh and '' or ' (judging …)'), kind = 'title' })
    for _, entry in ipairs(project.entries) do
      local place = value(entry.samples[1]) or value(entry.owner)
      local worse = value(entry.before.verdict) == true and value(entry.after.verdict) ~= true
      table.insert(lines, {
        text = ('%s: "%s"'):format(entry.battery, entry.claim),
        location = place,
        kind = worse and 'bad' or nil,
      })
      local how = ('    %s → %s'):format(said(entry.before), said(entry.after))
      table.insert(lines, { text = how, location = place, kind = 'dim' })
      if entry.why ~= '' then
        table.insert(lines, { text = '    ' .. entry.why, location = place, kind = 'dim' })
      end
    end
    if project.unjudged > 0 then
      table.insert(lines, { text = ('    %d not judged on one side'):format(project.unjudged), kind = 'warn' })
    end
  end
  return lines
end

function M.complete()
  return { 'saved', 'base' }
end

function M.show(words)
  local found = client.find()
  if not found then
    return
  end
  local asked = { uri = client.uri(found), against = words[1] or 'saved' }
  client.execute(found, 'tessera.server.drift', asked, function(drifted)
    require('tessera.list').open('drift', M.lines(drifted), found.offset_encoding, {
      ['r'] = function()
        M.show(words)
      end,
    })
  end)
end

return M
