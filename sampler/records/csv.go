package records

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// delimiters are those that a CSV file may have.
func delimiters() []rune { return []rune{',', '\t', ';', '|'} }

// delimiterOf returns the delimiter that occurs most in the first line.
func delimiterOf(head string) rune {
	first, _, _ := strings.Cut(strings.TrimPrefix(head, "\ufeff"), "\n")
	best := delimiters()[0]
	for _, delimiter := range delimiters() {
		if strings.Count(first, string(delimiter)) > strings.Count(first, string(best)) {
			best = delimiter
		}
	}
	return best
}

// csv reads comma-separated values (RFC 4180), or values with another delimiter.
func (r *reader) csv(from io.Reader, head string) error {
	lines := csv.NewReader(from)
	lines.Comma, lines.ReuseRecord, lines.FieldsPerRecord = delimiterOf(head), true, -1
	lines.LazyQuotes = lines.Comma == '\t' // where quotes are text
	r.found.Format = fmt.Sprintf("values delimited by %q", lines.Comma)
	names := r.Fields
	if names == nil {
		header, err := lines.Read()
		if err != nil {
			return fmt.Errorf("its first line names no fields: %w", err)
		}
		names = append(names, header...)
		names[0] = strings.TrimPrefix(names[0], "\ufeff")
	}
	for _, name := range names {
		if _, known := r.fields[name]; known {
			return fmt.Errorf("two fields are named %q", name)
		}
		if _, err := r.field(name); err != nil {
			return fmt.Errorf("its first line must name the fields: %w", err)
		}
	}
	for {
		values, err := lines.Read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			wrong, ok := errors.AsType[*csv.ParseError](err)
			if !ok {
				return err
			}
			r.bad(wrong.StartLine, wrong.Err)
			continue
		}
		line, _ := lines.FieldPos(0)
		if len(values) != len(names) {
			r.bad(line, fmt.Errorf("%d values for %d fields", len(values), len(names)))
			continue
		}
		if err := r.begin(); err != nil {
			return err
		}
		for at, value := range values {
			r.value(at, value)
		}
	}
}
