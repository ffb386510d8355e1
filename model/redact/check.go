package redact

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// least is the length of the shortest string that is reported if it had to stay.
const least = 4

// left counts the strings that are still there: those of keys at their place, and words anywhere. Numbers are so few of
// a length that one often comes to stand where another was.
func (w *work) left(out *sample.Sample, columns []sample.ColumnID, keys [][]byte) int {
	left, words := map[string]bool{}, map[string]bool{}
	cut := w.cutKey()
	each := func(visit func(string), key func(int) []byte, s *sample.Sample) {
		for i, from := range w.keys.from {
			spans, _, _ := cut(from)
			for _, span := range spans {
				if r := w.keys.readings[span.Segment]; r != nil && !r.stays(from[span.Start:span.End]) {
					visit(string(key(i)[span.Start:span.End]))
				}
			}
		}
		for j := range s.NumCells() {
			if v := s.Cell(j).Value; !isAbsent(v) && isText(v, s.Cell(j).Size) {
				visit(string(v))
			}
		}
		for id := range w.sample.Columns() {
			now := sample.ColumnID(id)
			if columns != nil {
				now = columns[id]
			}
			was, is := w.sample.Column(sample.ColumnID(id)).Qualifier, out.Column(now).Qualifier
			switch {
			case was == is:
			case s == out:
				visit(is)
			default:
				visit(was)
			}
		}
	}
	each(func(x string) {
		if len(x) >= least && strings.ContainsFunc(x, unicode.IsLetter) {
			words[x] = true
		}
	}, func(i int) []byte { return w.keys.from[i] }, w.sample)
	each(func(x string) {
		if words[x] {
			left[x] = true
		}
	}, func(i int) []byte { return keys[i] }, out)
	for i, from := range w.keys.from {
		spans, _, _ := cut(from)
		for _, span := range spans {
			r := w.keys.readings[span.Segment]
			if r == nil || span.End-span.Start < least || r.stays(from[span.Start:span.End]) {
				continue
			}
			if part := string(from[span.Start:span.End]); part == string(keys[i][span.Start:span.End]) {
				left[part] = true
			}
		}
	}
	return len(left)
}

// compare finds out what is no longer as it was.
func (r *Result) compare(ctx context.Context, s *sample.Sample, opts Options) error {
	r.Differs = nil
	lost := 0
	var a, b []rowkey.Span
	for i := range r.Sample.Rows() {
		from := i
		if r.From != nil {
			from = r.From[i]
		}
		var k, l int
		a, k = opts.Layouts.Decode(a[:0], s.Key(from))
		b, l = r.Layouts.Decode(b[:0], r.Sample.Key(i))
		if k != l {
			lost++
		}
	}
	if lost > 0 && !opts.Words {
		r.Differs = append(r.Differs, fmt.Sprintf("%s keys are of another kind than before", spelling.Integer(lost)))
	}
	if !opts.Inferred {
		return nil
	}
	again, err := infer.Sample(ctx, r.Sample, infer.Options{})
	if err != nil {
		return err
	}
	if !again.Set().Equal(r.Layouts) && !opts.Words {
		r.Differs = append(r.Differs,
			"other layouts are inferred: "+strings.ReplaceAll(strings.TrimSpace(again.Set().String()), "\n", "; "))
	}
	return nil
}

// words states in words what was done.
func (r *Result) words() string {
	text := "strings that are data are replaced by others of their form"
	if r.Moved {
		text += ", times are 28 years later"
	}
	return text
}
