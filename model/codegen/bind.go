package codegen

import (
	"errors"
	"fmt"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
)

// sort is what a value is.
type sort uint8

const (
	bytesValue sort = iota
	numberValue
	timeValue
)

// value is an expression made ready: its text in its own form, and the value that it is the text of. It is what
// rekey computes for a row.
type value struct {
	text, value node
	sort        sort
	form        rowkey.Codec // nil when the bytes stand for themselves
	needs       []*Part      // the optional parts without which it is absent
}

// needs is the part itself if rows may lack it.
func (p *Part) needs() []*Part {
	if p.Optional {
		return []*Part{p}
	}
	return nil
}

// plain is a value whose bytes stand for themselves.
func plain(text node, needs []*Part) value { return value{text: text, value: text, needs: needs} }

// binder turns the fields of a candidate into statements.
type binder struct {
	f       *Functions
	layout  *rowkey.Layout
	current rowkey.Set
	key     []candidate.Part
	open    []*candidate.Field // being bound, to find circles
	lets    []statement        // that the field being bound needs
}

// parts builds a run of parts. known are the optional parts that are there.
func (b *binder) parts(list []candidate.Part, known []*Part) ([]statement, error) {
	var body []statement
	for _, part := range list {
		var made []statement
		var err error
		switch {
		case part.Group != nil:
			made, err = b.group(part.Group, known)
		case part.Field != nil:
			if made, err = b.field(part.Field, known); err != nil {
				err = fmt.Errorf("%s: %w", part.Field, err)
			}
		default:
			made = []statement{{do: add, node: literal(part.Literal)}}
		}
		if err != nil {
			return nil, err
		}
		body = append(body, made...)
	}
	return body, nil
}

// group builds parts that are left out where one of its fields is absent.
func (b *binder) group(list []candidate.Part, known []*Part) ([]statement, error) {
	var of []*Part
	for _, part := range list {
		if part.Field == nil {
			continue
		}
		v, err := b.write(part.Field)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.Field, err)
		}
		of = join(of, v.needs)
	}
	b.lets = nil // made again inside
	body, err := b.parts(list, join(known, of))
	if err != nil || len(of) == 0 {
		return body, err
	}
	return []statement{{do: when, of: of, body: body}}, nil
}

