package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"tabletop/views/text"
)

// Part is a report that stands in a bundle with others.
type Part struct {
	Name  string // in JSON: "heat"
	Title string // its heading
	// Write writes the part alone, in one of its formats.
	Write    func(io.Writer, Format) error
	document func() *document
}

// AuditPart returns an audit as a part.
func AuditPart(in Input, a AuditInput) Part {
	return Part{Name: "audit", Title: "Findings", document: func() *document { return auditDocument(reviewDoc(in, a)) },
		Write: func(w io.Writer, f Format) error { return Audit(w, in, a, f) }}
}

// SchemaPart returns the row keys as a part.
func SchemaPart(in Input) Part {
	return Part{Name: "schema", Title: "Keys", document: func() *document { return laySchema(in).document() },
		Write: func(w io.Writer, f Format) error { return Schema(w, in, f) }}
}

// StatsPart returns sizes and counts as a part.
func StatsPart(in Input) Part {
	return Part{Name: "stats", Title: "Sizes and counts", document: func() *document { return layStats(in).document() },
		Write: func(w io.Writer, f Format) error { return Stats(w, in, f) }}
}

// HeatPart returns a map as a part.
func HeatPart(in Input, m HeatInput) Part {
	return Part{Name: "heat", Title: "Heat", document: func() *document { return layHeat(in, m).document() },
		Write: func(w io.Writer, f Format) error { return Heat(w, in, m, f) }}
}

// GCPart returns the garbage as a part.
func GCPart(in Input, g GCInput) Part {
	return Part{Name: "gc", Title: "Retention", document: func() *document { return layGC(in, g).document() },
		Write: func(w io.Writer, f Format) error { return GC(w, in, g, f) }}
}

// BundleFormats returns the formats of Bundle, the default first.
func BundleFormats() []Format { return []Format{Markdown, HTML, JSON, Text} }

// Bundle writes reports of one table as one document. Formats: markdown, html, text, and json, which is an object with
// one member per part.
func Bundle(w io.Writer, in Input, title string, parts []Part, f Format) error {
	switch f {
	case JSON:
		return bundleJSON(w, parts)
	case Text:
		for i, part := range parts {
			if i > 0 {
				if _, err := fmt.Fprintf(w, "\n"); err != nil {
					return err
				}
			}
			if err := part.Write(w, Text); err != nil {
				return err
			}
		}
		return nil
	case Markdown, HTML:
	default:
		return fmt.Errorf("invalid format %q: must be one of markdown, html, json, text", f)
	}
	document := &document{title: title + " of " + text.EscapeString(in.Source)}
	for _, p := range parts {
		document.h(p.Title)
		document.nest(p.document())
	}
	if f == HTML {
		return document.html(w)
	}
	return document.markdown(w)
}

// nest adds the blocks of another document, its headings one level deeper.
func (d *document) nest(of *document) {
	d.blocks = append(d.blocks, deeper(of.blocks)...)
}

// deeper returns blocks with their headings one level deeper.
func deeper(blocks []block) []block {
	var out []block
	for _, from := range blocks {
		switch part := from.(type) {
		case docHeading:
			part.level++
			out = append(out, part)
		case *docFold:
			out = append(out, &docFold{part.title, deeper(part.blocks)})
		default:
			out = append(out, part)
		}
	}
	return out
}

func bundleJSON(w io.Writer, parts []Part) error {
	var buffer bytes.Buffer
	buffer.WriteString("{")
	for i, part := range parts {
		if i > 0 {
			buffer.WriteByte(',')
		}
		name, err := json.Marshal(part.Name)
		if err != nil {
			return err
		}
		fmt.Fprintf(&buffer, "\n%s: ", name)
		if err := part.Write(&buffer, JSON); err != nil {
			return err
		}
	}
	buffer.WriteString("}\n")
	var out bytes.Buffer
	if err := json.Indent(&out, buffer.Bytes(), "", "  "); err != nil {
		return err
	}
	_, err := out.WriteTo(w)
	return err
}
