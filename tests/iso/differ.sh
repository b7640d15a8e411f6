#!/bin/sh
# Runs the goals of tests/iso in ferz, swipl and gprolog, and shows where the outcomes differ.
# Usage: differ.sh [-f FERZ] [NAME...]   where NAME is the name of a file without .txt; all files if none is given
here=$(cd "$(dirname "$0")" && pwd)
ferz=ferz
if [ "$1" = -f ]; then ferz=$2; shift 2; fi
[ $# -gt 0 ] || set -- $(cd "$here" && ls *.txt | sed 's/\.txt$//')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name; do
    mkdir -p "$work/in"
    { sed -n 's/^| *//p' "$here/$name.txt" | grep -v '^:-' | sed 's/^/% /;s/^% //'; cat "$here/driver.pl"; } > "$work/in/all.pl"
    awk '/%=>/ { print "'"'"'$case'"'"'(" NR ")."; print }' "$here/$name.txt" > "$work/in/goals.txt"
    for system in ferz swipl gprolog; do
        rm -rf "$work/$system"; cp -r "$work/in" "$work/$system"; cd "$work/$system" || exit 1
        case $system in
            ferz) timeout 60 "$ferz" -q -t halt all.pl ;;
            swipl) command -v swipl > /dev/null && timeout 60 swipl -q -g halt all.pl ;;
            gprolog) command -v gprolog > /dev/null && timeout 60 gprolog --consult-file all.pl --query-goal halt ;;
        esac < /dev/null 2> /dev/null | grep -a -E '^[0-9]+: ' | sed 's/_G[0-9]*\|_[0-9][0-9]*/_/g; s/ *$//' > "$work/$system.out"
    done
    awk -v name="$name" -v text="$here/$name.txt" '
        BEGIN { while ((getline line < text) > 0) { n++; goal[n] = line } }
        { at = $1 + 0; seen[FILENAME, at] = $0; last = at > last ? at : last }
        END {
            f = ARGV[1]; s = ARGV[2]; g = ARGV[3]
            for (i = 1; i <= last; i++)
                if ((f, i) in seen && ((s, i) in seen && seen[s, i] != seen[f, i] || (g, i) in seen && seen[g, i] != seen[f, i])) {
                    print name ":" goal[i]
                    print "   ferz    " seen[f, i]
                    if ((s, i) in seen && seen[s, i] != seen[f, i]) print "   swipl   " seen[s, i]
                    if ((g, i) in seen && seen[g, i] != seen[f, i]) print "   gprolog " seen[g, i]
                }
        }' "$work/ferz.out" "$work/swipl.out" "$work/gprolog.out"
    cd "$here" || exit 1
done
