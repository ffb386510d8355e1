package census

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"tabletop/model/bounded"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// A census is written as sections, of which a saved sample carries all but the rows in the same form: there the rows
// are those of the sample. MarshalBinary puts them one after the other, each after its number and its length as
// varints.

// magic starts what MarshalBinary writes; its last byte is the version.
const magic = "TTCENSUS\x01"

// maxRows bounds the memory of the rows that are read, in bytes: what a census keeps, and their description.
const maxRows = 2*RowBytes + 1<<20

// head is the section of a census itself.
type head struct {
	Plan  json.RawMessage
	Bound uint64 // of the rows kept
	counts
}

// MarshalBinary writes the census in the form that UnmarshalBinary reads. Censuses of the same rows by the same plan
// have the same bytes, however the rows were split, ordered, and merged.
func (c *Census) MarshalBinary() ([]byte, error) {
	sections, err := c.Sections()
	if err != nil {
		return nil, err
	}
	var kept bytes.Buffer
	if err := c.rows.sample().Encode(&kept); err != nil {
		return nil, err
	}
	out := []byte(magic)
	for _, x := range append(sections, sample.Section{ID: sample.RowsSection, Data: kept.Bytes()}) {
		out = binary.AppendUvarint(out, uint64(x.ID))
		out = binary.AppendUvarint(out, uint64(len(x.Data)))
		out = append(out, x.Data...)
	}
	return out, nil
}

// UnmarshalBinary reads what MarshalBinary wrote. It takes at most a small multiple of the memory of data, and at most
// what a census may keep of rows.
func (c *Census) UnmarshalBinary(data []byte) error {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return errors.New("census: it is none, or of another format")
	}
	var sections []sample.Section
	var kept []byte
	for len(rest) > 0 {
		id, count := binary.Uvarint(rest)
		size, number := binary.Uvarint(rest[max(count, 0):])
		if count <= 0 || number <= 0 || size > uint64(len(rest)-count-number) {
			return errors.New("census: it ends too early")
		}
		part := rest[count+number : count+number+int(size)]
		rest = rest[count+number+int(size):]
		if sample.SectionID(id) == sample.RowsSection {
			kept = part
		} else {
			sections = append(sections, sample.Section{ID: sample.SectionID(id), Data: part})
		}
	}
	rows, err := sample.Decode(kept, maxRows)
	if err != nil {
		return fmt.Errorf("census: %w", err)
	}
	read, err := FromSample(rows.WithSections(sections...))
	if err != nil {
		return err
	}
	if read == nil {
		return errors.New("census: its plan is missing")
	}
	*c = *read
	return nil
}

// Sections returns all but the rows, as a saved sample of these carries it.
func (c *Census) Sections() ([]sample.Section, error) {
	plan, err := c.plan.MarshalBinary()
	if err != nil {
		return nil, err
	}
	if c.people != nil {
		c.Personal = c.people.places()
	}
	own, err := json.Marshal(head{Plan: plan, Bound: c.rows.bound.Load(), counts: c.counts})
	if err != nil {
		return nil, err
	}
	totals, err := c.totals.Totals().Section()
	if err != nil {
		return nil, err
	}
	out := []sample.Section{totals}
	if c.garbage != nil {
		cells, err := c.garbage.Totals().Section()
		if err != nil {
			return nil, err
		}
		out = append(out, cells)
	}
	return append(out, sample.Section{ID: sample.CensusSection, Name: "census", Data: own}), nil
}

// FromSample returns the census that a saved sample carries, to add and merge more; nil if it carries none.
func FromSample(s *sample.Sample) (*Census, error) {
	counts, totals, cells, err := readSections(s)
	if counts == nil || err != nil {
		return nil, err
	}
	counts.totals = Resume(totals)
	if cells != nil {
		counts.garbage = retention.Resume(counts.plan.policies(), cells)
	}
	if s.Rows() > 0 {
		counts.rows.add(s)
	}
	return counts, nil
}

// ReadResult returns the result of the census that a saved sample carries, whose Rows are s; nil if it carries none, or
// one that is not of all rows that were to be read. Of a sample that carries nothing but totals it has only these.
func ReadResult(s *sample.Sample) (*Result, error) {
	if !s.CountsAll() {
		return nil, nil
	}
	counted, totals, cells, err := readSections(s)
	if err != nil {
		return nil, err
	}
	if counted == nil {
		if totals, err = TotalsFromSample(s); totals == nil || err != nil {
			return nil, err
		}
		cells, err = retention.FromSample(s)
		return &Result{Totals: totals, Retention: cells, Rows: s}, err
	}
	r := counted.result()
	r.Totals, r.Retention, r.Rows = totals, cells, s
	return r, nil
}

// readSections reads the sections of a census and its parts; the census is nil if s carries none.
func readSections(s *sample.Sample) (*Census, *Totals, *retention.Totals, error) {
	data, ok := s.Section(sample.CensusSection)
	if !ok {
		return nil, nil, nil, nil
	}
	counted, err := decodeHead(data)
	if err != nil {
		return nil, nil, nil, err
	}
	totals, err := TotalsFromSample(s)
	if err != nil {
		return nil, nil, nil, err
	}
	cells, err := retention.FromSample(s)
	switch {
	case err != nil:
	case totals == nil:
		err = errors.New("census: its totals are missing")
	case (cells == nil) != counted.plan.Now.IsZero() || cells != nil && !cells.Now.Equal(counted.plan.Now):
		err = errors.New("census: its cells were evaluated as of another time than its plan states")
	case int64(s.Rows()) > totals.Rows:
		err = errors.New("census: it keeps more rows than it counted")
	}
	return counted, totals, cells, err
}

// DecodeSection reads the section of a saved sample, and returns what is wrong with it.
func DecodeSection(data []byte) error {
	_, err := decodeHead(data)
	return err
}

func decodeHead(data []byte) (*Census, error) {
	var h head
	if err := bounded.JSON(data, &h); err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	var plan Plan
	if err := plan.UnmarshalBinary(h.Plan); err != nil {
		return nil, err
	}
	counts, err := New(plan)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	if err := h.fit(&counts.counts, plan.Personal); err != nil {
		return nil, err
	}
	counts.rows.bound.Store(h.Bound)
	counts.counts = h.counts
	if counts.people != nil {
		counts.people.take(counts.Personal)
	}
	return counts, nil
}

// fit returns an error if counts that were read are not those of a plan, whose empty counts are want.
func (c *counts) fit(want *counts, personal bool) error {
	if err := fitKinds(c.Kinds, want.Kinds); err != nil {
		return err
	}
	if !c.Misfits.valid() || !c.Misfits.Examples.valid() {
		return errors.New("census: the counts of keys that no layout decodes contradict each other")
	}
	if err := fitPlaces(c, want); err != nil {
		return err
	}
	return fitPeople(c.Personal, personal)
}
