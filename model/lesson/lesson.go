// Package lesson holds the guided lessons, one for each worked example of docs/guidelines.md, and checks the user's work
// in them. A lesson is text and checks, one file each. Every figure it shows, and every right answer, is measured on the
// open table by the packages that the screens use.
package lesson

import (
	"strings"

	"tabletop/model/rowkey"
)

// Lesson is one worked example, divided into steps.
type Lesson struct {
	ID     string // of the worked example: "E11"
	Name   string // "hotspots"
	Title  string
	About  string // what the user learns, in a sentence
	Demo   string // the demo dataset that its tables are in
	Tables []Table
	Steps  []Step
}

// Table is a table that a lesson uses.
type Table struct {
	Name   string // in the dataset
	Layout string // template of its keys, which figures are measured by
	// Start is the template in force when the lesson begins, where the user is to find Layout; empty is Layout.
	Start string
}

// Step is one thing to do. Texts may hold {name}, which stands for the figure of that name, and {@screen}, which stands
// for the screen and its key.
type Step struct {
	Table string // which is open; empty is that of the step before
	Text  string // what this is about
	Task  string // what to do or to find out
	Hint  string // how
	Why   string // shown when it is done
	// Figures are what Text and Why tell of, besides the figures of the check.
	Figures Measures
	// Assumes is what Why assumes of the table.
	Assumes []Claim
	Check   Check
}

// Claim is a word that a measure is said to give.
type Claim struct {
	Of Measure
	Is string
}

// All returns the lessons in the recommended order.
func All() []*Lesson {
	return []*Lesson{
		hotspots(), keyOrder(), buckets(), tallOrWide(), versions(), domains(), meters(), market(),
		prefixes(), places(), tenants(), overwriting(), friends(), servers(),
	}
}

// Find returns the lesson with this name, or this ID of its example, ignoring case; nil if it does not exist.
func Find(name string) *Lesson {
	for _, l := range All() {
		if strings.EqualFold(l.Name, name) || strings.EqualFold(l.ID, name) {
			return l
		}
	}
	return nil
}

// Table is the table that step i is about.
func (l *Lesson) Table(i int) Table {
	for ; i >= 0; i-- {
		for _, t := range l.Tables {
			if i < len(l.Steps) && t.Name == l.Steps[i].Table {
				return t
			}
		}
	}
	return l.Tables[0]
}

// Source names a table of the lesson as the user would type it.
func (l *Lesson) Source(t Table) string { return "demo:" + l.Demo + "/" + t.Name }

// Measured are the layouts that figures are measured by.
func (t Table) Measured() (rowkey.Set, error) { return rowkey.ParseSet(t.Layout) }

// Begin are the layouts in force when the lesson begins.
func (t Table) Begin() (rowkey.Set, error) {
	if t.Start == "" {
		return t.Measured()
	}
	return rowkey.ParseSet(t.Start)
}

// Cites lists the guidelines that the lesson's texts name, each once, as they come.
func (l *Lesson) Cites() []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range l.Steps {
		for _, word := range strings.FieldsFunc(s.Text+" "+s.Why, func(r rune) bool { return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') }) {
			if len(word) == 3 && word[0] == 'G' && word[1] >= '0' && word[1] <= '9' && !seen[word] {
				seen[word] = true
				out = append(out, word)
			}
		}
	}
	return out
}
