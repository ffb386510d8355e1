package codegen

import (
	"fmt"
	"strconv"
	"strings"

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
	date               // args[0], in milliseconds, in the form text
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
		own, err := b.codecOf(e.Name)
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

func (b *binder) codecOf(name string) (rowkey.Codec, error) {
	for _, l := range b.set {
		if s := l.Segment(name); s != nil {
			return s.Codec, nil
		}
	}
	return nil, fmt.Errorf("no segment %q in today's keys", name)
}

// ownSalt is a salt of today, where it is known of what it is the hash.
func (b *binder) ownSalt(c rowkey.Codec) (node, error) {
	info, _ := rowkey.SaltOf(c)
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

// named is an argument of a hash: a part of the new key as it is written there, else a segment as it is today.
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
	own, err := b.codecOf(arg.Name)
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
	own, err := b.codecOf(arg.Name)
	if err != nil {
		return node{}, err
	}
	if e.Op == candidate.Reverse {
		switch own.Type() {
		case rowkey.Timestamp:
			spec := "reverse(" + own.Spec() + ")"
			if e.N > 0 {
				spec = fmt.Sprintf("reverse(%s, %d)", own.Spec(), e.N)
			}
			codec, err := rowkey.ParseCodec(spec)
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
	spec := c.Spec()
	word, rest, _ := strings.Cut(strings.TrimSuffix(spec, ")"), "(")
	refuse := fmt.Errorf("%s is not written as code", spec)
	switch word {
	case "text", "enum", "hex", "uuid", "ulid", "domain", "url", "email", "geohash", "json", "ksuid", "snowflake", "ip", "objectid", "hash":
		if strings.Contains(rest, "bytes") || word == "ip" && rest != "" || word == "text" && rest != "" {
			return node{}, refuse
		}
		return b.f.param(name, TextParam)
	case "int", "pad":
		width := 0
		if word == "pad" {
			width, _ = strconv.Atoi(rest)
		} else if rest != "" {
			return node{}, refuse
		}
		n, err := b.f.param(name, IntParam)
		return node{op: decimal, n: int64(width), args: []node{n}}, err
	case "reverse":
		return b.reversed(name, rest, c.Width(), change)
	}
	return b.instant(name, word, rest, change)
}

// reversed is a maximum minus a time.
func (b *binder) reversed(name, inside string, width int, change func(node) node) (node, error) {
	refuse := fmt.Errorf("reverse(%s) is not written as code", inside)
	spec, top, found := strings.Cut(inside, ", ")
	if spec == "domain" {
		n, err := b.f.param(name, TextParam)
		return node{op: labels, args: []node{n}}, err
	}
	limit := int64(1<<63 - 1)
	if found && top != "2^63-1" {
		digits, ok := strings.CutSuffix(strings.TrimPrefix(top, "10^"), "-1")
		n, err := strconv.Atoi(digits)
		switch {
		case strings.HasPrefix(top, "10^") && ok && err == nil && n <= 18:
			limit = 1
			for range n {
				limit *= 10
			}
			limit--
		default:
			if limit, err = strconv.ParseInt(top, 10, 64); err != nil {
				return node{}, refuse
			}
		}
	}
	n, err := b.instant(name, spec, "", change)
	if err != nil || n.op != decimal {
		return node{}, refuse
	}
	return node{op: decimal, n: int64(width), args: []node{{op: minus, n: limit, args: n.args}}}, nil
}

// instant is a time in a form.
func (b *binder) instant(name, word, rest string, change func(node) node) (node, error) {
	refuse := fmt.Errorf("%s(%s) is not written as code", word, rest)
	kind, per := MillisParam, int64(1)
	switch word {
	case "us":
		kind = MicrosParam
	case "ns":
		kind = NanosParam
	case "ms":
	case "s":
		per = 1000
	case "minute":
		per = 60_000
	case "hour":
		per = 3_600_000
	case "day":
		per = 86_400_000
	case "date":
		if _, err := tokens(rest); err != nil {
			return node{}, err
		}
	default:
		return node{}, refuse
	}
	if change != nil && kind != MillisParam {
		return node{}, refuse
	}
	n, err := b.f.param(name, kind)
	if err != nil {
		return node{}, err
	}
	if change != nil {
		n = change(n)
	}
	if word == "date" {
		return node{op: date, text: rest, args: []node{n}}, nil
	}
	width := 0
	if digits, ok := strings.CutPrefix(rest, "pad("); ok {
		width, _ = strconv.Atoi(strings.TrimSuffix(digits, ")"))
	} else if rest != "" {
		return node{}, refuse
	}
	if per > 1 {
		n = node{op: divide, n: per, args: []node{n}}
	}
	return node{op: decimal, n: int64(width), args: []node{n}}, nil
}

// tokens cuts a date form into fields and literals: "20060102" is 2006, 01, 02.
func tokens(form string) ([]string, error) {
	var out []string
	for form != "" {
		found := false
		for _, t := range []string{"2006", "01", "02", "15", "04", "05", "000"} {
			if strings.HasPrefix(form, t) {
				out, form, found = append(out, t), form[len(t):], true
				break
			}
		}
		if found {
			continue
		}
		if c := form[0]; strings.IndexByte("-_./: TZ", c) < 0 {
			return nil, fmt.Errorf("date(%s) is not written as code: fields 2006 01 02 15 04 05 and 000 are", form)
		}
		out, form = append(out, form[:1]), form[1:]
	}
	return out, nil
}
