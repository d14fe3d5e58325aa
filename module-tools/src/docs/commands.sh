#!/bin/sh
# Writes docs/generated/commands.md: every command with its time, its exit code and the first lines that it prints, on
# this machine.
# Run it from the root of the project: sh module-tools/src/docs/commands.sh
set -u

page=docs/generated/commands.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/program.java" <<'JAVA'
void main() {
    IO.println("a program with all of Fenestra's modules");
}
JAVA

# run NAME ARGUMENTS...: a row of the table. {work} in the first column stands for a folder.
run() {
    name=$1
    shift
    start=$(date +%s%N)
    timeout 300 ./fenestra "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    end=$(date +%s%N)
    [ -s "$work/out" ] && said=$work/out || said=$work/err
    head=$(sed '/^[[:space:]]*$/d; s/|/\\|/g; s/`/'"'"'/g; s/[[:space:]][[:space:]]*/ /g; s/^ //' "$said" | cut -c 1-80 | sed "s,$work,{work},g" | head -n 2 | sed 's/.*/`&`/' | paste -sd '~' | sed 's/~/<br>/')
    line=$(echo "$*" | sed "s,$work,{work},g")
    printf '| %s | `%s` | %d.%02d s | %d | %s |\n' "$name" "$line" $(((end - start) / 1000000000)) $(((end - start) / 10000000 % 100)) "$code" "$head"
}

./fenestra --help >/dev/null || exit 1
{
    cat <<HEAD
# Every command

This page is made by \`sh module-tools/src/docs/commands.sh\`; \`CommandsPageTest\` holds its commands and exit codes.

What each command takes on one machine, how it ends, and the first lines that it prints. Times are those of a second
run, with the start-up cache, and include the start of the JVM; the first run builds. The machine had $(nproc) processors and a
load of $(cut -d ' ' -f 1 /proc/loadavg) when this began; an idle one is faster. \`help COMMAND\` and \`man COMMAND\` say what each takes.
[json.md](../json.md) has the JSON of each.

| command | run | time | exit code | prints |
|---|---|---|---|---|
HEAD
    run "(none)" --help
    run demo demo --out "$work/demo"
    run run run "$work/program.java"
    run shell shell --help
    run why why A7
    run rules rules A7
    ./fenestra demo --journal "$work/demo.json" >/dev/null
    run report report "$work/demo.json"
    run cards cards
    run devinfo devinfo -v
    ./fenestra devinfo --save "$work/host.json" >/dev/null
    run resource resource show --snapshot "$work/host.json"
    run statistic statistic show --snapshot "$work/host.json"
    run refusals refusals -j --snapshot "$work/host.json"
    run trace trace --help
    run waits waits --help
    run conformance conformance --rule A7 --verbs 200
    run new-provider new-provider acme "$work/acme"
    run oracle oracle --verbs 2000
    run explore explore --depth 1
    run soak soak --plans 10
    ./fenestra soak -q --plans 100 --out "$work/soak.jsonl" >/dev/null
    run campaign campaign merge "$work"
    run mutants mutants inv-region
    run mutate mutate --help
    run perf perf write_bw -n 1000 --warm-up 100
    run bench bench --from docs/performance.json
    run cost cost --prices
    run serve serve --help
    run exec exec -- true
    run pingpong pingpong --patience 1 127.0.0.1
    run wqe wqe --help
    run cqe cqe --help
    run eqe eqe --help
    run mkey mkey --help
    run cmd cmd --help
    run packet packet 1100ffff00000011000000051f000003
    run capture capture check "$work/demo/demo.pcapng"
    run help help demo
    run completion completion
    run man man demo
    cat <<'TAIL'

## Exit codes

`help COMMAND` lists those of a command. All share these:

| code | means |
|---|---|
| 0 | it did what it was asked for, and nothing that it proves or checks was found broken |
| 1 | what it proves or checks is broken, or its output cannot be written |
| 2 | bad usage, or input that cannot be used; the message names the file and the place in it |
| 4, 255 | `devinfo` only: no such port, no such device, as `ibv_devinfo` ends |
| 66 | `exec` only: the check has found something, and the program has ended with 0 or was ended for it |
| 69, 70, 73 | the launcher: a JDK, Maven or lock tool is missing; the build failed; its folder cannot be written |
| 125 | `exec` only: the server is dead, or has ended before a program that then failed |
| 127 | `exec` only: no such program |
| 130, 143 | it was ended by Ctrl-C or by a scheduler; what takes long has said how far it was, and how to go on |
| another | `run`, `exec` and `shell` end with the code of the program |
TAIL
} >"$work/page" && cp "$work/page" "$page"
