package doc

import (
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/views/text"
)

// A Figure is a number with its 95% confidence interval. Member NAME becomes NAME and, where there is an interval,
// NAME_low and NAME_high; an end that is not known is null.
type Figure = estimate.Figure

// Bytes are bytes of the table: text in which all but printable UTF-8 is escaped and, where that changed anything,
// NAME_b64 with the bytes themselves.
type Bytes []byte

// Escaped is text whose backslashes are escapes already, such as a row-key template.
type Escaped string

// Lines is text of several lines, such as a Terraform block. Line ends and tabs stay; all else is escaped as in other
// text.
type Lines string

// Value is the value of a key segment: a number for integers, otherwise escaped text.
type Value struct {
	Text   string // already escaped
	Number bool
}

// Write writes a report as indented JSON. Members come in the order of the struct's fields, named by their json tags;
// omitempty and embedded structs mean what they do in encoding/json. The tag form:"line" puts a member on one line,
// form:"lines" each element of an array. Strings are escaped as all text of a table is.
func Write(w io.Writer, report any) error {
	j := newJSON(w)
	j.value("", reflect.ValueOf(report), "")
	return j.end()
}

// The values of the form tag.
const (
	formLine  = "line"
	formLines = "lines"
)

// member is a field of a report as JSON sees it.
type member struct {
	name string
	form string
	omit bool
}

// newMember reads the tags of a field; ok is false for a field that is not written.
func newMember(f reflect.StructField) (m member, ok bool) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	if !f.IsExported() && !f.Anonymous || name == "-" || name == "" && !f.Anonymous {
		return m, false
	}
	return member{name: name, form: f.Tag.Get("form"), omit: strings.Contains(options, "omitempty")}, true
}

// Members returns the names of the members of a report, or of a part of one, but for those of its embedded structs.
func Members[T any]() []string {
	var names []string
	for field := range reflect.TypeFor[T]().Fields() {
		if member, ok := newMember(field); ok && member.name != "" {
			names = append(names, member.name)
		}
	}
	return names
}

func (j *jsonWriter) fields(v reflect.Value) {
	for i := range v.NumField() {
		member, ok := newMember(v.Type().Field(i))
		if !ok {
			continue
		}
		field := v.Field(i)
		if member.name == "" {
			if field = reflect.Indirect(field); field.IsValid() { // a part that is not known is nil
				j.fields(field)
			}
			continue
		}
		if member.omit && isEmpty(field) {
			continue
		}
		j.value(member.name, field, member.form)
	}
}

// isEmpty reports whether omitempty leaves v out.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	}
	return v.IsZero()
}

// value writes v as the member name, or as an element of an array where name is empty.
func (j *jsonWriter) value(name string, v reflect.Value, form string) {
	if j.special(name, v) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			j.null(name)
			return
		}
		j.value(name, v.Elem(), form)
	case reflect.Struct:
		j.begin(name, '{', form == formLine)
		j.fields(v)
		j.close('}')
	case reflect.Slice, reflect.Array:
		j.begin(name, '[', form == formLine)
		element := ""
		if form == formLines {
			element = formLine
		}
		for i := range v.Len() {
			j.value("", v.Index(i), element)
		}
		j.close(']')
	case reflect.Map:
		j.begin(name, '{', form == formLine)
		for _, k := range sortedKeys(v) {
			j.value(k.String(), v.MapIndex(k), "")
		}
		j.close('}')
	case reflect.String:
		j.text(name, v.String())
	case reflect.Bool:
		j.boolean(name, v.Bool())
	case reflect.Int, reflect.Int64, reflect.Int32:
		j.integer(name, v.Int())
	case reflect.Float64:
		j.number(name, v.Float())
	default:
		panic("doc: a report cannot hold a " + v.Type().String())
	}
}

// begin opens an object or array, all of it on one line if flat.
func (j *jsonWriter) begin(name string, bracket byte, flat bool) {
	if flat {
		j.line(name, bracket)
		return
	}
	j.open(name, bracket)
}

// special writes the types that become more than one member, or are not written by their kind.
func (j *jsonWriter) special(name string, v reflect.Value) bool {
	switch x := v.Interface().(type) {
	case Figure:
		j.number(name, x.Value)
		if x.Interval() {
			j.number(name+"_low", x.Low)
			j.number(name+"_high", x.High)
		}
	case Bytes:
		j.bytes(name, x)
	case Escaped:
		j.escaped(name, string(x))
	case Value:
		if x.Number {
			j.raw(name, x.Text)
		} else {
			j.escaped(name, x.Text)
		}
	case Lines:
		quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
		j.raw(name, `"`+quote.Replace(text.Paste(string(x)))+`"`)
	case time.Time:
		j.text(name, x.UTC().Format(time.RFC3339Nano))
	case []byte:
		j.base64(name, x)
	default:
		return false
	}
	return true
}

func sortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	return keys
}
