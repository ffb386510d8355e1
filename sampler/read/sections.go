package read

import (
	"bytes"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// span is a range of keys: start inclusive, end exclusive; an empty end is the end of the table.
type span struct{ start, end []byte }

// wanted returns the range that the options restrict a read to.
func wanted(o sample.Options) span {
	s := span{o.Start, o.End}
	if len(o.Prefix) == 0 {
		return s
	}
	return s.within(span{o.Prefix, rowkey.PrefixEnd(o.Prefix)})
}

// Span returns the key range that the options restrict a read to. An empty end is the end of the table.
func Span(o sample.Options) (start, end []byte) {
	s := wanted(o)
	return s.start, s.end
}

// within returns the part of s that lies in o; it may be empty.
func (s span) within(o span) span {
	if bytes.Compare(o.start, s.start) > 0 {
		s.start = o.start
	}
	if len(s.end) == 0 || len(o.end) > 0 && bytes.Compare(o.end, s.end) < 0 {
		s.end = o.end
	}
	return s
}

func (s span) empty() bool {
	return len(s.end) > 0 && bytes.Compare(s.start, s.end) >= 0
}

// proto returns the range as a request states it.
func (s span) proto() *pb.RowRange {
	r := &pb.RowRange{}
	if len(s.start) > 0 {
		r.StartKey = &pb.RowRange_StartKeyClosed{StartKeyClosed: s.start}
	}
	if len(s.end) > 0 {
		r.EndKey = &pb.RowRange_EndKeyOpen{EndKeyOpen: s.end}
	}
	return r
}

// section is one section of the table with the bytes that the service counts for it.
type section struct {
	span
	bytes int64
}

// sections returns the parts of the table's sections that lie in r. If r divides a section, half of its bytes are
// counted, because their distribution in it is unknown.
func sections(splits []sample.Split, r span) []section {
	var out []section
	last := sample.Split{}
	for _, split := range splits {
		whole := span{last.Key, split.Key}
		size := max(0, split.Offset-last.Offset)
		last = split
		part := whole.within(r)
		if part.empty() {
			continue
		}
		if !bytes.Equal(part.start, whole.start) || !bytes.Equal(part.end, whole.end) {
			size /= 2
		}
		out = append(out, section{part, size})
	}
	return out
}

func sum(list []section) int64 {
	var n int64
	for _, s := range list {
		n += s.bytes
	}
	return n
}

// group joins adjacent sections into about n of equal bytes, or of equal count if no bytes are known. Those of over
// alone bytes are not joined with others.
func group(list []section, n int, alone int64) []section {
	if len(list) <= n {
		return list
	}
	total := sum(list)
	weight := func(s section) int64 { return s.bytes }
	if total == 0 {
		total = int64(len(list))
		weight = func(section) int64 { return 1 }
	}
	var out []section
	var before int64
	for i, section := range list {
		// The piece that the middle of s falls into.
		piece := int((float64(before) + float64(weight(section))/2) / float64(total) * float64(n))
		apart := section.bytes > alone || i > 0 && list[i-1].bytes > alone
		if i == 0 || apart || piece >= len(out) && len(out) < n {
			out = append(out, section)
		} else {
			last := &out[len(out)-1]
			last.end, last.bytes = section.end, last.bytes+section.bytes
		}
		before += weight(section)
	}
	return out
}
