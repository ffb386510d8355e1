package snapshot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"tabletop/model/bounded"
	"tabletop/model/census"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/sampler"
)

const (
	sectionHead = 44
	maxReason   = 300 // bytes of what is wrong with a section
	optional    = 1   // flag of a section that a reader may skip
	// memoryOfSection is an upper bound of what a byte of a section takes, as it is and once it is decoded, in bytes.
	memoryOfSection = 1 + bounded.Factor
)

// body is the packed sections of a file.
type body struct {
	blocks
	raw int64 // bytes that all of them unpack to
}

// packBody packs the rows and the sections of a sample.
func packBody(s *sample.Sample) (*body, error) {
	body := &body{}
	if err := body.add(sample.RowsSection, "rows", 0, s.Encode); err != nil {
		return nil, err
	}
	for _, x := range s.Sections() {
		write := func(w io.Writer) error {
			_, err := w.Write(x.Data)
			return err
		}
		if err := body.add(x.ID, x.Name, optional, write); err != nil {
			return nil, err
		}
	}
	return body, nil
}

func (b *body) add(id sample.SectionID, name string, flags uint32, write func(io.Writer) error) error {
	if len(name) > sample.SectionNameBytes {
		return fmt.Errorf("section %d: its name %q is longer than %d bytes", id, name, sample.SectionNameBytes)
	}
	stream, raw, err := zip(write)
	if err != nil {
		return err
	}
	head := make([]byte, sectionHead)
	binary.LittleEndian.PutUint32(head, uint32(id))
	binary.LittleEndian.PutUint32(head[4:], flags)
	binary.LittleEndian.PutUint64(head[8:], uint64(raw))
	binary.LittleEndian.PutUint64(head[16:], uint64(stream.n))
	copy(head[24:40], name)
	binary.LittleEndian.PutUint32(head[40:], stream.checksum(head[:40]))
	b.list = append(append(b.list, head), stream.list...)
	b.n += sectionHead + stream.n
	b.raw += raw
	return nil
}

// packedSection is a section as it is in a file.
type packedSection struct {
	id     sample.SectionID
	flags  uint32
	raw    uint64
	name   string
	stream []byte
}

// title names the section in errors.
func (p *packedSection) title() string {
	return fmt.Sprintf("section %d (%s)", p.id, strconv.Quote(p.name))
}

// nextSection splits the first section off b.
func nextSection(b []byte) (x packedSection, rest []byte, err error) {
	if len(b) < sectionHead {
		return x, nil, errors.New("it ends inside the header of a section")
	}
	x.id, x.flags = sample.SectionID(binary.LittleEndian.Uint32(b)), binary.LittleEndian.Uint32(b[4:])
	x.raw = binary.LittleEndian.Uint64(b[8:])
	x.name = string(bytes.TrimRight(b[24:40], "\x00"))
	packed := binary.LittleEndian.Uint64(b[16:])
	if packed > uint64(len(b)-sectionHead) {
		return x, nil, fmt.Errorf("%s has %d bytes, more than follow", x.title(), packed)
	}
	x.stream, rest = b[sectionHead:sectionHead+packed], b[sectionHead+packed:]
	if sum := checksum(b[:40], x.stream); sum != binary.LittleEndian.Uint32(b[40:]) {
		return x, nil, fmt.Errorf("the checksum of %s does not match its content", x.title())
	}
	if !plausible(x.raw, len(x.stream)) {
		return x, nil, fmt.Errorf("%s claims to unpack to %d bytes", x.title(), x.raw)
	}
	return x, rest, nil
}

// opener reads the body of a file.
type opener struct {
	name  string // of the file, in errors
	limit int64  // of memory in bytes, less what was read so far takes
}

// body reads the sections of a file, which unpack to raw bytes as its header says.
func (o *opener) body(b []byte, raw uint64) (*sample.Sample, error) {
	var rows *sample.Sample
	var others []sample.Section
	seen := map[sample.SectionID]bool{}
	for len(b) > 0 {
		section, rest, err := nextSection(b)
		switch {
		case err != nil:
			return nil, damaged(o.name, err)
		case seen[section.id]:
			return nil, damaged(o.name, fmt.Errorf("%s is there twice", section.title()))
		case section.raw > raw:
			return nil, damaged(o.name, errors.New("its sections are longer than its header says"))
		}
		b, seen[section.id], raw = rest, true, raw-section.raw
		check, known := checks()[section.id]
		switch {
		case section.id == sample.RowsSection:
			if rows, err = o.rows(section.stream, int64(section.raw)); err != nil {
				return nil, err
			}
		case known:
			data, err := o.section(&section, check)
			if err != nil {
				return nil, err
			}
			others = append(others, sample.Section{ID: section.id, Name: section.name, Data: data})
		case section.flags&optional == 0:
			return nil, &sampler.Error{What: fmt.Sprintf("cannot read %s: it has %s, which this tabletop does not know",
				o.name, section.title()),
				Next: "update tabletop: a newer version wrote the file"}
		}
	}
	if rows == nil || raw > 0 {
		return nil, damaged(o.name, errors.New("a section is missing"))
	}
	if len(others) == 0 {
		return rows, nil
	}
	return rows.WithSections(others...), nil
}

// checks returns what reads each section that can be there beside the rows; its error describes what is wrong with
// data.
func checks() map[sample.SectionID]func(data []byte) error {
	return map[sample.SectionID]func([]byte) error{
		sample.TotalsSection:    func(data []byte) error { _, err := census.DecodeTotals(data); return err },
		sample.RetentionSection: func(data []byte) error { _, err := retention.DecodeTotals(data); return err },
		sample.CensusSection:    census.DecodeSection,
		sample.LayoutsSection:   func(data []byte) error { _, err := simulate.DecodeCounted(data); return err },
	}
}

// section unpacks a section and reads it once, so that a file that is open has no damage left to find.
func (o *opener) section(x *packedSection, check func([]byte) error) ([]byte, error) {
	need := int64(x.raw) * memoryOfSection
	if need > o.limit {
		return nil, tooLarge(x.title()+" of "+o.name, need, o.limit)
	}
	o.limit -= need
	data, err := unzip(x.stream, int64(x.raw))
	if err == nil {
		err = check(data)
	}
	if err != nil {
		reason := err.Error()
		if len(reason) > maxReason { // it may quote the file
			reason = strings.ToValidUTF8(reason[:maxReason], "") + "…"
		}
		return nil, damaged(o.name, fmt.Errorf("%s: %s", x.title(), reason))
	}
	return data, nil
}

// rows reads the section of the rows, which unpacks to raw bytes.
func (o *opener) rows(stream []byte, raw int64) (*sample.Sample, error) {
	if raw > o.limit {
		return nil, tooLarge(o.name, raw, o.limit)
	}
	data, err := unzip(stream, raw)
	if err != nil {
		return nil, damaged(o.name, err)
	}
	rows, err := sample.Decode(data, o.limit-raw)
	var memory *sample.MemoryError
	switch {
	case errors.As(err, &memory):
		return nil, tooLarge(o.name, memory.Need+raw, o.limit)
	case err != nil:
		return nil, damaged(o.name, err)
	}
	o.limit -= rows.Memory()
	return rows, nil
}
