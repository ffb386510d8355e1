package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

var updatePage = flag.Bool("update", false, "write docs/reliability.md anew")

const reliabilityHead = `# What happens when a read fails

This page is written by a test, ` + "`go test ./cmd/tabletop -run TestReliabilityPage -update`" + `: it lists the faults and the commands of
` + "`TestExitCodesOfFaults`" + `, which runs each command under each fault against a server that fails as told (TABLETOP_SLOW=1; else each fault
with one command, and some with each), and verifies the exit code, that a partial report says that it is one, that a whole one does not,
and that a sample is saved of what was read. The figures are those of the version that you read this page in.

The table has 400 rows in sections of a few. A fault strikes the sixth stream of rows, and every one after it unless it strikes once.

| fault | exit code | what is printed or saved |
|---|---|---|
%s
The commands: %s.

What fails before a row was read (a silent server, refused credentials, a table that is not there) prints no report; ` + "`TestSilentBeforeTheRead`" + `
has the words and exit codes. A read that was broken off goes on from its file: ` + "`tabletop sample --continue`" + ` ([Commands](commands.md#what-is-read)).
What was tried on which server, and what never ran, is in [What was tried](tried.md).
`

// outcome is what becomes of a report that ends with an exit code, as TestExitCodesOfFaults verifies it.
func outcome(code int) string {
	switch {
	case code == exitOK:
		return "all rows: the fault was outlasted"
	case code >= exitPartial:
		return "what was read, stated as partial"
	}
	return "an error, and nothing else"
}

// TestReliabilityPage verifies that docs/reliability.md lists the faults and commands that TestExitCodesOfFaults runs.
func TestReliabilityPage(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send itself a signal on Windows, so those faults are not listed")
	}
	var lines strings.Builder
	for _, f := range faults() {
		fmt.Fprintf(&lines, "| %s | %d | %s |\n", f.name, f.code, outcome(f.code))
	}
	var commands []string
	for _, args := range readers() {
		commands = append(commands, "`"+strings.Join(append([]string{"tabletop"}, args...), " ")+"`")
	}
	const page = "../../docs/reliability.md"
	text := fmt.Sprintf(reliabilityHead, lines.String(), strings.Join(commands, ", "))
	if *updatePage {
		if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if was, err := os.ReadFile(page); err != nil || string(was) != text {
		t.Errorf("docs/reliability.md lists other faults (%v): write it with -update", err)
	}
}
