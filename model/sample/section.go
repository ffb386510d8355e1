package sample

import (
	"cmp"
	"slices"
)

// Section holds data about a table beside the rows that are kept, in a format that only the package that wrote it
// reads. A file carries sections without parsing them, so a new one needs no new file format.
type Section struct {
	ID   SectionID
	Name string // of the contents, at most SectionNameBytes
	Data []byte
}

// SectionID is the number of a section in a file. A number is never used again for something else.
type SectionID uint32

// The sections. RowsSection is what Encode writes; the others are written by the packages named.
const (
	RowsSection      SectionID = 1
	TotalsSection    SectionID = 2 // tally: counts of all rows
	RetentionSection SectionID = 3 // retention: cells of all rows by rank and age
	CensusSection    SectionID = 4 // census: its plan, and what else was counted of all rows
	LayoutsSection   SectionID = 8 // simulate: layouts counted over all rows
)

// SectionNameBytes is the maximum length of a section's name.
const SectionNameBytes = 16

// Sections returns the sections by ascending ID.
func (s *Sample) Sections() []Section { return s.sections }

// Section returns the data of a section, and whether the sample has it.
func (s *Sample) Section(id SectionID) (data []byte, ok bool) {
	for _, x := range s.sections {
		if x.ID == id {
			return x.Data, true
		}
	}
	return nil, false
}

// WithSections returns the same rows with these sections and no others.
func (s *Sample) WithSections(sections ...Section) *Sample {
	out := *s
	out.sections = slices.SortedFunc(slices.Values(sections), func(a, b Section) int { return cmp.Compare(a.ID, b.ID) })
	return &out
}

// CountsAll reports whether the counts in the sections, if there are any, cover all rows that were to be read, but for
// those that the service refused to send (How.Unreadable).
func (s *Sample) CountsAll() bool { return s.How.Stopped == "" }

// Described returns the same rows as rows of t that were read as how states, without sections. Each range of how.Places
// is a run, but a range that was read to its end, and of which all rows were kept, forms one run with the next.
func (s *Sample) Described(t Table, how Provenance) *Sample {
	out := *s
	out.Table, out.How, out.sections, out.runs = t, how, nil, nil
	at, joined := 0, false
	for _, place := range how.Places {
		end := s.Rows()
		if len(place.End) > 0 {
			end = s.Find(place.End)
		}
		if n := end - at; n > 0 {
			if joined {
				out.runs[len(out.runs)-1].Rows += n
			} else {
				out.runs = append(out.runs, Run{First: at, Rows: n})
			}
			at, joined = end, place.Done && how.RowShare == 1
		}
		joined = joined && place.Done
	}
	if at < s.Rows() {
		out.runs = append(out.runs, Run{First: at, Rows: s.Rows() - at})
	}
	return &out
}
