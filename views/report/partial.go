package report

import (
	"cmp"
	"slices"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// partialRead begins the sentence by which every report states that its read ended early.
const partialRead = "Partial read: "

// partialAdvice is what to do about it.
const partialAdvice = "Run the command again, or accept what was read with --allow-partial."

// partial returns why the read is partial, escaped; empty when it is not.
func (in Input) partial() string { return text.EscapeString(in.Sample.Partial()) }

// stopped returns why reading ended early, at a limit or otherwise, escaped; empty when it ran to its end.
func (in Input) stopped() string { return text.EscapeString(stopReason(in.Sample)) }

func stopReason(s *sample.Sample) string { return cmp.Or(s.Partial(), s.How.Stopped) }

// partial puts a banner with the reason why the read is partial above everything else; none where it is empty.
func (d *document) partial(reason string) {
	if reason == "" {
		return
	}
	first := slices.IndexFunc(d.blocks, func(b block) bool { _, ok := b.(docBanner); return !ok })
	if first < 0 {
		first = len(d.blocks)
	}
	d.blocks = slices.Insert(d.blocks, first, block(docBanner{partialRead + reason + ". " + partialAdvice}))
}
