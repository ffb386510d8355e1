// Package bounded decodes JSON and YAML that people and other machines write. What a text takes in memory and time is
// bounded by its length, whatever it says: three bytes of JSON can ask for a struct of hundreds, a line of YAML for a
// million copies of another. Everything that the program reads of a file in these forms is decoded here.
package bounded

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

const (
	// Factor is how many times the memory of its text a value of JSON may take. What tabletop writes takes up to 7
	// times, where it is of counts that are mostly one digit; a list of empty objects takes 100 times and more.
	Factor = 16
	// slack is what any text may take beside that, in bytes, so that a short one is never refused.
	slack = 4 << 10
	// MaxDepth is how deeply lists and objects may be nested, in JSON and in YAML.
	MaxDepth = 100
)

// Formed is implemented by types that decode themselves from JSON: JSONForm returns a value of the type that their
// UnmarshalJSON decodes the text into, by which its memory is measured.
type Formed interface{ JSONForm() any }

// JSON decodes data into v, as json.Unmarshal does, unless v would take more than Factor times the memory of data or
// data is nested deeper than MaxDepth. Nothing is made of data that is refused.
func JSON(data []byte, v any) error {
	need, err := Memory(data, v)
	switch limit := slack + Factor*int64(len(data)); {
	case err != nil:
		return err
	case need > limit:
		times := need / int64(max(1, len(data)))
		return fmt.Errorf("its values need %d times the memory of their text, and at most %d times is allowed",
			times, Factor)
	}
	return json.Unmarshal(data, v)
}

