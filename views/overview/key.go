package overview

import (
	"fmt"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/confidence"
	"tabletop/model/figures"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// maxKinds is how many record kinds are shown in full; Keys lists them all.
const maxKinds = 6

// kind is what is known of one record kind. What is not known yet, or is of an older layout, is nil.
type kind struct {
	layout   *rowkey.Layout
	name     string
	first    []byte
	measured *figures.Kind
	inferred *infer.Kind
}

// listKinds brings the layouts in force together with what was measured of them.
func listKinds(d *views.Data) []kind {
	kinds := make([]kind, len(d.Layouts))
	for i, layout := range d.Layouts {
		kind := kind{layout: layout, name: widget.KindName(layout, i)}
		if d.Inferred != nil && i < len(d.Inferred.Kinds) && d.Inferred.Kinds[i].Layout == layout {
			kind.inferred = &d.Inferred.Kinds[i]
			kind.first = kind.inferred.First
		}
		if d.Profile != nil && i < len(d.Profile.Kinds) && d.Profile.Kinds[i].Layout == layout {
			kind.measured = &d.Profile.Kinds[i]
			kind.first = kind.measured.First
		}
		kinds[i] = kind
	}
	return kinds
}

// key is the block that states how the keys are built.
func (p *page) key(d *views.Data) {
	p.section("KEY")
	switch {
	case d.Sample == nil:
		p.add(line{text: p.st.Dim("waiting for the first rows…")})
		return
	case d.Sample.Rows() == 0:
		p.add(line{text: p.st.Dim("no keys to look at")})
		return
	case d.Inferred == nil && !d.Declared:
		p.add(line{text: p.st.Dim("finding out how the keys are built…")})
		return
	}
	kinds := listKinds(d)
	for i, k := range kinds {
		if i == maxKinds {
			p.add(line{id: "kinds/more", about: "record kinds", open: views.OpenScreen{Screen: views.KeysScreen},
				text: p.st.Dim(fmt.Sprintf("and %d kinds more: enter lists them", len(kinds)-maxKinds))})
			break
		}
		p.kind(d, k, len(kinds) > 1)
	}
	p.unexplained(d, len(kinds))
}

// kind shows one record kind: example, braces, segments, confidence.
func (p *page) kind(d *views.Data, k kind, many bool) {
	id := "kind/" + k.name
	head := line{id: id, about: "template", copy: k.layout.String(), open: views.OpenScreen{Screen: views.KeysScreen},
		why: kindWhy(d, k)}
	if many {
		head.text = p.st.Strong(k.name) + "  " + widget.DrawTemplate(p.st, k.layout, -1)
		p.add(head)
	}
	if p.brief {
		p.kindInShort(d, k, many, head)
		return
	}
	p.example(k, head)
	if !many {
		head.id += "/template"
		p.flow(head, widget.DrawTemplate(p.st, k.layout, -1))
	}
	p.segments(k)
	head.id = id + "/fit"
	p.flow(head, p.fit(d, k)...)
	p.kindFindings(d, k)
}

// kindInShort shows what is not on the other screens at a glance: of one kind an example and its numbers of values, and
// of each what is in doubt.
func (p *page) kindInShort(d *views.Data, k kind, many bool, head line) {
	if !many {
		p.example(k, head)
		p.flow(head, p.distinct(k)...)
	}
	if in := k.inferred; in != nil && !d.Declared && in.Confidence < confidence.Sure {
		head.id += "/fit"
		p.flow(head, p.fit(d, k)...)
	}
	p.kindFindings(d, k)
}

// distinct states in a few words how many values each segment has.
func (p *page) distinct(k kind) []string {
	var out []string
	for i, segment := range k.layout.Segments() {
		words := p.st.Segment(i, text.EscapeString(segment.Name))
		if k.measured != nil && i < len(k.measured.Segments) {
			m := k.measured.Segments[i]
			words += " " + text.Distinct(m) + p.st.Dim(" distinct")
			if m.Ordered && m.Distinct > few {
				words += p.st.Dim(" to ") + widget.SegmentValue(segment.Codec, m.Max)
			}
		}
		out = append(out, words)
	}
	return out
}

// kindFindings lists what the audit found about the keys of a kind.
func (p *page) kindFindings(d *views.Data, k kind) {
	template := k.layout.String()
	ofKind := func(s audit.Subject) bool {
		return s.Kind == audit.AboutKeys && s.Name == template || s.Kind == audit.AboutSegment && s.Layout == template
	}
	for _, finding := range d.Findings(ofKind) {
		p.finding(finding, "kind/"+k.name)
	}
}

// finding adds a finding with its title, wrapped. The ids of its lines begin with what they stand under.
func (p *page) finding(found *audit.Finding, under string) {
	words := text.EscapeString(found.Title)
	if found.Subject.Kind == audit.AboutSegment {
		words = text.EscapeString(found.Subject.Name) + ": " + words
	}
	style := func(words string) string { return p.st.Marked(views.SeverityToken(found.Severity), words) }
	p.marked(findingLine(found, under+"/finding/"), style, words)
}

// findingLine is a line about a finding, without its text.
func findingLine(found *audit.Finding, under string) line {
	return line{id: under + found.ID(), about: "finding", copy: found.Title,
		open: views.OpenScreen{Screen: views.FindingsScreen},
		why:  text.EscapeString(found.Title + "\n\n" + found.Why)}
}

// example draws a key with a brace under each segment.
func (p *page) example(k kind, head line) {
	spans, err := k.layout.Decode(nil, k.first)
	if err != nil || len(k.first) == 0 {
		return
	}
	segments := k.layout.Segments()
	labels := make([]string, len(segments))
	for i, s := range segments {
		labels[i] = text.EscapeString(s.Name)
	}
	parts := widget.KeyParts(nil, k.first, spans, segments, p.room())
	head.id += "/example"
	head.about, head.copy = "key", text.Escape(k.first)
	head.open = views.OpenScreen{Screen: views.RowScreen, Key: k.first}
	head.why = "The first key of this kind in the sample, cut at its segments. Enter opens its row.\n\n" + head.why
	head.text = widget.DrawKey(p.st, parts)
	p.add(head)
	head.text, head.id = widget.Braces(p.st, parts, labels), more(head.id)
	if p.brief {
		head.text = p.beside(head.text, widget.DrawTemplate(p.st, k.layout, -1), p.st.Dim(widget.Pattern(k.layout)))
	}
	p.add(head)
}

// beside puts the first of texts behind a line that fits there.
func (p *page) beside(line string, texts ...string) string {
	const gap = 3
	for _, words := range texts {
		if widget.Width(line)+gap+widget.Width(words) <= p.room() {
			return line + widget.Spaces(gap) + words
		}
	}
	return line
}

// segments lists the segments below each other: name, type, distinct values, range or most common values.
func (p *page) segments(k kind) {
	names, types, counts := 0, 0, 7
	all := k.layout.Segments()
	if k.measured != nil {
		for i := range k.measured.Segments {
			counts = max(counts, widget.Width(text.Distinct(k.measured.Segments[i])))
		}
	}
	for _, s := range all {
		names = max(names, min(widget.Width(text.EscapeString(s.Name)), 20))
		types = max(types, widget.Width(widget.SegmentType(s.Codec)))
	}
	for i, segment := range all {
		line := line{id: "kind/" + k.name + "/segment/" + segment.Name, about: "segment", copy: segment.Name,
			open: views.OpenScreen{Screen: views.KeysScreen}, why: segmentWhy(segment, nil)}
		items := []string{p.st.Segment(i, widget.Pad(text.EscapeString(segment.Name), names)) + " " +
			widget.Pad(widget.SegmentType(segment.Codec), types)}
		if in := k.inferred; in != nil && i < len(in.Segments) && in.Segments[i].Confidence < confidence.Sure {
			items = append(items, p.st.Warning("confidence "+text.Confidence(in.Segments[i].Confidence)))
		}
		if k.measured != nil && i < len(k.measured.Segments) {
			m := k.measured.Segments[i]
			line.why = segmentWhy(segment, &m)
			items = append(items, widget.PadLeft(text.Distinct(m), counts)+p.st.Dim(" distinct"),
				p.values(segment, m, k.measured.Keys))
		}
		p.flow(line, items...)
	}
}

// few is the number of distinct values up to which the most common say more of a segment than its range.
const few = 24

// values states what a segment holds: its most common values when there are few, else from where to where it goes.
func (p *page) values(s *rowkey.Segment, m figures.Segment, keys int64) string {
	if m.Keys < keys {
		return p.st.Dim("in " + text.Percent(float64(m.Keys)/float64(max(keys, 1))) + " of them")
	}
	if m.Ordered && m.Distinct > few {
		return widget.SegmentValue(s.Codec, m.Min) + p.st.Dim(" … ") + widget.SegmentValue(s.Codec, m.Max)
	}
	if m.Distinct > few || len(m.Top) == 0 {
		return p.st.Dim(widths(m))
	}
	var shown []string
	for i, v := range m.Top {
		if i == 3 {
			shown = append(shown, p.st.Dim("…"))
			break
		}
		shown = append(shown,
			widget.Truncate(widget.SegmentValue(s.Codec, v.Value), 24)+p.st.Dim(" "+text.Percent(v.Share.Value)))
	}
	return strings.Join(shown, p.st.Dim(", "))
}

func widths(m figures.Segment) string {
	if m.MinWidth == m.MaxWidth {
		return fmt.Sprintf("%d %s", m.MinWidth, text.Plural(m.MinWidth, "byte", "bytes"))
	}
	return fmt.Sprintf("%d to %d bytes", m.MinWidth, m.MaxWidth)
}

// fit states how many keys the layout explains and how sure it is.
func (p *page) fit(d *views.Data, k kind) []string {
	var items []string
	total := int64(d.Sample.Rows())
	switch {
	case k.measured != nil:
		items = append(items, figure(p.st, k.measured.Share, text.Percent)+p.st.Dim(" of keys fit"))
	case k.inferred != nil && d.Inferred.Keys > 0:
		items = append(items, text.Percent(float64(k.inferred.Keys)/float64(d.Inferred.Keys))+p.st.Dim(" of keys fit"))
	default:
		items = append(items, p.st.Dim("counting which of "+text.Integer(total)+" keys fit…"))
	}
	switch {
	case d.Declared:
		return append(items, p.st.Dim("declared"))
	case k.inferred == nil:
		return items
	}
	words, sure := text.LayoutConfidence(*k.inferred)
	draw := p.st.Dim
	if !sure {
		draw = p.st.Warning
	}
	items = append(items, draw(words))
	switch {
	case len(k.inferred.Others) == 0 && sure:
		return append(items, p.st.Dim("no close alternative"))
	case len(k.inferred.Others) == 0:
		return items
	}
	other := k.inferred.Others[0]
	return append(items,
		draw("or, with confidence "+text.Confidence(other.Confidence)+", "+widget.Pattern(other.Layout)))
}

func (p *page) unexplained(d *views.Data, kinds int) {
	count, total, first, read := int64(0), int64(d.Sample.Rows()), []byte(nil), "read"
	switch {
	case d.Profile != nil && len(d.Profile.Kinds) == kinds:
		found := d.Profile.Unexplained.Found
		count, total = int64(found.Value), int64(d.Profile.FoundAmong(found).Value)
		if total > d.Profile.Rows {
			read = "counted"
		}
		if len(d.Profile.Unexplained.First) > 0 {
			first = d.Profile.Unexplained.First[0]
		}
	case d.Inferred != nil && !d.Declared:
		count, total = int64(d.Inferred.Unexplained), int64(d.Inferred.Keys)
	}
	line := line{id: "unexplained", about: "unexplained keys", open: views.OpenScreen{Screen: views.KeysScreen},
		why: fmt.Sprintf("%s of the %s keys %s fit none of the layouts in force. They may be of another kind, "+
			"broken, or left over from an older layout. Enter opens Keys, where they can be listed alone.",
			text.Integer(count), text.Integer(total), read)}
	switch {
	case kinds == 0 && d.Inferred != nil && !d.Declared:
		line.why = "No layout explains these keys clearly better than taking them for unstructured bytes. That is an " +
			"answer, not a failure: hashes and random ids look like this. On Keys, press i to declare a layout."
		p.marked(line, p.st.Note, "no structure was found in the keys")
	case count > 0:
		p.flow(line, p.st.Warning(text.Percent(float64(count)/float64(max(total, 1)))+" of keys unexplained"),
			p.st.Dim("such as ")+text.Blank(text.Key([]byte(first))))
	}
}

func kindWhy(d *views.Data, k kind) string {
	var out strings.Builder
	if d.Declared {
		out.WriteString("Declared by the user, not inferred.")
	} else {
		out.WriteString(text.HowInferred)
	}
	if k.measured != nil {
		fmt.Fprintf(&out, "\n\n%s of %s keys decode with it, byte for byte. %s", text.Integer(k.measured.Keys),
			text.Integer(d.Profile.Rows), counted(d.Profile, k.measured.Share))
	}
	if o := text.Otherwise(d.Inferred); o != "" && !d.Declared {
		out.WriteString("\n\n" + o)
	}
	if i := k.inferred; i != nil && !d.Declared {
		words, _ := text.LayoutConfidence(*i)
		fmt.Fprintf(&out, "\n\n%s. %s\n\n%s of resamples gave the same boundaries.", words, text.AboutConfidence,
			text.Percent(i.Stability))
		if len(i.Others) > 0 {
			fmt.Fprintf(&out, " Of the others that were tried, the most likely has a confidence of %s.",
				text.Confidence(i.Others[0].Confidence))
		}
	}
	return out.String()
}

func segmentWhy(s *rowkey.Segment, m *figures.Segment) string {
	why := text.EscapeString(s.Name) + " is " + text.EscapeString(s.Codec.Encoding()) + ", written " +
		text.EscapeString(s.Codec.Spec()) + " in a template."
	if m == nil {
		return why
	}
	why += fmt.Sprintf("\n\n%s distinct values among %s, counted by their bytes in the keys read: the table has at "+
		"least as many. Values take %s.",
		text.Integer(m.Distinct), text.Integer(m.Count), widths(*m))
	if more := text.DistinctEstimate(*m); more != "" {
		why += " " + more
	}
	if m.Ordered {
		why += fmt.Sprintf(" They go from %s to %s.", widget.SegmentValue(s.Codec, m.Min),
			widget.SegmentValue(s.Codec, m.Max))
	}
	return why
}
