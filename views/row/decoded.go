package row

import (
	"context"
	"fmt"

	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/value"
)

// byDecoder is the form of a value as a decoder of the person's writes it.
const byDecoder value.Form = "decoded"

// decoding is what a decoder made of one value.
type decoding struct {
	of   *sample.Sample
	cell int
	name string
	text string
	err  error
	done bool // else it is being worked out
}

// decoder is that of an item's column, if the person gave one and has not chosen another form.
func (s *Screen) decoder(it item) (views.Decoder, bool) {
	if it.cell < 0 || s.data == nil || s.data.Decode == nil || s.form != "" && s.form != byDecoder {
		return views.Decoder{}, false
	}
	return s.data.Decode(it.of.Column(it.of.Cell(it.cell).Column))
}

// decode has the value under the cursor decoded, when there is a decoder for it and it was not decoded yet.
func (s *Screen) decode() views.Request {
	it, ok := s.current()
	if !ok || s.decoding.of == it.of && s.decoding.cell == it.cell {
		return nil
	}
	decoder, ok := s.decoder(it)
	if !ok {
		return nil
	}
	s.decoding = decoding{of: it.of, cell: it.cell, name: decoder.Name}
	s.shown = shown{}
	cell := it.of.Cell(it.cell)
	if len(cell.Value) < cell.Size {
		s.decoding.done = true
		s.decoding.err = fmt.Errorf("only the first %s of it are here", text.Bytes(float64(len(cell.Value))))
		return nil
	}
	asked := s.decoding
	return views.Work{Name: "row/decode", Run: func(ctx context.Context) any {
		asked.text, asked.err = decoder.Decode(ctx, cell.Value)
		asked.done = true
		if ctx.Err() != nil {
			return nil
		}
		return asked
	}}
}

// decoded is what the decoder made of a value, in lines of w cells. ok is false when the value is shown in another
// form.
func (s *Screen) decoded(it item, w int) (form string, lines []string, ok bool) {
	if _, has := s.decoder(it); !has || s.decoding.of != it.of || s.decoding.cell != it.cell {
		return "", nil, false
	}
	decoding := s.decoding
	name := text.EscapeString(decoding.name)
	switch {
	case !decoding.done:
		return "being decoded by " + name, nil, false
	case decoding.err != nil:
		return "not decoded by " + name + ": " + text.EscapeString(firstLine(decoding.err.Error())), nil, false
	}
	return "decoded by " + name, value.Lines(value.Text, []byte(decoding.text), len(decoding.text), w), true
}

// forms are the forms that the value of an item can be shown in, the best first.
func (s *Screen) forms(it item) []value.Form {
	cell := it.of.Cell(it.cell)
	forms := value.Forms(cell.Value, cell.Size)
	if s.data.Decode == nil {
		return forms
	}
	if _, ok := s.data.Decode(it.of.Column(cell.Column)); ok {
		forms = append([]value.Form{byDecoder}, forms...)
	}
	return forms
}
