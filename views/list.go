package views

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tabletop/views/text"
)

// List is what a screen lists, for a file: filtered and sorted as it is shown.
type List struct {
	Name  string // for the menu and the file: "columns"
	Head  []string
	Lines int
	// Line returns the cells of a line: []byte for bytes of the table, string for text that is escaped already, int,
	// int64, float64, time.Time, or nil for what is not known. It is called outside the loop and must not use the state
	// of the screen.
	Line func(line int) []any
}

// Lister is a screen with a list of figures. Of other screens the lines are written as they are searched.
type Lister interface {
	// List returns the list; nil when there is none yet.
	List() *List
}

// SearchedList returns the list of a screen in which the app finds what is typed; nil when it is empty.
func SearchedList(s Searchable) *List {
	lines := s.SearchLines()
	if len(lines) == 0 {
		return nil
	}
	return &List{Name: "list", Head: []string{"name", "more"}, Lines: len(lines), Line: func(line int) []any {
		return []any{lines[line].Name, lines[line].More}
	}}
}

// WriteCSV writes the list as comma-separated values. Bytes of the table are written as the app and the flags of
// commands write them, \xNN for what is not printable, so that they can be read back.
func (l *List) WriteCSV(w io.Writer) error {
	writer := csv.NewWriter(w)
	if err := writer.Write(l.Head); err != nil {
		return fmt.Errorf("writing the titles: %w", err)
	}
	fields := make([]string, len(l.Head))
	for line := range l.Lines {
		for i, cell := range l.Line(line) {
			fields[i] = csvField(cell)
		}
		if err := writer.Write(fields); err != nil {
			return fmt.Errorf("writing line %d: %w", line+1, err)
		}
	}
	writer.Flush()
	return writer.Error()
}

// csvField writes a cell of a list.
func csvField(cell any) string {
	switch cell := cell.(type) {
	case nil:
		return ""
	case []byte:
		return noFormula(text.Key(cell))
	case string:
		return noFormula(cell)
	case int:
		return strconv.Itoa(cell)
	case int64:
		return strconv.FormatInt(cell, 10)
	case float64:
		return strconv.FormatFloat(cell, 'g', -1, 64)
	case time.Time:
		return cell.UTC().Format(time.RFC3339Nano)
	}
	return noFormula(text.Safe(fmt.Sprint(cell)))
}

// noFormula keeps spreadsheets from taking text for a formula: the character that would begin one is written as \xNN.
func noFormula(s string) string {
	if s != "" && strings.IndexByte("=+-@", s[0]) >= 0 {
		return fmt.Sprintf(`\x%02x`, s[0]) + s[1:]
	}
	return s
}
