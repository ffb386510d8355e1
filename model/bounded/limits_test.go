package bounded

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// inner is a struct of two words.
type inner struct{ A, B int64 }

// outer has the fields of structs that it embeds, but where it has its own, and those of other names.
type outer struct {
	inner
	*other
	B     string `json:"B"`
	Named int64  `json:"name,omitempty"`
	//lint:ignore SA5008 encoding/json takes it for the name "-"
	Dash   []byte `json:"-,"`
	Left   int64  `json:"-"`
	Struct *inner `json:"struct"`
}

type other struct {
	C [2]int64
	B bool
}

// listed decodes itself into a list.
type listed struct{}

func (*listed) UnmarshalJSON([]byte) error { return nil }

func (listed) JSONForm() any { return []int64(nil) }

// texted decodes itself by its own words.
type texted struct{ _, _, _ int64 }

func (*texted) UnmarshalText([]byte) error { return nil }

// TestMemoryOfValues verifies how many bytes a text needs in a value, by the kinds of values: what is not decoded needs
// nothing, elements of lists and maps twice their size, and text its length.
func TestMemoryOfValues(t *testing.T) {
	const word, text, list, iface = 8, 16, 24, 16
	const structSize = 2*word + word + text + word + list + word + word // outer
	for _, tt := range []struct {
		json string
		into any
		want int64
	}{
		{`5`, new(int64), word}, {` 5 `, new(int64), word}, {`"abc"`, new(string), text + 5}, {`null`, new(*int64), 0},
		{`5`, new(*int64), word + word}, {`[1,2,3]`, new([]int64), list + 3*2*word}, {`[]`, new([]int64), list},
		{` [ 1 , 2 ] `, new([]int64), list + 2*2*word}, {`["ab", ""]`, new([]string), list + 2*2*text + 4 + 2},
		{`[1,2]`, new([2]int64), 2 * word}, {`[[1],[2,3]]`, new([][]int64), list + 2*2*list + 3*2*word},
		{`{"ab":1}`, new(map[string]int64), word + 2*(text+word+48) + 4},
		{`{"a":1,"b":2}`, new(map[string]int64), word + 2*(2*(text+word+48)+3)},
		{`5`, new(any), iface + 64}, {`"abc"`, new(any), iface + 64 + 5}, {`[1,2]`, new(any), iface + 64 + 2*(2*64+64)},
		{`{"ab":1}`, new(any), iface + 64 + 2*(48+64) + 4 + 64},
		{`{}`, new(outer), structSize}, {`{"A":1,"name":2}`, new(outer), structSize}, {`{"B":"xyz"}`, new(outer), structSize + 5},
		{`{"b":"xyz"}`, new(outer), structSize + 5}, {`{"\u0042":"xyz"}`, new(outer), structSize + 5},
		{`{"-":"xyz"}`, new(outer), structSize + 5}, {`{"Left":"xyz"}`, new(outer), structSize}, {`{"Dash":"xyz"}`, new(outer), structSize},
		{`{"Named":["x"]}`, new(outer), structSize}, {`{"struct":{}}`, new(outer), structSize + 2*word},
		{`{"struct":null}`, new(outer), structSize}, {`{"C":[1,2]}`, new(outer), structSize}, {`{"z":["a",{"b":"c"}]}`, new(outer), structSize},
		{`{"A":1} `, new(outer), structSize}, {`[1,2]`, new(listed), list + 2*2*word}, {`"abc"`, new(texted), 3*word + list + 5},
		{`"2026-01-02"`, new(time.Time), list + list + 12}, {`{"a\"b":1}`, new(map[string]int64), word + 2*(text+word+48) + 6},
		// nothing after the first fault
		{``, new(int64), word}, {`[1`, new([]int64), list + 2*word}, {`[12`, new([]int64), list + 2*word}, {`["a`, new([]string), list + 2*text},
		{`{"ab"`, new(map[string]int64), word}, {`{"ab" 1}`, new(map[string]int64), word}, {`{1:2,"a":3}`, new(map[string]int64), word},
		{`{"ab":`, new(map[string]int64), word + 2*(text+word+48) + 4}, {`[,"a"]`, new([]string), list + 2*text}, {`[`, new([]int64), list},
	} {
		if got, err := Memory([]byte(tt.json), tt.into); err != nil || got != tt.want {
			t.Errorf("%s in a %T needs %d bytes, want %d, %v", tt.json, tt.into, got, tt.want, err)
		}
	}
}

