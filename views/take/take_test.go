package take

import (
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// hostile are keys that a shell or a query would read as something else, if they were not quoted.
func hostile() []string {
	keys := []string{"plain", "user#1", "a b", "it's", `say "x"`, "$HOME", "`id`", "$(id)", "!!", "*", "~", "-rf", "--", "=x",
		"a=b", "a;b", "a|b", "a&b", "a>b", "#c", "(x)", "{a,b}", "[a]", "\\", "\\n", "%s", "%%", "tab\there", "line\nbreak",
		"\r", "\x01", "\x1b[31m", "\x7f", "\x80", "\xff\xfe", "caf\u00e9", "\u6f22\u5b57", "\u202e", "\ufeffx", "\xc3\x28", "a\xff'b"}
	for char := byte(1); char < 10; char++ {
		keys = append(keys, string([]byte{'k', char, 200 + char}))
	}
	return keys
}

// words are the words that a shell makes of a line.
func words(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", "printf '%s\\0' "+line).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// TestLinesSayTheRows verifies of keys that are hard to quote that each line names exactly the rows that were pointed at:
// the words that a shell makes of it, and the bytes that a query asks for.
func TestLinesSayTheRows(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("skipped: there is no sh")
	}
	table := &sample.Table{Project: "p", Instance: "i", Name: "t"}
	for _, key := range hostile() {
		for name, c := range map[string]struct {
			rows       Rows
			own, other []string
			query      string
		}{
			"key": {Rows{Key: key}, []string{"--start", key, "--end", key + "\x00"}, []string{"lookup", "t", key},
				"_key = KEY"},
			"prefix": {Rows{Prefix: key}, []string{"--prefix", key}, []string{"read", "t", "prefix=" + key},
				"STARTS_WITH(_key, KEY)"},
			"range": {Rows{Start: key, End: key + "z"}, []string{"--start", key, "--end", key + "z"},
				[]string{"read", "t", "start=" + key, "end=" + key + "z"}, "_key >= KEY AND _key < "},
		} {
			lines := Lines(c.rows, "p/i/t", table)
			got := words(t, lines[0].Text)
			for i := range got {
				got[i], _, _ = text.Unescape(got[i])
			}
			if want := append([]string{"tabletop", "p/i/t"}, c.own...); !slices.Equal(got, want) {
				t.Errorf("%s %q: tabletop gets %q", name, key, got)
			}
			want := append([]string{"cbt", "-project", "p", "-instance", "i"}, c.other...)
			if got := words(t, lines[1].Text); !slices.Equal(got, want) {
				t.Errorf("%s %q: cbt gets %q", name, key, got)
			}
			front, rest, _ := strings.Cut(c.query, "KEY")
			asked := strings.TrimSuffix(lines[2].Text, rest)
			literal, ok := strings.CutPrefix(asked, "SELECT * FROM `t` WHERE "+front+"b'")
			if end := strings.Index(literal, "' AND "); end >= 0 {
				literal = literal[:end]
			}
			literal = strings.ReplaceAll(strings.TrimSuffix(literal, "'"), `"`, `\"`)
			read, err := strconv.Unquote(`"` + strings.ReplaceAll(literal, `\'`, "'") + `"`)
			if !ok || err != nil || read != key {
				t.Errorf("%s %q: %s asks for %q, %v", name, key, lines[2].Text, read, err)
			}
		}
	}
}

// TestWhatAToolCannotSay verifies that a NUL, which fits no argument, is refused with a way out, that names which the source
// does not give are to be replaced, and that nothing stands for no rows.
func TestWhatAToolCannotSay(t *testing.T) {
	lines := Lines(Rows{Key: "a\x00b"}, "demo:games", &sample.Table{Name: "t"})
	if lines[0].Text != `tabletop demo:games --start 'a\x00b' --end 'a\x00b\x00'` || lines[1].Text != "" ||
		!strings.Contains(lines[1].Note, "GoogleSQL and tabletop can") ||
		lines[2].Text != "SELECT * FROM `t` WHERE _key = b'a\\x00b'" {
		t.Errorf("%+v", lines)
	}
	if line := Lines(Rows{Key: "a\n"}, "x", &sample.Table{Name: "t"})[1]; line.Text != "" ||
		!strings.Contains(line.Note, "end in a line break: GoogleSQL and tabletop can") {
		t.Errorf("%+v", line)
	}
	lines = Lines(Rows{Prefix: "a"}, "x.tabletop", &sample.Table{})
	if lines[1].Text != "cbt -project PROJECT -instance INSTANCE read TABLE prefix=a" ||
		!strings.Contains(lines[1].Note, "replace PROJECT") || lines[2].Text != "" || lines[2].Note == "" {
		t.Errorf("%+v", lines)
	}
	for _, rows := range []Rows{{Key: "a"}, {Prefix: "a"}, {Start: "a"}, {End: "a"}} {
		if rows.Zero() {
			t.Errorf("%+v points at nothing", rows)
		}
	}
	if !(Rows{}).Zero() {
		t.Error("nothing points at rows")
	}
}

// TestPrefixWithinARange verifies that cbt, which takes no prefix beside a start or an end, gets a range of the same rows.
func TestPrefixWithinARange(t *testing.T) {
	for want, rows := range map[string]Rows{
		"start=ab end=b":            {Prefix: "a", Start: "ab"},
		"start=a end=ac":            {Prefix: "a", End: "ac"},
		"start=a end=b":             {Prefix: "a", Start: "A", End: "c"},
		`"$(printf 'start=\377a')"`: {Prefix: "\xff", Start: "\xffa"},
		"prefix=a":                  {Prefix: "a"},
	} {
		line := Lines(rows, "x", &sample.Table{Project: "p", Instance: "i", Name: "t"})[1].Text
		if line != "cbt -project p -instance i read t "+want {
			t.Errorf("%+v: %s, not %s", rows, line, want)
		}
	}
}
