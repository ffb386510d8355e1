// Package codegen writes a layout as a function that builds its row keys, in the languages that Bigtable clients are
// written in. What cannot be written faithfully is an error, not an approximation.
package codegen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// Language is one to write a function in.
type Language string

// The languages.
const (
	Go     Language = "Go"
	Java   Language = "Java"
	Python Language = "Python"
	Node   Language = "Node"
)

// Languages lists them.
func Languages() []Language { return []Language{Go, Java, Python, Node} }

// Param is an argument of the function: text as it stands in the key, a whole number, or a time as a whole number of a
// unit since 1970.
type Param struct {
	Source string // the segment, or family:qualifier of a column
	Name   string // as the languages spell it, in lower camel case
	Kind   ParamKind
}

// ParamKind is what a Param holds.
type ParamKind uint8

// The kinds. The times are whole numbers since 1970.
const (
	TextParam ParamKind = iota
	IntParam
	MillisParam
	MicrosParam
	NanosParam
)

// Function is a layout ready to be written.
type Function struct {
	Template string
	Params   []Param
	pieces   []node
}

// New makes the function that builds the keys of a candidate's first table. set holds the current layouts, whose
// segments it names. Errors say what cannot be written as code.
func New(c *candidate.Candidate, set rowkey.Set) (*Function, error) {
	if len(c.Tables) > 1 {
		return nil, fmt.Errorf("code is written for one table: the layout has %d", len(c.Tables))
	}
	function := &Function{Template: candidate.PartsString(c.Tables[0].Key)}
	binder := binder{f: function, set: set, key: c.Tables[0].Key}
	for _, part := range c.Tables[0].Key {
		switch {
		case part.Group != nil:
			return nil, fmt.Errorf("optional parts are not written as code")
		case part.Literal != nil:
			if !utf8.Valid(part.Literal) {
				return nil, fmt.Errorf("a literal that is no UTF-8 is not written as code")
			}
			function.pieces = append(function.pieces, node{op: literal, text: string(part.Literal)})
		default:
			n, err := binder.field(part.Field)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", part.Field, err)
			}
			function.pieces = append(function.pieces, n)
		}
	}
	return function, nil
}

// param finds or makes the argument for a source.
func (f *Function) param(source string, kind ParamKind) (node, error) {
	for i, p := range f.Params {
		if p.Source == source {
			if p.Kind != kind {
				return node{}, fmt.Errorf("%s is needed in two forms", source)
			}
			return node{op: argument, n: int64(i)}, nil
		}
	}
	name := camel(source)
	switch kind {
	case MillisParam:
		name += "Ms"
	case MicrosParam:
		name += "Us"
	case NanosParam:
		name += "Ns"
	}
	for _, p := range f.Params {
		if p.Name == name {
			name += fmt.Sprint(len(f.Params) + 1)
		}
	}
	f.Params = append(f.Params, Param{source, name, kind})
	return node{op: argument, n: int64(len(f.Params) - 1)}, nil
}

// camel spells a source as a name that all the languages take.
func camel(source string) string {
	var out strings.Builder
	up := false
	for _, char := range source {
		switch {
		case char < unicode.MaxASCII && (unicode.IsLetter(char) || unicode.IsDigit(char)):
			if up && out.Len() > 0 {
				char = unicode.ToUpper(char)
			} else if out.Len() == 0 {
				char = unicode.ToLower(char)
			}
			out.WriteRune(char)
			up = false
		default:
			up = true
		}
	}
	name := out.String()
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "part" + name
	}
	for _, word := range reserved() {
		if name == word {
			return name + "Part"
		}
	}
	return name
}

// reserved are words that one of the languages, or the code around, keeps for itself.
func reserved() []string {
	return strings.Fields("type func range map package import var go select chan interface struct switch case " +
		"default defer return break continue const for if else " +
		"goto fallthrough class public static void int long byte char short float double boolean new this super " +
		"final abstract enum extends implements instanceof " +
		"native private protected synchronized throw throws transient try catch finally volatile while do assert " +
		"def del lambda pass raise with yield from global in is " +
		"not or and nonlocal except async await let function typeof delete debugger export null true false string " +
		"len key digest salt datetime hashlib zlib fmt time big " +
		"strconv strings slices hex binary md5 sha1 sha256 crc32 turn crypto form date whole str timedelta")
}
