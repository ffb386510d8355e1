package lesson

import (
	_ "embed" // the texts of the glossary
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tabletop/model/bounded"
)

//go:embed glossary.yaml
var glossaryText []byte

// Term is an entry of the glossary.
type Term struct {
	Term   string `yaml:"term"`
	Text   string `yaml:"text"`
	See    string `yaml:"see"`    // the ID of a screen that shows it
	Lesson string `yaml:"lesson"` // the name of the lesson that teaches it
}

// Glossary returns the terms that lessons use, in the order of the alphabet. The result is new at every call.
func Glossary() []Term {
	var out []Term
	if err := bounded.YAML(glossaryText, &out, true); err != nil {
		panic(err) // embedded; TestGlossary reads it
	}
	return out
}

//go:embed guidelines.yaml
var guidelinesText []byte

// Guideline is a point of docs/guidelines.md, which lessons, findings and screens cite by its ID.
type Guideline struct {
	ID    string `yaml:"id"` // "G40"
	Text  string `yaml:"text"`
	Limit string `yaml:"limit"` // in words; empty if the point has no number
}

// Guidelines returns the points of docs/guidelines.md in their order. The result is new at every call.
func Guidelines() []Guideline {
	var out []Guideline
	if err := bounded.YAML(guidelinesText, &out, true); err != nil {
		panic(err) // embedded; TestGuidelines reads it
	}
	return out
}

var guideline = regexp.MustCompile(`\bG\d\d\b`)

// Cited returns the IDs of the guidelines that a text names, each once, in order.
func Cited(text string) []string {
	var out []string
	for _, id := range guideline.FindAllString(text, -1) {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// TermsIn returns the terms that a text uses, also in the plural, in the order of the alphabet.
func TermsIn(text string, terms []Term) []Term {
	var out []Term
	words := " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-'
	}), " ") + " "
	for _, t := range terms {
		name := strings.ToLower(t.Term)
		if strings.Contains(words, " "+name+" ") || strings.Contains(words, " "+name+"s ") {
			out = append(out, t)
		}
	}
	return out
}
