package records

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"tabletop/model/bounded"
	"tabletop/model/spelling"
)

// maxLine is the maximum length of a line of JSON in bytes.
const maxLine = 1 << 20

// jsonLines reads a JSON object a line. The members of an object in it have its name before theirs, as a.b.
func (r *reader) jsonLines(from io.Reader) error {
	r.found.Format = "JSON Lines"
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	for number := 1; lines.Scan(); number++ {
		line := bytes.TrimPrefix(bytes.TrimSpace(lines.Bytes()), []byte("\ufeff"))
		if len(line) == 0 {
			continue
		}
		values := map[string]string{}
		err := flatten(values, "", line)
		for _, needed := range r.Needed {
			if err == nil && !hasValue(values, needed) {
				err = lacks(needed)
			}
		}
		if err != nil {
			r.bad(number, err)
			continue
		}
		if err := r.record(values); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a line has more than %s", spelling.Count(maxLine, "byte"))
	}
	return lines.Err()
}

// record adds a record, its fields in the order of their names.
func (r *reader) record(values map[string]string) error {
	names := slices.Sorted(maps.Keys(values))
	at := make([]int, len(names))
	for i, name := range names {
		var err error
		if at[i], err = r.field(name); err != nil {
			return err
		}
	}
	if err := r.begin(); err != nil {
		return err
	}
	for i, name := range names {
		r.value(at[i], values[name])
	}
	return nil
}

// hasValue reports whether a record has a value of a field, by its name or Word.
func hasValue(values map[string]string, needed string) bool {
	for name, value := range values {
		if value != "" && (name == needed || word(name) == needed) {
			return true
		}
	}
	return false
}

// flatten adds the members of a JSON object. A list is one value, its JSON.
func flatten(values map[string]string, before string, object []byte) error {
	var members map[string]json.RawMessage
	if err := bounded.SmallJSON(object, &members); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := members[name]
		switch name = before + name; member[0] {
		case '{':
			if err := flatten(values, name+".", member); err != nil {
				return err
			}
		case '"':
			var text string
			if err := bounded.SmallJSON(member, &text); err != nil {
				return err
			}
			values[name] = text
		case 'n': // null
		default:
			values[name] = string(member)
		}
	}
	return nil
}
