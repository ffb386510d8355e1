package codegen

import (
	"fmt"
	"strconv"
	"strings"
)

// Write writes the function in a language, with what it needs around it. It stands as a file of its own: in Go of
// package rowkey, in Java a class RowKey.
func (f *Function) Write(l Language) string {
	switch l {
	case Java:
		return f.frame(java{})
	case Python:
		return f.frame(python{})
	case Node:
		return f.frame(javascript{})
	}
	return f.frame(golang{})
}

// dialect is how a language says things. Texts are strings and numbers 64-bit integers in all of them.
type dialect interface {
	text(s string) string
	param(name string) string
	decimal(n string, width int64) string
	divide(n string, by int64) string
	minus(from int64, n string) string
	floored(n string, step, offset int64) string
	date(n string, tokens []string) string
	salted(hash string, args []string, n int64) string
	hashed(hash string, args []string, n int64) string
	turned(s string) string
	labels(s string) string
	join(parts []string) string
	// file writes the function around its body. calls is the body without its texts, to see what it calls.
	file(f *Function, body, calls string) string
}

func (f *Function) frame(d dialect) string {
	var parts, calls []string
	for _, n := range f.pieces {
		part := f.node(d, n)
		if parts = append(parts, part); n.op != literal {
			calls = append(calls, part)
		}
	}
	return d.file(f, d.join(parts), strings.Join(calls, " "))
}

func (f *Function) node(d dialect, n node) string {
	var args []string
	for _, a := range n.args {
		args = append(args, f.node(d, a))
	}
	switch n.op {
	case argument:
		return d.param(f.Params[n.n].Name)
	case decimal:
		return d.decimal(args[0], n.n)
	case divide:
		return d.divide(args[0], n.n)
	case minus:
		return d.minus(n.n, args[0])
	case date:
		return d.date(args[0], n.form)
	case salted:
		return d.salted(n.text, args, n.n)
	case hashed:
		return d.hashed(n.text, args, n.n)
	case turned:
		return d.turned(args[0])
	case labels:
		return d.labels(args[0])
	case floored:
		return d.floored(args[0], n.n, n.offset)
	}
	return d.text(n.text)
}

// describe returns a description of an argument for a comment.
func (p Param) describe() string {
	source := strconv.QuoteToASCII(p.Source)
	switch p.Kind {
	case IntParam:
		return source + ", a whole number"
	case MillisParam:
		return source + ", milliseconds since 1970 UTC"
	case MicrosParam:
		return source + ", microseconds since 1970 UTC"
	case NanosParam:
		return source + ", nanoseconds since 1970 UTC"
	}
	return source + ", as it stands in the key"
}

// comment writes what the function does, each line after mark.
func (f *Function) comment(mark string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%sBuilds the row key %s.\n", mark, strings.Trim(strconv.QuoteToASCII(f.Template), `"`))
	for _, p := range f.Params {
		fmt.Fprintf(&b, "%s  %s: %s\n", mark, p.Name, p.describe())
	}
	return b.String()
}

// width is the number of digits of the greatest bucket.
func width(n int64) int { return len(strconv.FormatInt(max(n-1, 0), 10)) }

// escaped returns a text in double quotes that has the same meaning in all four languages: ASCII, the rest as \uXXXX.
func escaped(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, char := range s {
		switch {
		case char == '"' || char == '\\':
			out.WriteByte('\\')
			out.WriteRune(char)
		case char >= ' ' && char < 0x7F:
			out.WriteRune(char)
		case char > 0xFFFF: // as UTF-16 has it; Go and Python take other forms, see their text methods
			char -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xD800+(char>>10), 0xDC00+(char&0x3FF))
		default:
			fmt.Fprintf(&out, `\u%04x`, char)
		}
	}
	out.WriteByte('"')
	return out.String()
}
