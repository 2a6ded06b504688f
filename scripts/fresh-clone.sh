#!/usr/bin/env bash
# Runs the steps of a new user, in an empty folder on a machine with only Node and npm:
#   git clone, npm ci && npm start   -> a URL that responds within 60 s, and a clean stop
#   npm ci && npm test               -> passes (skipped with --start-only)
# --installed uses the packages that `npm ci` has already installed in the checkout.
# Run it from a checkout; it clones the committed state and stops all processes that it started.
set -euo pipefail

source_repository=$(git -C "$(dirname "$0")/.." rev-parse --show-toplevel)
folder=$(mktemp -d)
program=""
finish() {
  local elsewhere="$folder/broadsheet/broadsheet-data/postgres-location"
  if [ -n "$program" ] && kill -0 "$program" 2>/dev/null; then kill -TERM "$program" 2>/dev/null || true; fi
  # Root's cluster lives where its unprivileged user can reach it; the directory says where.
  if [ -f "$elsewhere" ]; then rm -rf "$(cat "$elsewhere")"; fi
  rm -rf "$folder"
}
trap finish EXIT

# Hide the pinned Node of the checkout: a new user has only what the machine has.
PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v node_modules | paste -sd: -)
export PATH
unset BROADSHEET_TEST_POSTGRES NODE_OPTIONS NODE_COMPILE_CACHE npm_config_prefix npm_config_local_prefix INIT_CWD 2>/dev/null || true
echo "machine: node $(node --version), npm $(npm --version), user $(id -un)"

git clone --quiet "$source_repository" "$folder/broadsheet"
cd "$folder/broadsheet"

began=$(date +%s)
if [[ " $* " == *" --installed "* ]]; then
  # Without the compile cache: a new user's start is the first. Copied, not linked: nothing here may change the checkout.
  mkdir node_modules
  tar -C "$source_repository/node_modules" --exclude ./.cache -cf - . | tar -C node_modules -xf -
  echo "packages of the checkout: $(($(date +%s) - began)) s"
else
  npm ci --no-audit --no-fund >"$folder/ci.log" 2>&1 || { cat "$folder/ci.log"; exit 1; }
  echo "npm ci: $(($(date +%s) - began)) s"
fi

# Runs in a separate session, so that the signal below reaches the program like one from a terminal.
began=$(date +%s)
setsid npm start -- --port 0 --demo off >"$folder/start.log" 2>&1 &
program=$!
url=""
until [ -n "$url" ] && curl --silent --fail --max-time 2 --output /dev/null "$url/readyz"; do
  if [ $(($(date +%s) - began)) -gt 60 ]; then echo "no response within 60 s:"; cat "$folder/start.log"; exit 1; fi
  if ! kill -0 "$program" 2>/dev/null; then echo "the program exited:"; cat "$folder/start.log"; exit 1; fi
  sleep 0.2
  url=$(grep -o 'http://localhost:[0-9]*' "$folder/start.log" | head -n 1 || true)
done
echo "npm start: responds at $url after $(($(date +%s) - began)) s"
sed -n '1,14p' "$folder/start.log"
page=$(curl --silent --fail "$url/")
case "$page" in *'<h1>'*) echo "front page: ok" ;; *) echo "the front page has no headline"; exit 1 ;; esac

began=$(date +%s)
# Like Ctrl-C in a terminal, signals npm and the program together; npm then waits for the program.
kill -INT -- "-$program"
wait "$program" && code=0 || code=$?
program=""
echo "stop: exit code $code after $(($(date +%s) - began)) s"
# npm exits with 130 when it is interrupted, so check the last line of the program instead.
if { [ "$code" -ne 0 ] && [ "$code" -ne 130 ]; } || [ $(($(date +%s) - began)) -ge 10 ] || ! grep -q '^Stopped' "$folder/start.log"; then
  echo "the program did not stop cleanly:"
  tail -n 5 "$folder/start.log"
  exit 1
fi

if [[ " $* " != *" --start-only "* ]]; then
  npm test 2>&1 | tail -n 25
fi