// join returns the parts of both lists.
func join(a, b []*Part) []*Part {
	out := slices.Clone(a)
	for _, p := range b {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// field builds one field of the key.
func (b *binder) field(f *candidate.Field, known []*Part) ([]statement, error) {
	written, err := b.write(f)
	if err != nil {
		return nil, err
	}
	escape, length := f.Escape, f.LengthPrefix
	declared := escape != rowkey.EscapeNone || length > 0
	if s := b.layout.Segment(f.Expr.Name); f.Codec == nil && f.Expr.Op == candidate.Segment && !declared && s != nil {
		escape, length = s.Escape, s.LengthPrefix
	}
	body := b.lets
	b.lets = nil
	one := statement{do: add, node: frame(written.text, escape, length)}
	of := slices.DeleteFunc(slices.Clone(written.needs), func(p *Part) bool { return slices.Contains(known, p) })
	if len(of) == 0 {
		return append(body, one), nil
	}
	body = append(body, statement{do: when, of: of, body: []statement{one}})
	if declared {
		nothing := frame(literal(nil), escape, length)
		body = append(body, statement{do: unless, of: of, body: []statement{{do: add, node: nothing}}})
	}
	return body, nil
}

// write is a field in the form asked for, without escapes and length.
func (b *binder) write(f *candidate.Field) (value, error) {
	if slices.Contains(b.open, f) {
		return value{}, fmt.Errorf("%s is computed from itself", f.Name)
	}
	b.open = append(b.open, f)
	defer func() { b.open = b.open[:len(b.open)-1] }()
	written, err := b.expr(&f.Expr)
	if err != nil || f.Codec == nil {
		return written, err
	}
	codec := f.Codec
	if f.Expr.Op == candidate.Reverse || f.Expr.Op == candidate.Mirror {
		inner, err := b.arg(&f.Expr.Args[0], false)
		if err != nil {
			return value{}, err
		}
		turned, err := rekey.TurnedForm(&f.Expr, codec, inner.form)
		if err != nil {
			return value{}, err
		}
		if turned != nil {
			written, codec = inner, turned
		}
	}
	return convert(written, rekey.NumberForm(codec, written.form))
}

// convert writes a value in another form.
func convert(v value, c rowkey.Codec) (value, error) {
	if v.form != nil && v.form.Spec() == c.Spec() {
		return v, nil
	}
	code, err := formOf(c)
	if err != nil {
		return v, err
	}
	out := value{value: v.value, sort: v.sort, form: c, needs: v.needs}
	switch code.Kind {
	case rowkey.CodeNumber:
		if v.sort != numberValue {
			return v, fmt.Errorf("what is no number is not written as %s: declare it as one in the current layout, "+
				"such as {id:int}", c.Spec())
		}
	case rowkey.CodeCount, rowkey.CodeDate:
		if v.sort != timeValue {
			return v, fmt.Errorf("what is no time is not written as %s: declare it as one in the current layout, such "+
				"as {at:ms}", c.Spec())
		}
	default:
		switch {
		case v.sort == timeValue:
			return v, fmt.Errorf("a time is not written as %s: use a form of time, such as date(20060102)", c.Spec())
		case v.sort == numberValue:
			out.value, out.sort = call("decimal", v.value, 0), bytesValue
		case v.form != nil && v.form.Type() == rowkey.UUID && c.Type() == rowkey.UUID &&
			len(v.form.Form().Prefix)+len(c.Form().Prefix) == 0:
			out.text, err = convertUUID(v.form, c, v.value)
			return out, err
		case c.Type() == rowkey.IP, v.form != nil && v.form.Type() == rowkey.IP,
			v.form != nil && v.form.Type() == rowkey.UUID && v.form.Form().Binary:
			return v, fmt.Errorf("%s is not written as %s: leave it in the form that it has", formName(v.form),
				c.Spec())
		}
	}
	out.text, err = encode(c, out.value)
	return out, err
}

func formName(c rowkey.Codec) string {
	if c == nil {
		return "text"
	}
	return c.Spec()
}

// arg makes an argument ready. The named parts of a hash are first of all those of the candidate, as they are written
// there; elsewhere a name is first of all a current segment.
func (b *binder) arg(e *candidate.Expr, hashed bool) (value, error) {
	if e.Op != candidate.Segment || !hashed && b.named(e.Name) {
		return b.expr(e)
	}
	var other *candidate.Field
	candidate.Fields(b.key, func(f *candidate.Field) {
		self := len(b.open) > 0 && b.open[len(b.open)-1] == f
		if other == nil && !self && f.Name == e.Name {
			other = f
		}
	})
	if other == nil || other.Expr.Op == candidate.Segment && other.Codec == nil {
		return b.expr(e)
	}
	return b.write(other)
}

// named reports whether one of the current layouts has a segment.
func (b *binder) named(name string) bool {
	return slices.ContainsFunc(b.current, func(l *rowkey.Layout) bool { return l.Segment(name) != nil })
}

// expr makes an expression ready.
func (b *binder) expr(e *candidate.Expr) (value, error) {
	switch e.Op {
	case candidate.Segment:
		return b.segment(e.Name)
	case candidate.Column:
		name := e.Column.Family + ":" + e.Column.Qualifier
		p := b.f.part("column("+name+")", name, BytesPart)
		p.Optional, p.OfRow, p.column = true, true, &e.Column
		return plain(own(p), []*Part{p}), nil
	case candidate.Qualifier, candidate.Family, candidate.CellValue:
		p := b.f.part(e.String(), e.String(), BytesPart)
		p.OfRow, p.ofCell = true, e.Op
		return plain(own(p), nil), nil
	case candidate.CellTime:
		p := b.f.part(candidate.CellTimeName, "cellTime", MicrosPart)
		p.OfRow = true
		ms, err := rowkey.ParseCodec("ms")
		if err != nil {
			return value{}, err
		}
		return inForm(ms, floor(own(p), e.Unit, 1), timeValue, nil)
	case candidate.Whole:
		return plain(call("p.oldKey"), nil), nil
	case candidate.Rest:
		return b.rest(e.Name)
	case candidate.Salt, candidate.Hash:
		return b.hash(e)
	}
	arg, err := b.arg(&e.Args[0], false)
	if err != nil {
		return value{}, err
	}
	return b.transform(e, arg)
}

// inForm writes a value in a form.
func inForm(c rowkey.Codec, v node, sort sort, needs []*Part) (value, error) {
	text, err := encode(c, v)
	return value{text: text, value: v, sort: sort, form: c, needs: needs}, err
}

func (b *binder) segment(name string) (value, error) {
	segment := b.layout.Segment(name)
	if segment == nil {
		if b.named(name) {
			return value{}, errors.New("the rows of this record kind have no such segment: leave it out")
		}
		return value{}, fmt.Errorf("no segment %q in the current keys", name)
	}
	made := b.f.find(name)
	code, err := formOf(segment.Codec)
	if err != nil {
		return value{}, err
	}
	sort := bytesValue
	switch made.Kind {
	case IntPart, UnsignedPart:
		sort = numberValue
	case MillisPart, MicrosPart, NanosPart:
		sort = timeValue
	}
	return inForm(segment.Codec, valueOf(code, segment.Codec.Form(), own(made)), sort, made.needs())
}

// rest is the current key from a segment to its end, which a function of its own writes.
func (b *binder) rest(name string) (value, error) {
	tail := suffix(b.layout.Parts(), name)
	if tail == nil {
		return value{}, fmt.Errorf("no segment %q in the current keys of these rows", name)
	}
	made := b.f.find(name)
	fn := "restFrom" + title(made.Name)
	if !slices.ContainsFunc(b.f.builders, func(f builder) bool { return f.name == fn }) {
		body, err := oldBuilder{b.f}.parts(tail, nil)
		if err != nil {
			return value{}, err
		}
		b.f.builders = append(b.f.builders, builder{fn, body})
	}
	return plain(call("p."+fn), made.needs()), nil
}

// suffix returns the parts from a segment on.
func suffix(parts []rowkey.Part, name string) []rowkey.Part {
	for index, made := range parts {
		if made.Segment != nil && made.Segment.Name == name {
			return parts[index:]
		}
		if made.Group != nil {
			if inner := suffix(made.Group.Parts, name); inner != nil {
				return append(slices.Clone(inner), parts[index+1:]...)
			}
		}
	}
	return nil
}

// hash is a salt, or the first digits of a digest.
func (b *binder) hash(e *candidate.Expr) (value, error) {
	var args []node
	for index := range e.Args {
		arg, err := b.arg(&e.Args[index], true)
		if err != nil {
			return value{}, err
		}
		text := arg.text
		if len(arg.needs) > 0 {
			name := fmt.Sprintf("hashed%d", len(b.lets)+1)
			b.lets = append(b.lets, statement{do: let, name: name, of: arg.needs, node: text})
			text = call("local", name)
		}
		args = append(args, text)
	}
	digest := call(e.Name+"Digest", concat(args))
	if e.Op == candidate.Hash {
		return plain(call("hexDigits", digest, int(e.N)), nil), nil
	}
	codec, err := rowkey.ParseCodec(fmt.Sprintf("salt(%d)", e.N))
	if err != nil {
		return value{}, err
	}
	return inForm(codec, call("modulo", digest, e.N), numberValue, nil)
}

// transform makes ready what is computed of one argument.
func (b *binder) transform(e *candidate.Expr, arg value) (value, error) {
	switch e.Op {
	case candidate.Reverse:
		if rekey.Turns(arg.form, e.N) {
			return plain(call("mirror", arg.text), arg.needs), nil
		}
		if arg.form == nil {
			return value{}, errors.New("only a time or a number can be subtracted from a maximum")
		}
		form, err := rekey.ReversedForm(arg.form, e.N)
		if err != nil {
			return value{}, err
		}
		return inForm(form, arg.value, arg.sort, arg.needs)
	case candidate.Mirror:
		return plain(call("mirror", arg.text), arg.needs), nil
	case candidate.Truncate:
		return plain(call("truncate", arg.text, int(e.N)), arg.needs), nil
	case candidate.Pad:
		switch {
		case arg.sort == numberValue && e.Fill == '0':
			return plain(call("decimal", arg.value, int(e.N)), arg.needs), nil
		case arg.sort == numberValue:
			return plain(call("padLeft", call("decimal", arg.value, 0), int(e.N), int(e.Fill)), arg.needs), nil
		}
		return plain(call("padLeft", arg.text, int(e.N), int(e.Fill)), arg.needs), nil
	}
	if arg.sort != timeValue {
		return value{}, fmt.Errorf("%s is not written as code: buckets are, of a time; declare it as one in the "+
			"current layout, such as {at:ms}", e)
	}
	return inForm(arg.form, floor(arg.value, e.Unit, e.N), timeValue, arg.needs)
}

// floor cuts a time to n units. Several are counted from 1970; weeks begin on a Monday, and 1970 did on a Thursday.
func floor(t node, u rowkey.Unit, n uint64) node {
	switch u {
	case "":
		return t
	case rowkey.Year:
		return call("parseDate", call("date", t, "%Y"), "%Y")
	case rowkey.Month:
		return call("parseDate", call("date", t, "%Y%m"), "%Y%m")
	case rowkey.Week:
		return call("floor", t, nanoseconds(u), -3*int64(nanoseconds(rowkey.Day)))
	}
	return call("floor", t, nanoseconds(u)*max(n, 1), int64(0))
}
