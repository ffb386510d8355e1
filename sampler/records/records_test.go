package records

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// write makes a file of records.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// lines writes the rows of a sample, their cells in brackets.
func lines(s *sample.Sample) string {
	var out strings.Builder
	for row := range s.Rows() {
		fmt.Fprintf(&out, "%s", strings.TrimLeft(string(s.Key(row)), "0"))
		from, to := s.Cells(row)
		for i := from; i < to; i++ {
			cell := s.Cell(i)
			fmt.Fprintf(&out, " [%s=%s]", s.Columns()[cell.Column].Qualifier, cell.Value)
		}
		out.WriteString("\n")
	}
	return out.String()
}

// TestRead verifies what becomes of records of each form, and what is said of those that are left out.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		options    Options
		format     string
		rows, why  string
	}{
		{"commas", "id,who\n1,ada\n2,\n", Options{}, `values delimited by ','`, "1 [id=1] [who=ada]\n2 [id=2]\n", ""},
		{"byte order mark, quotes, CRLF", "\ufeffid;who\r\n1;\"a;b\nc\"\r\n", Options{}, `values delimited by ';'`,
			"1 [id=1] [who=a;b\nc]\n", ""},
		{"tabs, where quotes are text", "id\twho\n1\t\"a\n", Options{}, `values delimited by '\t'`,
			"1 [id=1] [who=\"a]\n", ""},
		{"no line of names", "1|ada\n", Options{Fields: []string{"id", "who"}}, `values delimited by '|'`,
			"1 [id=1] [who=ada]\n", ""},
		{"too few values, bad quotes", "id,who\n1\n2,\"x\"y\n3,ada\n", Options{}, `values delimited by ','`,
			"1 [id=3] [who=ada]\n", "line 2: 1 value for 2 fields; line 3: extraneous or missing"},
		{"a value that is needed", "id,the day\n1,\n2,x\n", Options{Needed: []string{"the_day"}},
			`values delimited by ','`, "1 [id=2] [the day=x]\n", "line 2: no value of the day"},
		{"JSON", "{\"b\":{\"c\":1,\"d\":[2]},\"a\":\"x\",\"n\":null,\"t\":true}\n\n{\"a\":1.50}\n", Options{}, "JSON Lines",
			"1 [a=x] [b.c=1] [b.d=[2]] [t=true]\n2 [a=1.50]\n", ""},
		{"JSON that is none", "{\"a\":1}\n{\"a\"\n[1]\n{\"b\":2}\n", Options{Needed: []string{"a"}}, "JSON Lines",
			"1 [a=1]\n", "line 2: unexpected end of JSON input; line 3: json: cannot unmarshal array"},
		{"values cut but where they are needed", "id,who\n12345,67890\n", Options{Keep: 2, Needed: []string{"id"}},
			`values delimited by ','`, "1 [id=12345] [who=67]\n", ""},
	} {
		if tt.options.Keep == 0 {
			tt.options.Keep = 64
		}
		read, err := Read(context.Background(), write(t, tt.text), tt.options)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := lines(read.Sample); got != tt.rows || read.Format != tt.format {
			t.Errorf("%s: %s:\n%s", tt.name, read.Format, got)
		}
		if why := strings.Join(read.Why, "; "); !strings.HasPrefix(why, tt.why) || (why == "") != (read.Bad == 0) ||
			(why == "") != (tt.why == "") {
			t.Errorf("%s: %d left out: %s", tt.name, read.Bad, why)
		}
		if !read.Sample.How.Complete || read.Sample.How.Strategy != sample.Everything {
			t.Errorf("%s: %+v", tt.name, read.Sample.How)
		}
	}
}

// TestReadRefuses verifies what is said of files that hold no records.
func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"": "it is empty", "id,id\n1,2\n": `two fields are named "id"`, "id,\n1,2\n": `"" cannot name a field`,
		"id,who\n": "it has no record", "id,who\n1\n": "no record that can be read: line 2: 1 value for 2 fields",
		"{\"a\":\"" + strings.Repeat("x", maxLine) + "\"}": "a line has more than",
	} {
		path := write(t, text)
		if _, err := Read(context.Background(), path, Options{Keep: 64}); err == nil ||
			!strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
	if _, err := Read(context.Background(), t.TempDir(), Options{}); err == nil {
		t.Error("a directory is read")
	}
}

// TestReadEndsAtALimit verifies that a file of which only the first records are read is no whole table.
func TestReadEndsAtALimit(t *testing.T) {
	text := "id\n" + strings.Repeat("abcdefghij\n", 100)
	for _, tt := range []struct {
		options Options
		rows    int
		ended   string
	}{
		{Options{Rows: 100}, 100, ""}, {Options{Rows: 99}, 99, "the limit of 99 records"},
		{Options{Memory: 1000}, 100, ""}, {Options{Memory: 990}, 99, "the records kept have 990 bytes"},
	} {
		tt.options.Keep = 64
		read, err := Read(context.Background(), write(t, text), tt.options)
		if err != nil {
			t.Fatal(err)
		}
		how := read.Sample.How
		if read.Sample.Rows() != tt.rows || !strings.HasPrefix(read.Ended, tt.ended) ||
			how.Complete != (tt.ended == "") || (how.Strategy == sample.Head) != (tt.ended != "") {
			t.Errorf("%+v: %d rows, %q, %+v", tt.options, read.Sample.Rows(), read.Ended, how)
		}
	}
}

// TestTimes verifies which fields hold times, and of what unit.
func TestTimes(t *testing.T) {
	for values, want := range map[string]rowkey.Unit{
		"2026-01-02T03:04:05Z\n2026-01-02": rowkey.Second,
		"2026-01-02T03:04:05.5Z":           rowkey.Millisecond,
		"1790000000000\n1790000000001":     rowkey.Millisecond,
		"1790000000000001":                 rowkey.Microsecond,
		"1790000000\n1790000000000000001":  rowkey.Nanosecond,
		"1790000000\nsoon\n1790000000":     "",
		"soon":                             "",
	} {
		read, err := Read(context.Background(), write(t, "at\n"+values+"\n"), Options{Keep: 64})
		if err != nil {
			t.Fatal(err)
		}
		field := read.Field("at")
		if field.Times() != (want != "") || want != "" && field.Resolution() != want {
			t.Errorf("%q: %v, %s", values, field.Times(), field.Resolution())
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("id,who\n1,ada\n"))
	f.Add([]byte("{\"a\":{\"b\":[1]}}\n{"))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "records")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if read, err := Read(context.Background(), path, Options{Keep: 8, Rows: 100}); err == nil && read.Sample.Rows() == 0 {
			t.Error("no rows and no error")
		}
	})
}
