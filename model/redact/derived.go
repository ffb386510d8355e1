package redact

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// derived is a segment that is a function of the rest of its key: a salt, or a part of a digest. It is computed again
// from what replaces that rest.
type derived struct {
	segment *rowkey.Segment
	input   input
	output  output
	from    []string // the segments that it is a function of, where the codec states them
}

// input takes what a function was given out of a key: the key and the place of the derived segment and of the others.
type input func(key []byte, own rowkey.Span, spans []rowkey.Span) []byte

// output makes the bytes of the segment, which are size long, from that; nil when it cannot.
type output func(data []byte, size int) []byte

// proofKeys is how many keys a function must give the segment of before it is believed.
const proofKeys = 200

// findDerived finds the function behind each salt and each digest of a layout.
func findDerived(l *rowkey.Layout, keys [][]byte) []derived {
	var out []derived
	for _, seg := range l.Segments() {
		if t := seg.Codec.Type(); t != rowkey.Salt && t != rowkey.Hash {
			continue
		}
		inputs, outputs := findInputs(l, seg), findOutputs(seg)
	search:
		for _, in := range inputs {
			for _, to := range outputs {
				if d := (derived{seg, in, to, saltedFrom(seg)}); d.proven(l, keys) {
					out = append(out, d)
					break search
				}
			}
		}
	}
	return out
}

// saltedFrom are the segments that a salt is said to be made of.
func saltedFrom(seg *rowkey.Segment) []string {
	info, _ := rowkey.AsSalt(seg.Codec)
	return info.Segments
}

// timed reports whether a salt is made of times.
func timed(l *rowkey.Layout, all []derived) bool {
	for _, d := range all {
		for _, name := range d.from {
			c := l.Segment(name).Codec
			if _, ok := rowkey.AsStamped(c); ok || c.Type() == rowkey.Timestamp {
				return true
			}
		}
	}
	return false
}

// proven reports whether the function gives the segment in nearly all keys.
func (d *derived) proven(l *rowkey.Layout, keys [][]byte) bool {
	tried, fit := 0, 0
	step := max(1, len(keys)/proofKeys)
	for i := 0; i < len(keys); i += step {
		key := keys[i]
		spans, err := l.Decode(nil, key)
		if err != nil {
			continue
		}
		if tried++; d.write(bytes.Clone(key), spans, key) {
			fit++
		}
		if tried >= 5 && fit*10 < tried*9 {
			return false
		}
	}
	return tried >= 20 && fit*50 >= tried*49
}

// write computes the segment of a key again, and reports whether it is that of was now.
func (d *derived) write(key []byte, spans []rowkey.Span, was []byte) bool {
	same := true
	for _, span := range spans {
		if span.Segment != d.segment {
			continue
		}
		out := d.output(d.input(key, span, spans), span.End-span.Start)
		if len(out) != span.End-span.Start {
			return false
		}
		copy(key[span.Start:span.End], out)
		same = same && bytes.Equal(key[span.Start:span.End], was[span.Start:span.End])
	}
	return same
}

// findInputs lists what a segment may be a function of: the segments that its codec names or, where it names none, each
// of the others; all of them; what follows it; and the key without it.
func findInputs(l *rowkey.Layout, seg *rowkey.Segment) []input {
	var sets [][]string
	if info, ok := rowkey.AsSalt(seg.Codec); ok && len(info.Segments) > 0 {
		sets = [][]string{info.Segments}
	} else {
		var all []string
		for _, s := range l.Segments() {
			if s != seg {
				sets, all = append(sets, []string{s.Name}), append(all, s.Name)
			}
		}
		if len(all) > 1 {
			sets = append(sets, all)
		}
	}
	var out []input
	for _, names := range sets {
		out = append(out, joined(names), stretch(names))
	}
	return append(out,
		func(key []byte, own rowkey.Span, spans []rowkey.Span) []byte {
			for _, s := range spans {
				if s.Start >= own.End && s.Segment != own.Segment {
					return key[s.Start:]
				}
			}
			return nil
		},
		func(key []byte, own rowkey.Span, _ []rowkey.Span) []byte {
			return append(bytes.Clone(key[:own.Start]), key[own.End:]...)
		})
}

// joined is the named segments one after the other.
func joined(names []string) input {
	return func(key []byte, _ rowkey.Span, spans []rowkey.Span) []byte {
		var out []byte
		for _, n := range names {
			for _, s := range spans {
				if s.Segment.Name == n {
					out = append(out, key[s.Start:s.End]...)
				}
			}
		}
		return out
	}
}

// stretch is all from the first of the named segments to the last, with what stands between.
func stretch(names []string) input {
	return func(key []byte, _ rowkey.Span, spans []rowkey.Span) []byte {
		from, to := -1, -1
		for _, s := range spans {
			if s.Segment.Name == names[0] && from < 0 {
				from = s.Start
			}
			if s.Segment.Name == names[len(names)-1] {
				to = s.End
			}
		}
		if from < 0 || to < from {
			return nil
		}
		return key[from:to]
	}
}

func findOutputs(seg *rowkey.Segment) []output {
	if info, ok := rowkey.AsSalt(seg.Codec); ok {
		return saltOutputs(seg.Codec, info)
	}
	var out []output
	for _, name := range candidate.HashNames() {
		digest := candidate.Digest(name)
		out = append(out,
			func(data []byte, size int) []byte { return firstBytes(hex.EncodeToString(digest(data)), size) },
			func(data []byte, size int) []byte {
				return firstBytes(strings.ToUpper(hex.EncodeToString(digest(data))), size)
			},
			func(data []byte, size int) []byte { return firstBytes(string(digest(data)), size) })
	}
	return out
}

func firstBytes(s string, size int) []byte { return []byte(s[:min(size, len(s))]) }

func saltOutputs(c rowkey.Codec, info rowkey.SaltInfo) []output {
	write := func(n uint64) []byte {
		out, err := c.Append(nil, rowkey.Value{Kind: rowkey.KindUint, Uint: n})
		if err != nil {
			return nil
		}
		return out
	}
	if info.Buckets == 0 {
		return nil
	}
	if info.Hash == "mod" {
		return []output{func(data []byte, _ int) []byte {
			n, err := strconv.ParseUint(string(data), 10, 64)
			if err != nil {
				return nil
			}
			return write(n % info.Buckets)
		}}
	}
	digest := candidate.Digest(info.Hash)
	if digest == nil {
		return nil
	}
	return []output{func(data []byte, _ int) []byte { return write(candidate.Modulo(digest(data), info.Buckets)) }}
}
