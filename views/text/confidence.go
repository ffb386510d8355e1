package text

import (
	"math"
	"strconv"
	"strings"

	"tabletop/model/confidence"
	"tabletop/model/infer"
)

// Confidence writes a confidence with two digits, rounded down: what is not sure is never shown as if it were, and
// nothing inferred as certain.
func Confidence(p float64) string {
	return strconv.FormatFloat(min(math.Floor(p*100+1e-9)/100, 0.99), 'f', 2, 64)
}

// LayoutConfidence writes the confidence in an inferred layout and the uncertain segments, such as
// "confidence 0.62, uncertain: id 0.64". The second result reports whether the layout is sure.
func LayoutConfidence(k infer.Kind) (string, bool) {
	words := "confidence " + Confidence(k.Confidence)
	if k.Confidence >= confidence.Sure {
		return words, true
	}
	if doubts := uncertain(k); len(doubts) > 0 {
		return words + ", uncertain: " + strings.Join(doubts, ", "), false
	}
	return words + ", uncertain", false
}

// maxUncertain is the maximum number of uncertain segments that are named.
const maxUncertain = 3

// uncertain returns the uncertain segments with their confidence, in key order.
func uncertain(k infer.Kind) []string {
	var out []string
	for i, s := range k.Layout.Segments() {
		if i >= len(k.Segments) || k.Segments[i].Confidence >= confidence.Sure {
			continue
		}
		if len(out) == maxUncertain {
			return append(out, "…")
		}
		out = append(out, EscapeString(s.Name)+" "+Confidence(k.Segments[i].Confidence))
	}
	return out
}

// AboutConfidence explains what a confidence is.
const AboutConfidence = "Confidence is the estimated probability that start, end, and type of every segment are " +
	"right, calibrated on generated tables of known layout. " +
	"From 0.95 on a layout is shown as sure. tabletop schema lists alternatives and the keys that distinguish them."

// HowInferred states how an inferred layout was chosen.
const HowInferred = "Inferred: the layout that describes the keys in the fewest bits or, where that one is in doubt, " +
	"one of those that were tried in which confidence is clearly higher."

// mostUnseen is the share of the rows of which nothing is known from which on the layouts of a table are not sure: as
// many may have keys of other kinds.
const mostUnseen = 1.0 / 3

// LayoutDoubt is why the layouts of a table are not sure.
type LayoutDoubt int

const (
	NoDoubt     LayoutDoubt = iota // they are sure, declared, or there are none
	DoubtOfKind                    // the least sure record kind is not
	DoubtOfRest                    // many keys fit no layout: a record kind may be missing
	DoubtUnseen                    // much of the table was not seen
)

// DoubtOfLayout returns why the inferred layouts of a table are not sure, the reason that weighs most, and the least
// sure of those that have a say. r is nil where layouts were declared; unseen is Profile.Whole.Unseen.
func DoubtOfLayout(r *infer.Result, unseen float64) (LayoutDoubt, infer.Kind) {
	least, ok := r.LeastSure()
	switch {
	case !ok:
		return NoDoubt, least
	case least.Confidence < confidence.Sure:
		return DoubtOfKind, least
	case !r.Explained():
		return DoubtOfRest, least
	case unseen >= mostUnseen:
		return DoubtUnseen, least
	}
	return NoDoubt, least
}

// CurrentLayout states how sure the inferred layouts of a table are, by the least sure of those that have a say, and
// reports whether they are; it is empty and sure where r is nil, because the layouts were declared, and where there are
// none. unseen is Profile.Whole.Unseen.
func CurrentLayout(r *infer.Result, unseen float64) (sentence string, sure bool) {
	doubt, least := DoubtOfLayout(r, unseen)
	if r == nil || len(r.Kinds) == 0 {
		return "", true
	}
	words, _ := LayoutConfidence(least)
	if len(r.Kinds) > 1 {
		words = EscapeString(least.Layout.Name()) + ": " + words
	}
	switch doubt {
	case DoubtOfRest:
		return "The current layout is inferred and sure (" + words + "), but " + Percent(r.Left()) +
			" of the keys fit no layout: a record kind may be missing. Declare it with --layout.", false
	case DoubtUnseen:
		return "The current layout is inferred and sure for the rows read (" + words + "), but " + upTo(unseen) +
			" of the table may have keys of other kinds. Read rows from all over the table.", false
	case NoDoubt:
		return "The current layout is inferred and sure (" + words + ").", true
	}
	return "The current layout is inferred and not sure (" + words +
		"): figures by segment are wrong if a boundary is. " +
		"tabletop schema lists the alternatives; declare the right one with --layout.", false
}

// upTo writes a share of the rows as a bound.
func upTo(unseen float64) string {
	if unseen >= 1 {
		return "any other row"
	}
	return "up to " + Percent(unseen) + " of the rows"
}

// Otherwise states which layouts the rows kept would lead to, where those in force are the ones that all rows were
// counted by; empty if they are the same.
func Otherwise(r *infer.Result) string {
	if r == nil || r.Otherwise == nil {
		return ""
	}
	const counted = "All rows were counted by these layouts, which a sample taken before suggested. "
	if len(r.Otherwise) == 0 {
		return counted + "In the rows kept alone no structure is found."
	}
	names := make([]string, len(r.Otherwise))
	for i, l := range r.Otherwise {
		names[i] = Safe(l.String())
	}
	return counted + "The rows kept alone suggest " + strings.Join(names, ", ") + "."
}

// Likely compares a layout with the one in force in words, by their confidence.
func Likely(other, current float64) string {
	switch {
	case other >= 0.8*current:
		return "about as likely"
	case other >= 0.4*current:
		return "less likely"
	}
	return "much less likely"
}
