package debuglog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"tabletop/model/bounded"
)

// maxShared is how many entries Share keeps after the first: those at the end, where the failure is.
const maxShared = 1000

var (
	// named are the names in what a request is about.
	named = regexp.MustCompile(`(projects|instances|tables|clusters)/[^/]+`)
	// hashed are a number of ranges, or ranges of which each end is a hash or that of the table.
	hashed = regexp.MustCompile(`^(null|\d+|\[(,?\["(#[0-9a-f]{16})?","(#[0-9a-f]{16})?"\])*\])$`)
)

// ErrWithKeys is the error of Share for a log that was written with row keys.
var ErrWithKeys = errors.New("it was written with --debug-keys, and so holds row keys")

// Share returns a log as it can be given to others: the entry of the command and the last 1,000, with the names of
// projects, instances, tables, clusters and app profiles taken out, and only the attributes that Log writes. Errors say
// what is wrong with the text, from its line.
func Share(log []byte) ([]byte, error) {
	lines := bytes.Split(bytes.TrimSpace(log), []byte("\n"))
	if surplus := len(lines) - 1 - maxShared; surplus > 0 {
		lines = append(lines[:1:1], lines[1+surplus:]...)
	}
	var out bytes.Buffer
	for number, line := range lines {
		var entry shared
		if err := bounded.JSON(line, &entry); err != nil || number == 0 && entry.Message != "command" {
			return nil, fmt.Errorf("line %d is not one of a log of --debug", number+1)
		}
		if entry.Keys || len(entry.Ranges) > 0 && !hashed.Match(entry.Ranges) {
			return nil, ErrWithKeys
		}
		entry.Of = named.ReplaceAllString(entry.Of, "$1/…")
		text, err := json.Marshal(entry)
		if err != nil {
			return nil, err
		}
		out.Write(append(text, '\n'))
	}
	return out.Bytes(), nil
}

// shared is an entry without what names something: neither app_profile nor error is a field.
type shared struct {
	Time      string          `json:"time"`
	Message   string          `json:"msg"`
	Command   string          `json:"command,omitempty"`
	Version   string          `json:"version,omitempty"`
	Commit    string          `json:"commit,omitempty"`
	Keys      bool            `json:"keys,omitempty"`
	Method    string          `json:"method,omitempty"`
	Of        string          `json:"of,omitempty"`
	Strategy  string          `json:"strategy,omitempty"`
	Ranges    json.RawMessage `json:"ranges,omitempty"`
	RowsLimit int64           `json:"rows_limit,omitempty"`
	Status    int             `json:"status,omitempty"`
	Rows      *int64          `json:"rows,omitempty"`
	Bytes     int64           `json:"bytes,omitempty"`
	Messages  int64           `json:"messages,omitempty"`
	TookMs    float64         `json:"took_ms,omitempty"`
	Code      string          `json:"code,omitempty"`
	ExitCode  *int            `json:"exit_code,omitempty"`
}
