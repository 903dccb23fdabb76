#!/bin/sh
# An agent in a shell: what was said is kept in a session, and what bears on a question comes back.
#   remember.sh said user "Nothing gets deployed before nine."
#   remember.sh ask "when may I deploy?"
#   remember.sh note decisions "We deploy at nine"
# MEMORY_SESSION names the session (one a shell else). It needs memoryctl and jq.
set -eu

session=${MEMORY_SESSION:-shell-$PPID}
call() { memoryctl call "$1" -; }

begin() {
  jq -n --arg id "$session" --arg project "${MEMORY_PROJECT:-}" \
    '{session_id: $id, agent: "shell"} + if $project == "" then {} else {project: $project} end' |
    call sessions.start >/dev/null
}

usage() {
  sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
  exit 64
}

# Each call's answer goes into a variable first: in a pipe its exit code would be lost.
case ${1:-}:$# in
  said:3)
    begin
    answer=$(jq -n --arg id "$session" --arg role "$2" --arg content "$3" \
      '{session_id: $id, messages: [{role: $role, content: $content}]}' | call sessions.append)
    shown='.keys[]'
    ;;
  ask:2)
    begin
    answer=$(jq -n --arg id "$session" --arg query "$2" '{session_id: $id, query: $query, k: 5, max_tokens: 500}' |
      call recall.search)
    shown='.results[] | "\(.key)\t\(.text)"'
    ;;
  note:3)
    begin
    answer=$(jq -n --arg id "$session" --arg layer "$2" --arg text "$3" \
      '{session_id: $id, layer: $layer, text: $text}' | call notes.write)
    shown=.key
    ;;
  *) usage ;;
esac
printf '%s\n' "$answer" | jq -r "$shown"
