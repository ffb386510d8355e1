package report

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/command"
	"tabletop/model/confidence"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// inferredKind returns the inference of the i-th record kind; false if the layouts were declared.
func inferredKind(in Input, i int) (infer.Kind, bool) {
	if in.Inferred == nil || i >= len(in.Inferred.Kinds) {
		return infer.Kind{}, false
	}
	return in.Inferred.Kinds[i], true
}

// currentLayoutNote states how sure the inferred layouts are that a report rests on; nil for declared ones.
func currentLayoutNote(in Input) *doc.Note {
	switch words, sure := text.CurrentLayout(in.Inferred, unseen(in)); {
	case words == "":
		return nil
	case sure:
		return &doc.Note{Mark: "  · ", Text: words}
	default:
		return &doc.Note{Mark: "  ▲ ", Text: words}
	}
}

// unseen returns the share of the table's rows that may be of kinds that were not seen.
func unseen(in Input) float64 {
	if in.Profile == nil {
		return 0
	}
	return in.Profile.Whole.Unseen
}

func currentLayout(b *page, n *doc.Note, width int) {
	if n != nil {
		b.paragraph(n.Mark, n.Text, width)
	}
}

// layoutConfidence returns the confidence in the least sure of the inferred layouts; nil if they were declared or there
// are none.
func layoutConfidence(in Input) *float64 {
	if k, ok := in.Inferred.LeastSure(); ok {
		return &k.Confidence
	}
	return nil
}

// alternatives returns the layouts with which an uncertain one has to be compared; none for a sure one.
func alternatives(in Input, k infer.Kind) []confidence.Alternative {
	if k.Confidence >= confidence.Sure {
		return nil
	}
	segments := make([]float64, len(k.Segments))
	for i, s := range k.Segments {
		segments[i] = s.Confidence
	}
	others := make([]confidence.Alternative, len(k.Others))
	for i, other := range k.Others {
		others[i] = confidence.Alternative{Layout: other.Layout, Confidence: &other.Confidence}
	}
	return confidence.Alternatives(k.Layout, others, segments, sampleKeys(in.Sample))
}

// settleText writes the confidence in an inferred layout and, where it is uncertain, how to settle it: the
// alternatives, keys that distinguish them, and the command that declares each. d is nil for layouts that were
// declared.
func settleText(b *page, d *doc.InferredKind, width int) {
	if d == nil {
		return
	}
	b.line("     " + d.Words)
	if d.Sure {
		return
	}
	if len(d.Alternatives) == 0 {
		b.line("     to settle it: check the values below, and declare the layout with --layout TEMPLATE")
		return
	}
	for _, alternative := range d.Alternatives {
		line := "     alternative: " + text.Safe(string(alternative.Template))
		if alternative.Confidence != nil {
			line += "  confidence " + text.Confidence(*alternative.Confidence)
		}
		b.line(line)
		for _, k := range alternative.Keys[:min(1, len(alternative.Keys))] { // JSON has more
			for _, line := range []string{"key that distinguishes them: " + text.Escape(k.Key), "here:  " + k.Here,
				"there: " + k.There} {
				b.line(fmt.Sprintf("       %s", ansi.Truncate(line, max(width-7, 40), "…")))
			}
		}
		if len(alternative.Keys) == 0 {
			b.line("       no key of the sample distinguishes them")
		}
		if word, err := command.Shell("--layout", string(alternative.Template)); err == nil {
			b.line(fmt.Sprintf("       if it is right, declare it: %s", text.Safe(word)))
		}
	}
}

// splitKey writes how a layout splits a key: "a | b", or that it does not match.
func splitKey(key []byte, spans []rowkey.Span) string {
	if spans == nil {
		return "no match"
	}
	parts := make([]string, len(spans))
	for i, s := range spans {
		parts[i] = text.Escape(key[s.Start:s.End]) + " " + string(s.Segment.Codec.Type())
	}
	return strings.Join(parts, " | ")
}

// alternativeDocs returns the alternatives as JSON has them.
func alternativeDocs(in Input, k infer.Kind) []doc.Alternative {
	all := alternatives(in, k)
	out := make([]doc.Alternative, len(all))
	for i, a := range all {
		out[i] = doc.Alternative{Template: doc.Escaped(a.Layout.String()), Confidence: a.Confidence,
			Keys: make([]doc.DistinguishingKey, len(a.Keys))}
		for n, d := range a.Keys {
			out[i].Keys[n] = doc.DistinguishingKey{Key: d.Key, Here: splitKey(d.Key, d.Here),
				There: splitKey(d.Key, d.There)}
		}
	}
	return out
}
