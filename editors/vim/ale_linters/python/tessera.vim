" Tessera for ALE: put the folder that holds `ale_linters` on 'runtimepath'.

call ale#Set('python_tessera_executable', 'tessera-lsp')
call ale#Set('python_tessera_init_options', {})

" The nearest folder whose pyproject.toml has a table [tool.tessera]; else the nearest pyproject.toml or repository.
function! TesseraRoot(buffer) abort
  let l:folder = fnamemodify(bufname(a:buffer), ':p:h')
  let l:found = ''
  while 1
    let l:file = l:folder . '/pyproject.toml'
    if filereadable(l:file)
      if match(readfile(l:file), '^\s*\[tool\.tessera[].]') >= 0
        return l:folder
      endif
      let l:found = empty(l:found) ? l:folder : l:found
    endif
    let l:above = fnamemodify(l:folder, ':h')
    if l:above ==# l:folder
      break
    endif
    let l:folder = l:above
  endwhile
  let l:git = ale#path#FindNearestDirectory(a:buffer, '.git')
  return !empty(l:found) ? l:found : !empty(l:git) ? fnamemodify(l:git, ':h:h') : ''
endfunction

call ale#linter#Define('python', {
\   'name': 'tessera',
\   'lsp': 'stdio',
\   'executable': {b -> ale#Var(b, 'python_tessera_executable')},
\   'command': '%e',
\   'project_root': function('TesseraRoot'),
\   'initialization_options': {b -> ale#Var(b, 'python_tessera_init_options')},
\})