// TestLimitOfMemory verifies the largest multiple of its text that a value may take, beside 4 KB, and the message.
func TestLimitOfMemory(t *testing.T) {
	for numbers, ok := range map[int]bool{4000: true, 1: true} {
		data := []byte("[" + strings.Repeat("1,", numbers) + "1]")
		var v []int64 // 2 bytes of text to 16 of a number
		if err := JSON(data, &v); (err == nil) != ok || len(v) != numbers+1 {
			t.Errorf("%d numbers: %v", numbers, err)
		}
	}
	// An object of 3 bytes needs twice its size: just at the limit, and just beyond.
	for words, ok := range map[int]bool{3: true, 4: false} {
		data := []byte("[" + strings.Repeat("{},", 9999) + "{}]")
		var err error
		if words == 3 {
			var v []struct{ A, B, C int64 }
			err = JSON(data, &v)
		} else {
			var v []struct{ A, B, C, D int64 }
			err = JSON(data, &v)
		}
		if (err == nil) != ok || err != nil && err.Error() !=
			"its values need 21 times the memory of their text, and at most 16 times is allowed" {
			t.Errorf("of %d words: %v", words, err)
		}
	}
	var large [1000]int64
	if err := JSON(nil, &large); err == nil || !strings.HasPrefix(err.Error(), "its values need 8000 times the memory") {
		t.Errorf("of no text: %v", err)
	}
	var small [500]int64
	if err := JSON([]byte("[]"), &small); err != nil {
		t.Errorf("of 4,000 bytes: %v", err)
	}
	var v any
	if err := SmallJSON(append(make([]byte, 0), strings.Repeat(" ", MaxText-1)+"1"...), &v); err != nil || v != 1.0 {
		t.Errorf("of 1 MiB: %v", err)
	}
	if err := SmallJSON([]byte(strings.Repeat(" ", MaxText)+"1"), &v); err == nil || err.Error() != "it is longer than 1 MiB" {
		t.Errorf("of more than 1 MiB: %v", err)
	}
	if err := SmallJSON([]byte("["), &v); err == nil {
		t.Error("half a list is decoded")
	}
	if err := JSON([]byte("{"), &v); err == nil {
		t.Error("half an object is decoded")
	}
}

// TestFieldsAreThoseOfTheDecoder verifies that a text is measured by the fields that encoding/json decodes it into.
func TestFieldsAreThoseOfTheDecoder(t *testing.T) {
	var v outer
	v.other = &other{}
	if err := json.Unmarshal([]byte(`{"A":1,"B":"b","name":2,"-":"eHg=","C":[3,4],"Left":5}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.A != 1 || v.B != "b" || v.Named != 2 || string(v.Dash) != "xx" || v.C[1] != 4 || v.Left != 0 {
		t.Errorf("decoded %+v", v)
	}
}

// TestQuotedTexts verifies that a message cites at most 80 bytes of a text, and no half of a character.
func TestQuotedTexts(t *testing.T) {
	for text, want := range map[string]string{
		"a\n": `"a\n"`, strings.Repeat("x", 80): `"` + strings.Repeat("x", 80) + `"`,
		strings.Repeat("x", 81):        `"` + strings.Repeat("x", 80) + `"…`,
		strings.Repeat("x", 79) + "éa": `"` + strings.Repeat("x", 79) + `"…`,
	} {
		if got := quote(text); got != want {
			t.Errorf("%q is cited as %s, want %s", text, got, want)
		}
	}
}

// TestLimitsOfYAML verifies the limits of texts that people write: their length, the values that aliases stand for, and
// how many faults are listed.
func TestLimitsOfYAML(t *testing.T) {
	for more, ok := range map[int]bool{0: true, 1: false} {
		text := []byte("a: 1\n#" + strings.Repeat("x", MaxText-6+more))
		if docs, err := Documents(text); (err == nil) != ok || ok && len(docs) != 1 {
			t.Errorf("a text of %d bytes: %d documents, %v", len(text), len(docs), err)
		}
	}
	// A list of 999 values is 1,000 with itself, and 100 aliases of it stand for 100,000.
	list := "a: &a [" + strings.Repeat("x, ", 998) + "x]\n"
	for aliases, ok := range map[int]bool{100: true, 101: false} {
		text := list + "b: [" + strings.Repeat("*a , ", aliases-1) + "*a ]\n"
		if _, err := Documents([]byte(text)); (err == nil) != ok || err != nil &&
			err.Error() != `line 2: the alias "a" stands for too many values: write them out` {
			t.Errorf("%d aliases: %v", aliases, err)
		}
	}
	for faults, want := range map[int]int{5: 5, 6: 6, 7: 6} {
		var v struct{ A []int }
		err := YAML([]byte("a: ["+strings.Repeat("x, ", faults-1)+"x]"), &v, true)
		var wrong *yaml.TypeError
		if !errors.As(err, &wrong) || len(wrong.Errors) != want || faults > 5 &&
			wrong.Errors[5] != fmt.Sprintf("and %d more", faults-5) {
			t.Errorf("%d faults: %v", faults, err)
		}
	}
	if err := tooDeep(0); err.Error() != "lists and mappings are nested deeper than 100 levels" {
		t.Error(err)
	}
	if err := tooDeep(3); err.Error() != "line 3: lists and mappings are nested deeper than 100 levels" {
		t.Error(err)
	}
	// The library has a limit of its own, far deeper, and then names no line.
	if _, err := Documents([]byte(strings.Repeat("[", 20_000))); err == nil || err.Error() != tooDeep(0).Error() {
		t.Errorf("20,000 levels: %v", err)
	}
	if _, err := Documents([]byte("a: [")); err == nil {
		t.Error("half a list is a document")
	}
	if err := YAML([]byte("a: ["), new(any), true); err == nil {
		t.Error("half a list is decoded")
	}
	if docs, err := Documents(nil); err != nil || len(docs) != 0 {
		t.Errorf("of nothing: %d documents, %v", len(docs), err)
	}
}
