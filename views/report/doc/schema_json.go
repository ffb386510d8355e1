package doc

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// A Report is a kind of JSON that the program prints.
type Report struct {
	Name    string // the file name of its JSON Schema
	Command string // what prints it
	Value   any    // the zero value of its type
	Last    any    // that of a line that may end it, nil where all lines are alike
}

// Reports returns all reports, in the order of docs/json.md.
func Reports() []Report {
	return []Report{
		{"stats", "tabletop stats --format json", Stats{}, nil},
		{"count", "tabletop stats --count --format json", Count{}, nil},
		{"schema", "tabletop schema --format json", Schema{}, nil},
		{"describe", "tabletop describe --format json", Description{}, nil},
		{"decode", "tabletop decode --format jsonl, for each line", DecodedKey{}, DecodeEnd{}},
		{"gc", "tabletop gc --format json", GC{}, nil},
		{"heat", "tabletop heat --format json", Heat{}, nil},
		{"simulate", "tabletop simulate --format json", Simulate{}, nil},
		{"advise", "tabletop advise --format json", Advise{}, nil},
		{"audit", "tabletop audit --format json", Audit{}, nil},
		{"audit-instance", "tabletop audit PROJECT/INSTANCE --sample-tables --format json", Fleet{}, nil},
		{"diff", "tabletop diff --format json", Diff{}, nil},
		{"verify", "tabletop verify --format json", Verify{}, nil},
		{"doctor", "tabletop doctor --format json", Doctor{}, nil},
		{"plan", "tabletop sample --plan --format json", Plan{}, nil},
		{"lessons", "tabletop lesson --format json", Lessons{}, nil},
		{"lesson-checks", "tabletop lesson check --format json", LessonChecks{}, nil},
		{"lesson-grades", "tabletop lesson grade --format json", LessonGrades{}, nil},
	}
}

// schema is a JSON Schema, as far as reports need it.
type schema struct {
	Dialect     string             `json:"$schema,omitempty"`
	Title       string             `json:"title,omitempty"`
	Ref         string             `json:"$ref,omitempty"`
	AnyOf       []*schema          `json:"anyOf,omitempty"`
	Type        any                `json:"type,omitempty"` // a string, or a list of them
	Format      string             `json:"format,omitempty"`
	Encoding    string             `json:"contentEncoding,omitempty"`
	Items       *schema            `json:"items,omitempty"`
	Properties  map[string]*schema `json:"properties,omitempty"`
	Additional  *schema            `json:"additionalProperties,omitempty"`
	Required    []string           `json:"required,omitempty"`
	Definitions map[string]*schema `json:"$defs,omitempty"`
}

// JSONSchema returns the JSON Schema (draft 2020-12) of a report. Members may be added to reports, so others than those
// named are allowed.
func (r Report) JSONSchema() ([]byte, error) {
	defs := map[string]*schema{}
	root := objectSchema(reflect.TypeOf(r.Value), defs)
	if r.Last != nil {
		root = &schema{AnyOf: []*schema{root, objectSchema(reflect.TypeOf(r.Last), defs)}}
	}
	root.Dialect, root.Title, root.Definitions = "https://json-schema.org/draft/2020-12/schema", r.Command, defs
	out, err := json.MarshalIndent(root, "", "  ")
	return append(out, '\n'), err
}

func objectSchema(t reflect.Type, defs map[string]*schema) *schema {
	s := &schema{Type: "object", Properties: map[string]*schema{}}
	addMembers(s, t, defs, true)
	return s
}

// addMembers adds the members of struct type t, which are required only where the struct itself is.
func addMembers(s *schema, t reflect.Type, defs map[string]*schema, required bool) {
	for i := range t.NumField() {
		structField := t.Field(i)
		m, ok := newMember(structField)
		if !ok {
			continue
		}
		if m.name == "" {
			part, pointer := structField.Type, structField.Type.Kind() == reflect.Pointer
			if pointer {
				part = part.Elem()
			}
			addMembers(s, part, defs, required && !pointer)
			continue
		}
		for name, member := range memberSchemas(m.name, structField.Type, defs) {
			s.Properties[name] = member
		}
		if required && !m.omit {
			s.Required = append(s.Required, m.name)
		}
	}
}

// memberSchemas are those of the members that a field becomes.
func memberSchemas(name string, t reflect.Type, defs map[string]*schema) map[string]*schema {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t {
	case reflect.TypeFor[Figure]():
		return map[string]*schema{name: number(), name + "_low": number(), name + "_high": number()}
	case reflect.TypeFor[Bytes]():
		return map[string]*schema{name: {Type: "string"}, name + "_b64": {Type: "string", Encoding: "base64"}}
	}
	return map[string]*schema{name: valueSchema(t, defs)}
}

// number is a float, which is null where JSON has no such number.
func number() *schema { return &schema{Type: []string{"number", "null"}} }

func valueSchema(t reflect.Type, defs map[string]*schema) *schema {
	switch t {
	case reflect.TypeFor[Value]():
		return &schema{Type: []string{"string", "integer"}}
	case reflect.TypeFor[time.Time]():
		return &schema{Type: "string", Format: "date-time"}
	case reflect.TypeFor[[]byte]():
		return &schema{Type: "string", Encoding: "base64"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return valueSchema(t.Elem(), defs)
	case reflect.Struct:
		if _, ok := defs[t.Name()]; !ok {
			defs[t.Name()] = nil // ends a recursion
			defs[t.Name()] = objectSchema(t, defs)
		}
		return &schema{Ref: "#/$defs/" + t.Name()}
	case reflect.Slice, reflect.Array:
		return &schema{Type: "array", Items: valueSchema(t.Elem(), defs)}
	case reflect.Map:
		return &schema{Type: "object", Additional: valueSchema(t.Elem(), defs)}
	case reflect.Bool:
		return &schema{Type: "boolean"}
	case reflect.Int, reflect.Int32, reflect.Int64:
		return &schema{Type: "integer"}
	case reflect.Float64:
		return number()
	}
	return &schema{Type: "string"}
}

// members lists the JSON members of struct type t, and the embedded structs whose members are part of it.
func members(t reflect.Type) []docMember {
	var out []docMember
	for i := range t.NumField() {
		structField := t.Field(i)
		member, ok := newMember(structField)
		if !ok {
			continue
		}
		if member.name == "" {
			part := structField.Type
			if part.Kind() == reflect.Pointer {
				part = part.Elem()
			}
			out = append(out, docMember{part: part})
			continue
		}
		out = append(out, docMember{name: member.name, field: structField,
			optional: member.omit || strings.Contains(structField.Type.String(), "*")})
	}
	return out
}

// docMember is a row of the table of a type in docs/json.md: a member, or a struct whose members are part of it.
type docMember struct {
	name     string
	field    reflect.StructField
	optional bool
	part     reflect.Type
}
