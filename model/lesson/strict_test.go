package lesson

import (
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestWordsOfLiterals verifies that words are runs of letters and digits of ASCII.
func TestWordsOfLiterals(t *testing.T) {
	for literal, want := range map[string][]string{"": nil, "#": nil, "a#b": {"a", "b"}, "az09AZ": {"az09AZ"},
		"/0:9@A[Z`a{z": {"0", "9", "A", "Z", "a", "z"}} {
		if got := words([]byte(literal)); !slices.Equal(got, want) {
			t.Errorf("%q has words %q, want %q", literal, got, want)
		}
	}
}

// TestChoicesHaveOneAnswer verifies that a choice has two to six options of which exactly one is right, wherever it is.
func TestChoicesHaveOneAnswer(t *testing.T) {
	for _, tt := range []struct {
		right  []bool
		answer int
		faults int
	}{
		{[]bool{true, false}, 0, 0}, {[]bool{false, true}, 1, 0}, {[]bool{false, false, true}, 2, 0},
		{[]bool{true, true}, 1, 1}, {[]bool{false, true, true}, 2, 1}, {[]bool{false, false}, -1, 1},
		{[]bool{true}, 0, 1}, {[]bool{true, false, false, false, false, false}, 0, 0},
		{[]bool{true, false, false, false, false, false, false}, 0, 1},
	} {
		file := &chooseFile{}
		for _, right := range tt.right {
			file.Options = append(file.Options, optionFile{Text: "text", Right: right, Reply: "reply"})
		}
		r := &reader{root: &yaml.Node{}}
		if choice := r.choice(file); choice.Answer != tt.answer || len(r.faults) != tt.faults {
			t.Errorf("right are %v: the answer is %d, want %d, with faults %v", tt.right, choice.Answer, tt.answer,
				r.faults)
		}
	}
}
