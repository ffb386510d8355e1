package confidence

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"
	"sync"
)

// fittedFile is the model in use, as TestRefit in internal/keygrammar/measure writes it. Its second line states what it
// was fitted on.
//
//go:embed fitted.bin
var fittedFile string

// fitted returns the model in use. It is parsed when it is first asked for.
var fitted = sync.OnceValue(func() *Model {
	m, err := ParseModel(fittedFile)
	if err != nil {
		panic("fitted.bin: " + err.Error()) // the file is part of the program, and a test parses it
	}
	return m
})

// The file of a model begins with two lines of text: its version, and what it was fitted on. Then follow numbers, as
// varints in units of 1/unit, sizes, each before what it counts, and trees: each question as the byte of its feature
// and its bound, then the leaves. The last four bytes are the CRC-32 of all others.
const (
	fileVersion = "tabletop confidence model, version 1\n"
	unit        = 1e4
	noQuestion  = math.MaxUint8 // in place of a feature and its bound, where the bound is Unbounded
)

// Encode returns the file of m, with a line that states what it was fitted on. Numbers are rounded to 1/10,000.
func (m *Model) Encode(about string) []byte {
	writer := modelWriter{[]byte(fileVersion + strings.ReplaceAll(about, "\n", " ") + "\n")}
	writer.size(len(m.Base))
	for family, base := range m.Base {
		writer.number(base)
		writer.size(len(m.Trees[family]))
		for i := range m.Trees[family] {
			writer.tree(&m.Trees[family][i])
		}
	}
	writer.size(len(m.Layout))
	for _, coefficient := range m.Layout {
		writer.number(coefficient)
	}
	return writer.signed()
}

// ParseModel returns the model of a file that Encode made.
func ParseModel(file string) (*Model, error) {
	rest, ok := strings.CutPrefix(file, fileVersion)
	if !ok {
		return nil, fmt.Errorf("not a file of the %s", strings.TrimSpace(fileVersion))
	}
	signed := []byte(file)
	end := len(signed) - crc32.Size
	if end < len(fileVersion) || binary.LittleEndian.Uint32(signed[end:]) != crc32.ChecksumIEEE(signed[:end]) {
		return nil, errors.New("the file of a model is damaged: its checksum differs")
	}
	_, rest, _ = strings.Cut(rest[:len(rest)-crc32.Size], "\n")
	parser := modelParser{data: []byte(rest)}
	model := &Model{}
	if families := parser.size(); families != len(model.Base) {
		return nil, fmt.Errorf("the model is of %d families of types instead of %d", families, len(model.Base))
	}
	for family := range model.Base {
		model.Base[family] = parser.number()
		model.Trees[family] = make([]Tree, parser.size())
		for i := range model.Trees[family] {
			parser.tree(&model.Trees[family][i])
		}
	}
	model.Layout = make([]float64, parser.size())
	for i := range model.Layout {
		model.Layout[i] = parser.number()
	}
	if parser.short || parser.at < len(parser.data) {
		return nil, errors.New("the file of a model does not end where the model does")
	}
	return model, nil
}

// modelWriter appends to the file of a model.
type modelWriter struct{ out []byte }

func (w *modelWriter) size(n int) { w.out = binary.AppendUvarint(w.out, uint64(n)) }
func (w *modelWriter) number(x float64) {
	w.out = binary.AppendVarint(w.out, int64(math.Round(x*unit)))
}

// signed returns what was written, with its checksum.
func (w *modelWriter) signed() []byte {
	return binary.LittleEndian.AppendUint32(w.out, crc32.ChecksumIEEE(w.out))
}

func (w *modelWriter) tree(t *Tree) {
	for node, feature := range t.Feature {
		if t.Bound[node] == Unbounded {
			w.out = append(w.out, noQuestion)
			continue
		}
		w.out = append(w.out, feature)
		w.number(float64(t.Bound[node]))
	}
	for _, leaf := range t.Leaf {
		w.number(float64(leaf))
	}
}

// modelParser reads what modelWriter wrote, in turn.
type modelParser struct {
	data  []byte
	at    int  // of data, what is read next: moving an index is faster than slicing
	short bool // something was missing
}

// size returns the next size, which is at most the number of bytes left: each thing that it counts takes one or more.
func (p *modelParser) size() int {
	n, length := binary.Uvarint(p.data[p.at:])
	p.skip(length)
	if n > uint64(len(p.data)-p.at) {
		p.short = true
		return 0
	}
	return int(n)
}

func (p *modelParser) number() float64 {
	n, length := binary.Varint(p.data[p.at:])
	p.skip(length)
	return float64(n) / unit
}

// skip leaves out what was read. A length that is not positive is that of a number that is not there.
func (p *modelParser) skip(length int) {
	if length <= 0 {
		p.short, length = true, len(p.data)-p.at
	}
	p.at += length
}

func (p *modelParser) tree(t *Tree) {
	for node := range t.Feature {
		if p.at == len(p.data) {
			p.short = true
			return
		}
		feature := p.data[p.at]
		p.at++
		if feature == noQuestion {
			t.Bound[node] = Unbounded
			continue
		}
		t.Feature[node], t.Bound[node] = feature, float32(p.number())
	}
	for leaf := range t.Leaf {
		t.Leaf[leaf] = float32(p.number())
	}
}
