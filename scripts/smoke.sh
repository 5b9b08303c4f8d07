#!/usr/bin/env bash
# Starts the mesh as a user would, on a free port and a fresh data folder, asks it three questions and stops it.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
chmod 755 "$work"
began=$(date +%s%N)
PORT=$port PARLEY_DATA=$work/data npm start >"$work/log" 2>&1 &
pid=$!
finish() {
  kill -TERM "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  # npm ends before the mesh, whose database writes to the last.
  for _ in $(seq 200); do rm -rf "$work" 2>/dev/null && [ ! -e "$work" ] && return; sleep 0.1; done
  echo "npm start did not end"
  exit 1
}
trap finish EXIT

until curl -fsS "http://127.0.0.1:$port/readyz" >/dev/null 2>&1; do
  if ! kill -0 "$pid" 2>/dev/null || [ $(($(date +%s%N) - began)) -gt 60000000000 ]; then
    cat "$work/log"
    echo "npm start did not become ready"
    exit 1
  fi
  sleep 0.1
done
echo "ready after $((($(date +%s%N) - began) / 1000000)) ms"
curl -fsS "http://127.0.0.1:$port/openapi.json" | grep -q '"openapi":"3.1'
curl -fsS "http://127.0.0.1:$port/.well-known/jwks.json" | grep -q '"keys"'
curl -sS "http://127.0.0.1:$port/v3/testauth" | grep -q '"code":"unauthorized"'