// SmallJSON decodes a text that a person wrote, of at most MaxText bytes, in whatever memory its values need: 64 MiB
// at most, of lists of anything. Text that is nested deeper than MaxDepth is refused.
func SmallJSON(text []byte, v any) error {
	if len(text) > MaxText {
		return fmt.Errorf("it is longer than %d MiB", MaxText>>20)
	}
	if _, err := Memory(text, v); err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// Memory returns an upper bound of the bytes that v takes once data is decoded into it. The error is about the depth
// of data. Text that is not JSON, of which nothing is decoded, needs nothing after its first fault.
func Memory(data []byte, v any) (int64, error) {
	m := meter{text: data, fields: map[reflect.Type]map[string]reflect.Type{}, forms: map[reflect.Type]reflect.Type{}}
	m.value(reflect.TypeOf(v))
	if m.deep {
		return 0, fmt.Errorf("lists and objects are nested deeper than %d levels", MaxDepth)
	}
	return m.need, nil
}

// What containers take beside their elements, in bytes.
const (
	growth   = 2  // slices and maps grow by doubling at most, and hold the old elements meanwhile
	mapEntry = 48 // of the hash table
	anything = 64 // a value of any type: the interface, and the header of what is in it
)

// meter walks through JSON and the type that it is decoded into, side by side. It stops at the first fault.
type meter struct {
	text   []byte
	at     int
	depth  int
	need   int64
	deep   bool // ended because of the depth
	fields map[reflect.Type]map[string]reflect.Type
	forms  map[reflect.Type]reflect.Type // what types are decoded into; themselves, unless they decode themselves
}

// next returns the next byte that is not a space; 0 at the end.
func (m *meter) next() byte {
	for m.at < len(m.text) {
		switch c := m.text[m.at]; c {
		case ' ', '\t', '\n', '\r':
			m.at++
		default:
			return c
		}
	}
	return 0
}

// fail ends the walk.
func (m *meter) fail() { m.at = len(m.text) }

// value passes one value that is decoded into type of; nil is a value that is not decoded.
func (m *meter) value(of reflect.Type) {
	begin := m.next()
	of = m.decoded(of, begin)
	switch begin {
	case '{', '[':
		if m.depth++; m.depth > MaxDepth {
			m.deep = true
			m.fail()
			return
		}
		m.at++
		if begin == '{' {
			m.object(of)
		} else {
			m.list(of)
		}
		m.depth--
	case '"':
		text := m.quoted()
		if of != nil {
			m.need += int64(len(text))
		}
	default:
		n := bytes.IndexAny(m.text[m.at:], ",]} \t\r\n")
		if n < 0 {
			n = len(m.text) - m.at
		}
		if n == 0 {
			m.fail()
		}
		m.at += n
	}
}

// decoded returns the type that a value is decoded into in the end: of what a pointer points at, and the form of a
// type that decodes itself.
func (m *meter) decoded(of reflect.Type, begin byte) reflect.Type {
	for of != nil {
		form, ok := m.forms[of]
		if !ok {
			form = jsonForm(of)
			m.forms[of] = form
		}
		if form != of {
			m.need += int64(form.Size())
			of = form
		}
		if of.Kind() != reflect.Pointer || begin == 'n' {
			break
		}
		of = of.Elem()
		m.need += int64(of.Size())
	}
	if of != nil && of.Kind() == reflect.Interface {
		m.need += anything
	}
	return of
}

// jsonForm returns what a type decodes its text into if it decodes itself, by its own word or else bytes. Other types
// are their own form.
func jsonForm(of reflect.Type) reflect.Type {
	if of.Kind() == reflect.Pointer || of.Kind() == reflect.Interface {
		return of
	}
	switch v := reflect.New(of).Interface().(type) {
	case Formed:
		return reflect.TypeOf(v.JSONForm())
	case json.Unmarshaler, encoding.TextUnmarshaler:
		return reflect.TypeFor[json.RawMessage]()
	}
	return of
}

// object passes the members of an object, after its brace.
func (m *meter) object(of reflect.Type) {
	for m.next() != '}' {
		if m.next() != '"' {
			m.fail()
			return
		}
		name := m.quoted()
		if m.next() != ':' {
			m.fail()
			return
		}
		m.at++
		m.value(m.member(of, name))
		if m.next() == ',' {
			m.at++
		}
	}
	m.at++
}

// member returns the type of a member of an object, and adds what it takes beside the object.
func (m *meter) member(of reflect.Type, name []byte) reflect.Type {
	if of == nil {
		return nil
	}
	switch of.Kind() {
	case reflect.Struct:
		return m.field(of, name)
	case reflect.Map:
		m.need += growth*int64(of.Key().Size()+of.Elem().Size()+mapEntry) + int64(len(name))
		return of.Elem()
	case reflect.Interface:
		m.need += growth*(mapEntry+anything) + int64(len(name))
		return of
	}
	return nil
}

// list passes the elements of a list, after its bracket.
func (m *meter) list(of reflect.Type) {
	var elem reflect.Type
	var size int64
	if of != nil {
		switch of.Kind() {
		case reflect.Slice:
			elem, size = of.Elem(), growth*int64(of.Elem().Size())
		case reflect.Array:
			elem = of.Elem()
		case reflect.Interface:
			elem, size = of, growth*anything
		}
	}
	for m.next() != ']' {
		if m.next() == 0 {
			return
		}
		m.need += size
		m.value(elem)
		if m.next() == ',' {
			m.at++
		}
	}
	m.at++
}

// quoted passes a string and returns it with its quotes, as it is written.
func (m *meter) quoted() []byte {
	from := m.at
	for m.at++; m.at < len(m.text); m.at++ {
		switch m.text[m.at] {
		case '\\':
			m.at++
		case '"':
			m.at++
			return m.text[from:m.at]
		}
	}
	m.fail()
	return nil
}

// field returns the type of the field of a struct that a member is decoded into; nil if there is none.
func (m *meter) field(of reflect.Type, quoted []byte) reflect.Type {
	if m.fields[of] == nil {
		m.fields[of] = jsonFields(of)
	}
	name := strings.Trim(string(quoted), `"`)
	if strings.ContainsRune(name, '\\') {
		if json.Unmarshal(quoted, &name) != nil {
			return nil
		}
	}
	if t, ok := m.fields[of][name]; ok {
		return t
	}
	for known, t := range m.fields[of] {
		if strings.EqualFold(known, name) { // as encoding/json does
			return t
		}
	}
	return nil
}

// jsonFields returns the types of the fields of a struct by their names in JSON. A field goes before one of the same
// name in an embedded struct.
func jsonFields(of reflect.Type) map[string]reflect.Type {
	out := map[string]reflect.Type{}
	level := []reflect.Type{of}
	for len(level) > 0 {
		var below []reflect.Type
		found := map[string]reflect.Type{}
		for _, structure := range level {
			for field := range structure.Fields() {
				tag := field.Tag.Get("json")
				if tag == "-" {
					continue
				}
				name, _, _ := strings.Cut(tag, ",") // of "-," the name is "-"
				inner := field.Type
				if inner.Kind() == reflect.Pointer {
					inner = inner.Elem()
				}
				if field.Anonymous && name == "" && inner.Kind() == reflect.Struct {
					below = append(below, inner)
					continue
				}
				if name == "" {
					name = field.Name
				}
				found[name] = field.Type
			}
		}
		for name, t := range found {
			if _, ok := out[name]; !ok {
				out[name] = t
			}
		}
		level = below
	}
	return out
}

// quote returns a text that a message cites, shortened to a line.
func quote(text string) string {
	const most = 80
	if len(text) > most {
		return strconv.Quote(strings.ToValidUTF8(text[:most], "")) + "…"
	}
	return strconv.Quote(text)
}
