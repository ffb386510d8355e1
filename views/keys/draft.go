package keys

import (
	"context"
	"errors"
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// draft is a layout that the user tries out: shown on all keys at once, put in force only when kept.
type draft struct {
	kind   int // index of the layout it replaces; the number of layouts when it is one more
	origin string
	other  int // number of the alternative that it began as, from 1 on; 0 for none
	input  widget.Input
	layout *rowkey.Layout // what was last typed without a syntax error; nil when there was none yet
	err    *rowkey.SyntaxError
	fit    *fit // of layout, nil while it is counted
}

// fit states how many keys a layout decodes.
type fit struct {
	template    string
	keys, fits  int // of all keys of the sample
	own, ownFit int // of those that the layout replaced decodes now
	row         int // first of own, else of all, that does not fit; -1 when there is none
	// emptied are the other kinds, by index in ascending order, of which the layout takes all keys.
	emptied []int
	why     *rowkey.DecodeError
}

// newDraft starts from a template. origin says in words where it comes from.
func newDraft(kind int, template, origin string) *draft {
	d := &draft{kind: kind, origin: origin}
	d.input.SetText(template)
	d.parse()
	return d
}

// parse reads the line as typed. A line with a syntax error leaves the layout as it was, so that the keys stay decoded.
func (d *draft) parse() {
	layout, err := rowkey.Parse(d.input.Text())
	if err == nil {
		if d.layout == nil || layout.String() != d.layout.String() {
			d.layout, d.fit = layout, nil
		}
		d.err = nil
		return
	}
	d.err = d.input.Mistake(err)
}

// replaces reports whether the draft was counted to take the place of a layout without loss: it decodes every key that
// the other does, and takes those of no other kind.
func (d *draft) replaces(now rowkey.Set) bool {
	return d.err == nil && d.fit != nil && d.kind < len(now) && d.layout.String() != now[d.kind].String() &&
		d.fit.template == d.layout.String() && d.fit.own > 0 && d.fit.ownFit == d.fit.own && len(d.fit.emptied) == 0
}

// set is the layouts as they would be with the draft kept.
func (d *draft) set(now rowkey.Set) rowkey.Set {
	if d == nil || d.layout == nil {
		return now
	}
	set := slices.Clone(now)
	if d.kind >= len(set) {
		return append(set, d.layout)
	}
	set[d.kind] = d.layout
	return set
}

// count is the Work that counts how many keys of s the draft decodes.
func (d *draft) count(of *analysis.Analysis) views.Request {
	if d.layout == nil || d.fit != nil || of.Sample == nil {
		return nil
	}
	layout, kind := d.layout, d.kind
	return views.Work{Name: "keys/fit", Run: func(ctx context.Context) any {
		if f := countFit(ctx, of, layout, kind); f != nil {
			return f
		}
		return nil
	}}
}

// countFit decodes every key with the layout. It returns nil when ctx is canceled.
func countFit(ctx context.Context, of *analysis.Analysis, layout *rowkey.Layout, kind int) *fit {
	rows := of.Sample
	fit := &fit{template: layout.String(), keys: rows.Rows(), row: -1}
	ownMiss := false
	has, loses := make([]int, len(of.Segments.Layouts)), make([]int, len(of.Segments.Layouts))
	var spans []rowkey.Span
	for index := range rows.Rows() {
		if index%chunk == 0 && ctx.Err() != nil {
			return nil
		}
		key := rows.Key(index)
		now := int(of.Segments.Kind[index])
		own := now == kind
		_, err := layout.Decode(spans[:0], key)
		if now >= 0 && !own {
			has[now]++
			if err == nil && now > kind { // the layout is tried before that one
				loses[now]++
			}
		}
		if own {
			fit.own++
		}
		if err == nil {
			fit.fits++
			if own {
				fit.ownFit++
			}
			continue
		}
		if fit.row < 0 || own && !ownMiss {
			ownMiss = ownMiss || own
			fit.row = index
			fit.why = nil
			errors.As(err, &fit.why)
		}
	}
	for k, n := range has {
		if n > 0 && loses[k] == n {
			fit.emptied = append(fit.emptied, k)
		}
	}
	return fit
}

// words states the fit in a few words; name is that of the record kind.
func (f *fit) words(name string) (s string, good bool) {
	if f.own > 0 {
		s = text.Percent(float64(f.ownFit)/float64(f.own)) + " of " + name + " decode"
		if rest := f.fits - f.ownFit; rest > 0 {
			s += ", and " + text.Integer(int64(rest)) + " keys of other kinds"
		}
		return s, f.ownFit == f.own
	}
	return text.Percent(float64(f.fits)/float64(max(f.keys, 1))) + " of all keys decode", f.fits == f.keys
}
