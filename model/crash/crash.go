// Package crash turns panics, which are internal errors, into errors, and describes them so that they can be reported
// without data of a table.
package crash

import (
	"errors"
	"fmt"
	"path"
	"runtime"
	"strings"
)

// Error is a panic that was recovered. Its text and its report hold no data of a table: the value of a panic may quote
// a key, so only what the Go runtime says of its own errors is part of them.
type Error struct {
	// Doing is what the program did, for example "screen heat, key o". It holds no data; it may be empty.
	Doing string
	// Value is what was passed to panic.
	Value any
	// Stack lists the calls, innermost first, as "function (file:line)", without their arguments.
	Stack []string
}

// From returns what recover returned as an error. It must be called by the deferred function that called recover. A
// panic that was recovered before, in another goroutine for instance, keeps its own stack.
func From(recovered any) *Error {
	if err, ok := recovered.(error); ok {
		if before, ok := errors.AsType[*Error](err); ok {
			return before
		}
	}
	return &Error{Value: recovered, Stack: stack()}
}

// Recovered returns a function that calls f and returns a panic in it as an error of type *Error. Every goroutine runs
// in one or recovers by itself: a panic that leaves a goroutine ends the process.
func Recovered(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if recovered := recover(); recovered != nil {
				err = From(recovered)
			}
		}()
		return f()
	}
}

// Error describes the panic, without the value of it.
func (e *Error) Error() string { return "internal error: " + e.cause() }

// Unwrap returns the runtime's error; nil if the panic was another.
func (e *Error) Unwrap() error {
	err, _ := e.Value.(runtime.Error)
	return err
}

// cause describes the panic: by the text of an error of the runtime, which names indexes, lengths and types, or else by
// the type of its value.
func (e *Error) cause() string {
	if err, ok := e.Value.(runtime.Error); ok {
		return err.Error()
	}
	return fmt.Sprintf("panic with a value of type %T", e.Value)
}

// Report returns the text that a user sends to report the error. version and command describe the run and must hold no
// data.
func (e *Error) Report(version, command string) string {
	var b strings.Builder
	b.WriteString("Internal error of tabletop. This report holds no data of a table.\n\n")
	fmt.Fprintf(&b, "version: %s\ncommand: %s\n", strings.TrimSpace(version), command)
	if e.Doing != "" {
		fmt.Fprintf(&b, "while: %s\n", e.Doing)
	}
	fmt.Fprintf(&b, "error: %s\nstack:\n", e.cause())
	for _, call := range e.Stack {
		fmt.Fprintf(&b, "  %s\n", call)
	}
	return b.String()
}

// maxCalls is how many calls a stack has at most; the innermost show most.
const maxCalls = 64

// stack returns the calls that led to the panic which is being recovered.
func stack() []string {
	counters := make([]uintptr, 2*maxCalls)
	frames := runtime.CallersFrames(counters[:runtime.Callers(1, counters)])
	var calls []string
	for {
		frame, more := frames.Next()
		calls = append(calls, fmt.Sprintf("%s (%s:%d)", frame.Function, path.Base(frame.File), frame.Line))
		if frame.Function == "runtime.gopanic" {
			calls = nil // what recovers is no part of what failed
		}
		if !more {
			break
		}
	}
	for len(calls) > 0 && strings.HasPrefix(calls[0], "runtime.") {
		calls = calls[1:] // how the runtime noticed
	}
	return calls[:min(len(calls), maxCalls)]
}
