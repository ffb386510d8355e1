package bounded_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
)

type wide struct {
	A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P int64
	Inner                                          *wide
	Names                                          []string
	ByName                                         map[string]wide
	Any                                            any
	At                                             time.Time
	Own                                            own
}

type embeds struct {
	wide
	List []wide
}

// own decodes itself into a list.
type own struct{ n int }

func (o *own) UnmarshalJSON(text []byte) error {
	var list []wide
	defer func() { o.n = len(list) }()
	return json.Unmarshal(text, &list)
}

func (own) JSONForm() any { return []wide(nil) }

// allocated returns the bytes that f allocates.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// TestJSONMemory verifies that text that would take a large multiple of its memory is refused before it does,
// wherever in the value that is, and that what Memory returns is no less than what decoding takes.
func TestJSONMemory(t *testing.T) {
	many := func(item string) string { return strings.Repeat(item+",", 20_000) + item }
	for name, c := range map[string]struct {
		text    string
		refused bool
	}{
		"numbers": {`{"A": 1, "List": [{"A":1234567890,"B":1234567890,"Names":["an ordinary name"]}]}`,
			false},
		"a list of empty objects":  {`{"List":[` + many(`{}`) + `]}`, true},
		"by another case":          {`{"lIST":[` + many(`{}`) + `]}`, true},
		"by an escaped name":       {`{"\u004cist":[` + many(`{}`) + `]}`, true},
		"by a folded letter":       {`{"Li\u017ft":[` + many(`{}`) + `]}`, true},
		"in an embedded struct":    {`{"Names":[` + many(`""`) + `]}`, false},
		"pointers":                 {`{"List":[` + many(`{"Inner":{}}`) + `]}`, true},
		"a map":                    {`{"ByName":{` + many(`"":{}`) + `}}`, true},
		"anything":                 {`{"Any":[` + many(`{}`) + `]}`, true},
		"a type that decodes":      {`{"Own":[` + many(`{}`) + `]}`, true},
		"what is not decoded":      {`{"Other":[` + many(`{}`) + `]}`, false},
		"null":                     {`{"List":[` + many(`null`) + `]}`, true},
		"cut short":                {`{"List":[` + many(`{}`), true},
		"long text in few objects": {`{"Names":["` + strings.Repeat("x", 100_000) + `"]}`, false},
	} {
		var v, raw embeds
		err := bounded.JSON([]byte(c.text), &v)
		if refused := err != nil && strings.Contains(err.Error(), "times the memory"); refused != c.refused {
			t.Errorf("%s: %v", name, err)
		}
		if len(v.List) > 0 && c.refused {
			t.Errorf("%s: %d elements were made", name, len(v.List))
		}
		need, err := bounded.Memory([]byte(c.text), &raw)
		took := allocated(func() { _ = json.Unmarshal([]byte(c.text), &raw) })
		// The decoder itself takes a copy of the text, and lists that grow leave their old elements to the collector.
		if err != nil || took > 3*need+2*int64(len(c.text))+64<<10 {
			t.Errorf("%s: decoding took %d bytes, and Memory returned %d, %v", name, took, need, err)
		}
	}
}

// TestDepth verifies that text is refused one level past MaxDepth, and no sooner.
func TestDepth(t *testing.T) {
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	for n, deep := range map[int]bool{bounded.MaxDepth: false, bounded.MaxDepth + 1: true, 9_000: true, 400_000: true} {
		var v any
		for form, err := range map[string]error{
			"JSON": bounded.JSON(nested(n), &v), "small JSON": bounded.SmallJSON(nested(n), &v),
			"YAML":       bounded.YAML(nested(n), &v, true),
			"block YAML": bounded.YAML([]byte(strings.Repeat("- ", n-1)+"[]"), &v, true),
		} {
			if got := err != nil && strings.Contains(err.Error(), "nested deeper than 100"); got != deep {
				t.Errorf("%s of %d levels: %v", form, n, err)
			}
		}
	}
}

// TestAliases verifies that aliases stand for a bounded number of values and levels.
func TestAliases(t *testing.T) {
	lists := func(n int) string {
		text := "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
		for i := range n {
			was, is := string(rune('0'+i)), string(rune('1'+i))
			text += "a" + is + ": &a" + is + " [" + strings.Repeat("*a"+was+", ", 9) + "*a" + was + "]\n"
		}
		return text
	}
	chain := "a0: &a0 x\n"
	for i := range 60 {
		chain += fmt.Sprintf("a%d: &a%d [[*a%d ]]\n", i+1, i+1, i)
	}
	for name, c := range map[string]struct{ text, words string }{
		"a few":    {lists(3), ""},
		"millions": {lists(8), "line 5: the alias"},
		"itself":   {"a: &a [*a]\n", "stands for too many values"},
		"a chain":  {chain, "line 51: lists and mappings are nested deeper"},
		"merge":    {"a: &a {x: 1}\nb: {<<: *a}\n", ""},
	} {
		_, err := bounded.Documents([]byte(c.text))
		if got := ""; err != nil {
			if got = err.Error(); c.words == "" || !strings.Contains(got, c.words) {
				t.Errorf("%s: %v", name, err)
			}
		} else if c.words != "" {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestYAML verifies what is decoded, and the errors of what is not.
func TestYAML(t *testing.T) {
	var v struct{ A []int }
	if err := bounded.YAML([]byte("a: [1, 2]\n"), &v, true); err != nil || len(v.A) != 2 {
		t.Errorf("%v, %v", v, err)
	}
	if err := bounded.YAML([]byte("b: 1\n"), &v, true); err == nil ||
		!strings.Contains(err.Error(), "field b not found") {
		t.Errorf("an unknown field: %v", err)
	}
	if err := bounded.YAML([]byte("b: 1\n"), &v, false); err != nil {
		t.Errorf("an unknown field that may be there: %v", err)
	}
	if err := bounded.YAML([]byte("# nothing\n"), &v, true); !errors.Is(err, io.EOF) {
		t.Errorf("an empty text: %v", err)
	}
	if docs, err := bounded.Documents([]byte("a: 1\n---\nb: 2\n---\nc: 3\n")); err != nil || len(docs) != 2 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
	if _, err := bounded.Documents(make([]byte, bounded.MaxText+1)); err == nil ||
		!strings.Contains(err.Error(), "1 MiB") {
		t.Errorf("a long text: %v", err)
	}
	var wrong *yaml.TypeError
	err := bounded.YAML([]byte("a: ["+strings.Repeat("x, ", 50_000)+"x]"), &v, true)
	if !errors.As(err, &wrong) || len(wrong.Errors) != 6 || wrong.Errors[5] != "and 49996 more" {
		t.Errorf("many faults: %.300v", err)
	}
}
