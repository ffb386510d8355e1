package lesson

import (
	"bytes"
	_ "embed" // the text of the glossary
	"regexp"

	"go.yaml.in/yaml/v3"
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
	d := yaml.NewDecoder(bytes.NewReader(glossaryText))
	d.KnownFields(true)
	if err := d.Decode(&out); err != nil {
		panic(err) // embedded; TestGlossary reads it
	}
	return out
}

var guideline = regexp.MustCompile(`\bG\d\d\b`)

// Guidelines returns the IDs of the guidelines that the term's text names.
func (t Term) Guidelines() []string { return guideline.FindAllString(t.Text, -1) }
