package codegen

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Test is what a test of functions is written of.
type Test struct {
	Pairs   []Pair
	Refused [][]byte // keys that do not fit
}

// Pair is an old key and the new one that it becomes.
type Pair struct {
	Old, New []byte
	Row      []any // of Functions.OfRow: []byte, int64, or nil where the row has none
}

// WriteTest writes a test in a language, which runs beside what Write writes, with the tools of the language alone.
func (f *Functions) WriteTest(l Language, t Test) string { return dialectOf(l).test(f, t) }

// pairs writes each pair as a line: keys in hexadecimal, with spaces between them.
func (t Test) pairs() []string {
	var all []string
	for _, pair := range t.Pairs {
		line := []string{hex.EncodeToString(pair.Old), hex.EncodeToString(pair.New)}
		for _, value := range pair.Row {
			switch v := value.(type) {
			case []byte:
				line = append(line, hex.EncodeToString(v))
			case int64:
				line = append(line, strconv.FormatInt(v, 10))
			default:
				line = append(line, "-")
			}
		}
		all = append(all, strings.Join(line, " "))
	}
	return all
}

func (t Test) refused() []string {
	var all []string
	for _, key := range t.Refused {
		all = append(all, hex.EncodeToString(key))
	}
	return all
}

// lines writes texts, each in a form.
func lines(all []string, form string) string {
	var out strings.Builder
	for _, text := range all {
		fmt.Fprintf(&out, form, text)
	}
	return out.String()
}

// testText fills in the text of a test: the lines, the arguments of a call that are of the row, and the names of the
// functions, each of which other follows for functions that only read and write keys. What is between the marks is
// left out of their test.
func testText(file string, f *Functions, t Test, args, form, from, to string, names ...string) string {
	data, err := runtimes.ReadFile("runtime/" + file)
	if err != nil {
		return err.Error() // it is embedded
	}
	text := string(data)
	if f.New == "" {
		before, rest, _ := strings.Cut(text, from)
		_, after, _ := strings.Cut(rest, to)
		text = strings.NewReplacer(names...).Replace(before + after)
	}
	return strings.NewReplacer(from, "", to, "", ", ARGS", args, "PAIRS_LINES", lines(t.pairs(), form),
		"REFUSED_LINES", lines(t.refused(), form)).Replace(text)
}
