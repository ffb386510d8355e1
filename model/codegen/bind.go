package codegen

import (
	"fmt"
	"math"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// op is what a node does.
type op uint8

const (
	literal  op = iota // text
	argument           // Params[n]
	decimal            // args[0] as decimal digits, filled up with zeros to n
	divide             // args[0] divided by n, towards minus infinity
	minus              // n minus args[0]
	date               // args[0], in milliseconds, in the fields of form
	salted             // the digest text of args, modulo n, filled up with zeros
	hashed             // the digest text of args in hexadecimal, the first n digits
	turned             // characters from last to first
	labels             // labels of a domain from last to first
	floored            // args[0] cut to a multiple of n after offset
)

// node is an expression of a function.
type node struct {
	op     op
	text   string
	form   []string // of a date
	n      int64
	offset int64
	args   []node
}

// binder turns fields into nodes.
type binder struct {
	f     *Function
	set   rowkey.Set
	key   []candidate.Part
	depth int
}

func (b *binder) field(f *candidate.Field) (node, error) {
	if f.Escape != rowkey.EscapeNone || f.LengthPrefix > 0 {
		return node{}, fmt.Errorf("escapes and lengths are not written as code")
	}
	return b.expr(&f.Expr, f.Codec)
}

// expr makes the text of an expression, in the form of codec, or in its own.
func (b *binder) expr(e *candidate.Expr, codec rowkey.Codec) (node, error) {
	if b.depth++; b.depth > 64 {
		return node{}, fmt.Errorf("it is computed of itself")
	}
	if codec != nil && e.Op != candidate.Segment && e.Op != candidate.Bucket && e.Op != candidate.Column {
		return node{}, fmt.Errorf("%s written as %s is not written as code", e, codec.Spec())
	}
	switch e.Op {
	case candidate.Segment:
		own, err := b.findCodec(e.Name)
		if err != nil {
			return node{}, err
		}
		if own.Type() == rowkey.Salt {
			return b.ownSalt(own)
		}
		if codec == nil {
			codec = own
		}
		return b.written(e.Name, codec, nil)
	case candidate.Column:
		if codec != nil {
			return node{}, fmt.Errorf("a column in another form is not written as code")
		}
		return b.f.param(e.Column.Family+":"+e.Column.Qualifier, TextParam)
	case candidate.Salt, candidate.Hash:
		return b.digest(e.Name, e.Args, e.Op, e.N)
	case candidate.Bucket:
		return b.bucket(e, codec)
	case candidate.Reverse, candidate.Mirror:
		return b.reverse(e)
	}
	return node{}, fmt.Errorf("%s is not written as code", e)
}

func (b *binder) findCodec(name string) (rowkey.Codec, error) {
	for _, l := range b.set {
		if s := l.Segment(name); s != nil {
			return s.Codec, nil
		}
	}
	return nil, fmt.Errorf("no segment %q in the current keys", name)
}

// ownSalt returns a salt of the current layout, if its arguments are known.
func (b *binder) ownSalt(c rowkey.Codec) (node, error) {
	info, _ := rowkey.AsSalt(c)
	if info.Buckets == 0 || info.Hash == "" || len(info.Segments) == 0 {
		return node{}, fmt.Errorf("it is not known how the salt is computed")
	}
	var args []candidate.Expr
	for _, s := range info.Segments {
		args = append(args, candidate.Expr{Op: candidate.Segment, Name: s})
	}
	return b.digest(info.Hash, args, candidate.Salt, info.Buckets)
}

// digest hashes arguments as they stand in the key.
func (b *binder) digest(name string, args []candidate.Expr, op candidate.Op, n uint64) (node, error) {
	switch name {
	case "crc32", "md5", "sha1", "sha256":
	default:
		return node{}, fmt.Errorf("the hash function %s is not written as code", name)
	}
	out := node{op: salted, text: name, n: int64(n)}
	if op == candidate.Hash {
		out.op = hashed
	}
	for i := range args {
		arg, err := b.named(&args[i])
		if err != nil {
			return node{}, err
		}
		out.args = append(out.args, arg)
	}
	return out, nil
}

// named is an argument of a hash: a segment of the new key as it is written there, else a segment of the current key.
func (b *binder) named(e *candidate.Expr) (node, error) {
	if e.Op == candidate.Segment {
		var found *candidate.Field
		candidate.Fields(b.key, func(f *candidate.Field) {
			if found == nil && f.Name == e.Name && f.Expr.Op != candidate.Salt && f.Expr.Op != candidate.Hash {
				found = f
			}
		})
		if found != nil {
			return b.field(found)
		}
	}
	return b.expr(e, nil)
}

// buckets are the lengths of units in milliseconds; weeks begin on a Monday, and 1970 did on a Thursday.
func buckets(u rowkey.Unit) (length, offset int64) {
	switch u {
	case rowkey.Second:
		return 1000, 0
	case rowkey.Minute:
		return 60_000, 0
	case rowkey.Hour:
		return 3_600_000, 0
	case rowkey.Day:
		return 86_400_000, 0
	case rowkey.Week:
		return 7 * 86_400_000, -3 * 86_400_000
	}
	return 0, 0
}

func (b *binder) bucket(e *candidate.Expr, codec rowkey.Codec) (node, error) {
	length, offset := buckets(e.Unit)
	arg := &e.Args[0]
	if length == 0 || arg.Op != candidate.Segment || e.Unit == rowkey.Week && e.N > 1 {
		return node{}, fmt.Errorf("%s is not written as code: seconds to weeks of a segment are", e)
	}
	own, err := b.findCodec(arg.Name)
	if err != nil {
		return node{}, err
	}
	if codec == nil {
		codec = own
	}
	return b.written(arg.Name, codec, func(n node) node {
		return node{op: floored, n: length * max(1, int64(e.N)), offset: offset, args: []node{n}}
	})
}

func (b *binder) reverse(e *candidate.Expr) (node, error) {
	arg := &e.Args[0]
	if arg.Op != candidate.Segment {
		return node{}, fmt.Errorf("%s is not written as code", e)
	}
	own, err := b.findCodec(arg.Name)
	if err != nil {
		return node{}, err
	}
	if e.Op == candidate.Reverse {
		switch own.Type() {
		case rowkey.Timestamp:
			codec, err := rowkey.Reverse(own, e.N)
			if err != nil {
				return node{}, fmt.Errorf("%s is not written as code", e)
			}
			return b.written(arg.Name, codec, nil)
		case rowkey.Domain:
			if own.Reversed() || e.N > 0 {
				return node{}, fmt.Errorf("%s is not written as code", e)
			}
			n, err := b.f.param(arg.Name, TextParam)
			return node{op: labels, args: []node{n}}, err
		case rowkey.IntBE, rowkey.OrderedCode:
			return node{}, fmt.Errorf("%s is not written as code", e)
		}
		if e.N > 0 {
			return node{}, fmt.Errorf("%s is not written as code", e)
		}
	}
	n, err := b.written(arg.Name, own, nil)
	return node{op: turned, args: []node{n}}, err
}

// written is a segment in the form of a codec. change is made to a time, in milliseconds, before it is written.
func (b *binder) written(name string, c rowkey.Codec, change func(node) node) (node, error) {
	code := c.Form().Code
	switch code.Kind {
	case rowkey.CodeText:
		return b.f.param(name, TextParam)
	case rowkey.CodeLabels:
		n, err := b.f.param(name, TextParam)
		return node{op: labels, args: []node{n}}, err
	case rowkey.CodeNumber:
		n, err := b.f.param(name, IntParam)
		return node{op: decimal, n: int64(code.Width), args: []node{n}}, err
	case rowkey.CodeDate:
		n, err := b.instant(name, MillisParam, change)
		return node{op: date, form: code.Date, args: []node{n}}, err
	case rowkey.CodeCount:
		return b.count(name, c, change)
	}
	return node{}, fmt.Errorf("%s is not written as code", c.Spec())
}

// count is a time as a count of units, or a maximum minus that.
func (b *binder) count(name string, c rowkey.Codec, change func(node) node) (node, error) {
	code := c.Form().Code
	refuse := fmt.Errorf("%s is not written as code", c.Spec())
	kind, per := MillisParam, int64(1)
	switch code.Unit {
	case rowkey.Microsecond:
		kind = MicrosParam
	case rowkey.Nanosecond:
		kind = NanosParam
	case rowkey.Millisecond:
	default:
		if per, _ = buckets(code.Unit); per == 0 || code.Unit == rowkey.Week {
			return node{}, refuse // weeks since 1970 are not those of the calendar
		}
	}
	if change != nil && kind != MillisParam || code.Maximum > math.MaxInt64 {
		return node{}, refuse
	}
	instant, err := b.instant(name, kind, change)
	if err != nil {
		return node{}, err
	}
	if per > 1 {
		instant = node{op: divide, n: per, args: []node{instant}}
	}
	if code.Maximum > 0 {
		instant = node{op: minus, n: int64(code.Maximum), args: []node{instant}}
	}
	return node{op: decimal, n: int64(code.Width), args: []node{instant}}, nil
}

// instant is a time as an argument, changed.
func (b *binder) instant(name string, kind ParamKind, change func(node) node) (node, error) {
	n, err := b.f.param(name, kind)
	if err == nil && change != nil {
		n = change(n)
	}
	return n, err
}
