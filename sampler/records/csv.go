package records

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"tabletop/model/spelling"
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
	delimiter := delimiterOf(head)
	r.found.Format = fmt.Sprintf("values delimited by %q", delimiter)
	next := separated(from, delimiter)
	names := r.Fields
	if names == nil {
		header, _, err := next()
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
		values, line, err := next()
		wrong, isBad := errors.AsType[*csv.ParseError](err)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case isBad:
			r.bad(wrong.StartLine, wrong.Err)
			continue
		case err != nil:
			return err
		}
		if err := r.whole(names, values); err != nil {
			r.bad(line, err)
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

// separated returns a function that returns the values of the next record, which are good until it is called again, and
// its line. Its errors are io.EOF, *csv.ParseErrors, which concern one record, and those of from. Between tabs, quotes
// are text.
func separated(from io.Reader, delimiter rune) func() (values []string, line int, err error) {
	if delimiter != '\t' {
		lines := csv.NewReader(from)
		lines.Comma, lines.ReuseRecord, lines.FieldsPerRecord = delimiter, true, -1
		return func() (values []string, line int, err error) {
			if values, err = lines.Read(); err == nil {
				line, _ = lines.FieldPos(0)
			}
			return values, line, err
		}
	}
	lines, number := bufio.NewScanner(from), 0
	lines.Buffer(nil, maxLine)
	return func() ([]string, int, error) {
		for lines.Scan() {
			if number++; lines.Text() != "" {
				return strings.Split(lines.Text(), "\t"), number, nil
			}
		}
		return nil, number, cmp.Or(lines.Err(), io.EOF)
	}
}

// whole returns why a record is left out; nil if it has all that it must have.
func (r *reader) whole(names, values []string) error {
	if len(values) != len(names) {
		return fmt.Errorf("%s for %s", spelling.Count(len(values), "value"), spelling.Count(len(names), "field"))
	}
	for at, name := range names {
		if values[at] == "" && r.needs(name) {
			return lacks(name)
		}
	}
	return nil
}
