package keys

import (
	"strings"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// leastVerdict is the height from which the first line states how the keys are built.
const leastVerdict = 12

// verdict states in a sentence how the keys are built, and whether that is good, without a doubt.
func verdict(d *views.Data) (words string, sure bool) {
	if d.Inferred == nil && !d.Declared {
		return "Finding out how the keys are built.", true
	}
	if len(d.Layouts) == 0 {
		return "No structure was found in the keys: i declares a layout.", false
	}
	fit, unseen := "The keys fit "+layoutCount(len(d.Layouts)), 0.0
	if p := d.Profile; p != nil {
		fit = text.Percent(1-p.UnexplainedShare()) + " of the keys fit " + layoutCount(len(d.Layouts))
		unseen = p.Whole.Unseen
	}
	if d.Declared {
		return fit + ", declared by you" + segmentNames(d.Layouts) + ".", true
	}
	doubt, doubted := text.DoubtOfLayout(d.Inferred, unseen)
	switch {
	case len(d.Inferred.Kinds) == 0:
		return fit + segmentNames(d.Layouts) + ".", true
	case doubt == text.DoubtOfRest:
		return fit + ": a record kind may be missing; f lists the keys that fit none.", false
	case doubt == text.DoubtUnseen:
		return fit + ", but much of the table was not seen: R reads more.", false
	case doubt == text.NoDoubt:
		return fit + ", confidence " + text.Confidence(doubted.Confidence) + segmentNames(d.Layouts) + ".", true
	}
	words = "Not sure how the keys are built: " + widget.Pattern(doubted.Layout) + " has confidence " +
		text.Confidence(doubted.Confidence)
	if len(doubted.Others) > 0 {
		words += ", " + widget.Pattern(doubted.Others[0].Layout) + " is " +
			text.Likely(doubted.Others[0].Confidence, doubted.Confidence)
	}
	return words + ".", false
}

func layoutCount(n int) string {
	return text.Plural(n, "one layout", text.Integer(int64(n))+" layouts")
}

// segmentNames names the segments of the one layout.
func segmentNames(set rowkey.Set) string {
	if len(set) != 1 {
		return ""
	}
	return ": " + strings.Join(labels(set[0].Segments()), ", ")
}

// drawVerdict draws the verdict on a line.
func (s *Screen) drawVerdict(st *widget.Styles, w int) string {
	words, sure := verdict(s.data)
	words = widget.Truncate(words, max(w-2, 1))
	if !sure {
		return " " + st.Warning(words)
	}
	return " " + st.Strong(words)
}

// maxReadings is how many layouts are compared on one key.
const maxReadings = 3

// sameKey draws the key under the cursor as the inferred layout reads it and as those do that could take its place.
func (s *Screen) sameKey(st *widget.Styles, k, w int) []string {
	if s.data.Inferred == nil || k >= len(s.data.Inferred.Kinds) || len(s.data.Inferred.Kinds[k].Others) == 0 {
		return nil
	}
	key, in := s.current(), s.data.Inferred.Kinds[k]
	readings := append([]infer.Other{{Layout: in.Layout, Confidence: in.Confidence}}, in.Others...)
	out := []string{"", st.Strong("the same key")}
	for _, reading := range readings[:min(len(readings), maxReadings)] {
		values := widget.KeyAxis(rowkey.Set{reading.Layout}, key)
		words := "does not fit"
		if _, err := reading.Layout.Decode(nil, key); err == nil {
			words = widget.JoinValues(values)
		}
		out = append(out, widget.SplitLine(widget.Truncate(words, max(w*2/3, 1)),
			st.Dim(strings.Join(labels(reading.Layout.Segments()), ", ")), w))
	}
	return out
}
