package crash_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"tabletop/model/crash"
)

// TestRecovered verifies that a panic becomes an error with the stack of what failed, and other results are unchanged.
func TestRecovered(t *testing.T) {
	plain := errors.New("plain")
	for _, want := range []error{nil, plain} {
		if err := crash.Recovered(func() error { return want })(); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	for name, c := range map[string]struct {
		fail func()
		want string
	}{
		"index": {func() { _ = []int{1, 2}[len(secret)] },
			"internal error: runtime error: index out of range [18] with length 2"},
		"nil": {func() { fmt.Println((*crash.Error)(nil).Doing) },
			"internal error: runtime error: invalid memory address or nil pointer dereference"},
		"text": {func() { panic("row " + secret) }, "internal error: panic with a value of type string"},
		"an error": {func() { panic(errors.New(secret)) },
			"internal error: panic with a value of type *errors.errorString"},
	} {
		err := crash.Recovered(func() error { c.fail(); return nil })()
		fault, ok := errors.AsType[*crash.Error](err)
		if !ok || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
			continue
		}
		if !strings.HasPrefix(fault.Stack[0], "tabletop/model/crash_test.TestRecovered.") ||
			!strings.HasPrefix(fault.Stack[1], "tabletop/model/crash_test.TestRecovered.") ||
			!strings.Contains(fault.Stack[0], "(crash_test.go:") {
			t.Errorf("%s: the stack begins with %s", name, fault.Stack[0])
		}
		if _, is := errors.AsType[runtime.Error](err); is != strings.Contains(c.want, "runtime error") {
			t.Errorf("%s: the error unwraps to %v", name, errors.Unwrap(err))
		}
	}
}

// secret stands for data of a table.
const secret = "anna.kovacs@x.test"

//go:noinline
func fails(key string, row int) {
	if row > 0 {
		panic("cannot decode " + key)
	}
}

// TestReportHoldsNoData verifies that neither the value of a panic nor the arguments of the calls are in a report, and
// that everything else is.
func TestReportHoldsNoData(t *testing.T) {
	err := crash.Recovered(func() error { fails(secret, 0x1234567); return nil })()
	fault, ok := errors.AsType[*crash.Error](err)
	if !ok {
		t.Fatal(err)
	}
	fault.Doing = "screen heat, key o"
	report := fault.Report("tabletop 1.2.3 linux/amd64\n", "tabletop stats SOURCE --rows 5")
	if want := "Internal error of tabletop. This report holds no data of a table.\n\nversion: "; !strings.HasPrefix(report, want) {
		t.Errorf("the report does not begin with %q:\n%s", want, report)
	}
	fault.Doing = ""
	if strings.Contains(fault.Report("", ""), "while:") {
		t.Error("a report states what was done when that is not known")
	}
	for _, want := range []string{"version: tabletop 1.2.3 linux/amd64\n", "command: tabletop stats SOURCE --rows 5\n",
		"while: screen heat, key o\n",
		"error: panic with a value of type string\n", "  tabletop/model/crash_test.fails (crash_test.go:"} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in:\n%s", want, report)
		}
	}
	for _, data := range []string{secret, "anna", "1234567", "0x"} {
		if strings.Contains(report+fault.Error(), data) {
			t.Errorf("%q is in:\n%s", data, report)
		}
	}
}

// TestFromKeepsTheFirstStack verifies that a panic that is passed on to another goroutine is reported where it began.
func TestFromKeepsTheFirstStack(t *testing.T) {
	inner := crash.Recovered(func() error { fails(secret, 1); return nil })()
	for _, passed := range []error{inner, fmt.Errorf("in a worker: %w", inner)} {
		err := crash.Recovered(func() error { panic(passed) })()
		fault, ok := errors.AsType[*crash.Error](err)
		if !ok || !strings.HasPrefix(fault.Stack[0], "tabletop/model/crash_test.fails ") {
			t.Errorf("%v, %+v", err, fault)
		}
	}
}

// TestStackIsBounded verifies that a deep recursion does not fill the report, and keeps the innermost calls.
func TestStackIsBounded(t *testing.T) {
	var deep func(n int)
	deep = func(n int) {
		if n == 0 {
			fails(secret, 1)
		}
		deep(n - 1)
	}
	err := crash.Recovered(func() error { deep(1000); return nil })()
	fault, ok := errors.AsType[*crash.Error](err)
	if !ok || len(fault.Stack) != 64 || !strings.Contains(fault.Stack[0], ".fails ") {
		t.Errorf("%d calls: %v", len(fault.Stack), err)
	}
}
