package keys

import (
	"errors"
	"fmt"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// explainKey lists the segments of a key with their bytes or, where none fits, how far each layout came.
func explainKey(set rowkey.Set, key []byte) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n%d bytes", text.Escape(key), len(key))
	spans, kind := set.Decode(nil, key)
	if kind < 0 {
		out.WriteString("; no layout decodes it.")
		for i, l := range set {
			if _, err := l.Decode(nil, key); err != nil {
				fmt.Fprintf(&out, "\n%s  %s", widget.KindName(l, i), misfit(err))
			}
		}
		return out.String()
	}
	fmt.Fprintf(&out, ", decoded by %s\n", widget.Template(set[kind]))
	for _, sp := range spans {
		fmt.Fprintf(&out, "\nbytes %d–%d  %s = %s  (%s)", sp.Start, sp.End, text.EscapeString(sp.Segment.Name),
			widget.SegmentValue(sp.Segment.Codec, sp.Value), text.EscapeString(sp.Segment.Codec.Encoding()))
	}
	return out.String()
}

// misfit states where and why a key does not fit.
func misfit(err error) string {
	var d *rowkey.DecodeError
	if !errors.As(err, &d) {
		return text.Safe(err.Error())
	}
	s := fmt.Sprintf("at byte %d: ", d.Offset)
	if d.Segment != nil {
		s += text.EscapeString(d.Segment.Name) + ": "
	}
	return s + text.Safe(d.Reason)
}
