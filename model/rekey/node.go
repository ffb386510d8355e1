package rekey

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// node is an expression made ready for a Base.
type node struct {
	*candidate.Expr
	args    []*node
	column  *segments.Column // Segment, Rest
	cell    sample.ColumnID  // Column
	form    rowkey.Codec     // how the value is written; nil when it stands for its own bytes
	digest  func([]byte) []byte
	named   *Field // an argument that is a field of the candidate, taken as that writes it
	perCell bool   // it depends on the cell, not only on the row
}

// Field is a candidate.Field made ready.
type Field struct {
	*candidate.Field
	node  *node
	codec rowkey.Codec // that of the Field, or its reversal; nil for the node's own form
	key   string       // distinguishes its renderings from those of other fields
	done  *Rendered    // once bound, where it does not depend on a cell
	// digits is that a column is read as a number in digits only, as CAST of SQL does.
	digits bool
}

// binder makes the expressions of one table ready.
type binder struct {
	base   *Base
	source string
	table  *candidate.Template
	done   map[*candidate.Field]*Field
	open   []*candidate.Field // being bound, to find circles
}

func (b *binder) fail(at int, format string, args ...any) error {
	return &rowkey.SyntaxError{Template: b.source, Offset: at, Message: fmt.Sprintf(format, args...)}
}

// field makes a field ready.
func (b *binder) field(f *candidate.Field) (*Field, error) {
	if done := b.done[f]; done != nil {
		return done, nil
	}
	if slices.Contains(b.open, f) {
		return nil, b.fail(f.Expr.At, "%s is computed from itself", f.Name)
	}
	b.open = append(b.open, f)
	made, err := b.node(&f.Expr)
	b.open = b.open[:len(b.open)-1]
	if err != nil {
		return nil, err
	}
	out := &Field{Field: f, node: made, codec: f.Codec,
		digits: b.table.View && f.Expr.Op == candidate.Column}
	if f.Codec != nil {
		if err := b.turn(out); err != nil {
			return nil, err
		}
		out.codec = NumberForm(out.codec, out.node.form)
	}
	out.key = b.key(f)
	b.done[f] = out
	return out, nil
}

// key is the text of a field and of all fields of the candidate that it may be computed of.
func (b *binder) key(f *candidate.Field) string {
	text := f.String()
	f.Expr.Walk(func(e *candidate.Expr) {
		if e.Op == candidate.Segment {
			if other := b.other(e.Name, f); other != nil {
				text += "," + other.String()
			}
		}
	})
	return text
}

// other finds a field of the key by name, other than f.
func (b *binder) other(name string, f *candidate.Field) *candidate.Field {
	var found *candidate.Field
	candidate.Fields(b.table.Key, func(g *candidate.Field) {
		if found == nil && g != f && g.Name == name {
			found = g
		}
	})
	return found
}

// turn lets the codec of a reversal or mirroring reverse or mirror.
func (b *binder) turn(f *Field) error {
	if f.Expr.Op != candidate.Reverse && f.Expr.Op != candidate.Mirror {
		return nil
	}
	turned, err := TurnedForm(&f.Expr, f.Codec, f.node.args[0].form)
	switch {
	case err != nil:
		return b.fail(f.Expr.At, "%s cannot be written as %s: %s", &f.Expr, f.Codec.Spec(), message(err))
	case turned != nil:
		f.codec, f.node = turned, f.node.args[0]
	}
	return nil
}

func message(err error) string {
	if e, ok := err.(*rowkey.SyntaxError); ok {
		return e.Message
	}
	return err.Error()
}

// node makes an expression ready.
func (b *binder) node(e *candidate.Expr) (*node, error) {
	node := &node{Expr: e}
	hashes := e.Op == candidate.Salt || e.Op == candidate.Hash
	for i := range e.Args {
		arg, err := b.arg(&e.Args[i], hashes)
		if err != nil {
			return nil, err
		}
		node.args = append(node.args, arg)
		node.perCell = node.perCell || arg.perCell
	}
	if len(node.args) > 0 {
		node.form = node.args[0].form
	}
	switch e.Op {
	case candidate.Segment, candidate.Rest:
		if node.column = b.base.Column(e.Name); node.column == nil {
			return nil, b.noSegment(e)
		}
		if e.Op == candidate.Segment {
			node.form = node.column.Segment.Codec
		}
	case candidate.Column:
		id, ok := b.base.ids[e.Column]
		if !ok {
			return nil, b.noColumn(e.At, e.Column)
		}
		node.cell = id
	case candidate.CellTime:
		node.form, node.perCell = mustCodec("ms"), true
	case candidate.Qualifier, candidate.Family, candidate.CellValue:
		node.perCell = true
	case candidate.Salt:
		node.digest, node.form = candidate.Digest(e.Name), mustCodec(fmt.Sprintf("salt(%d)", e.N))
	case candidate.Hash:
		node.digest, node.form = candidate.Digest(e.Name), nil
	case candidate.Reverse:
		return node, b.reverse(node)
	case candidate.Mirror, candidate.Pad, candidate.Truncate:
		node.form = nil
	case candidate.Bucket:
		return node, b.bucket(node)
	}
	return node, nil
}

// mustCodec is for codecs whose text is known to be right.
func mustCodec(spec string) rowkey.Codec {
	c, err := rowkey.ParseCodec(spec)
	if err != nil {
		panic(err)
	}
	return c
}

// arg makes an argument ready. The named parts of a hash are first of all those of the candidate, as they are written
// there; elsewhere a name is first of all a current segment.
func (b *binder) arg(e *candidate.Expr, hashed bool) (*node, error) {
	if e.Op != candidate.Segment || !hashed && b.base.Column(e.Name) != nil {
		return b.node(e)
	}
	var self *candidate.Field
	if len(b.open) > 0 {
		self = b.open[len(b.open)-1]
	}
	other := b.other(e.Name, self)
	if other == nil || other.Expr.Op == candidate.Segment && other.Codec == nil {
		return b.node(e)
	}
	field, err := b.field(other)
	if err != nil {
		return nil, err
	}
	form := field.codec
	if form == nil {
		form = field.node.form
	}
	return &node{Expr: e, named: field, form: form, perCell: field.node.perCell}, nil
}

// reverse chooses how a reversal is written. A time, and a number in bytes, keeps its value and has another form; of
// text the characters are turned.
func (b *binder) reverse(n *node) error {
	arg := n.args[0].form
	if Turns(arg, n.N) {
		n.form = nil
		return nil
	}
	if arg == nil {
		return b.fail(n.At, "only a time or a number can be subtracted from a maximum")
	}
	turned, err := ReversedForm(arg, n.N)
	if err != nil {
		return b.fail(n.At, "%s cannot be reversed: %s", arg.Spec(), message(err))
	}
	n.form = turned
	return nil
}

// bucket makes sure that there is a time to cut.
func (b *binder) bucket(n *node) error {
	arg := n.args[0].form
	switch {
	case arg == nil, holdsTime(arg): // a column's value, or an id
		n.form = mustCodec("ms")
	case arg.Type() != rowkey.Timestamp:
		return b.fail(n.At, "%s is not a time but %s; buckets need a time, so give the current layout a codec such "+
			"as %s:ms",
			&n.Args[0], arg.Type(), &n.Args[0])
	}
	return nil
}

// holdsTime reports whether values of c are ids that may hold a time.
func holdsTime(c rowkey.Codec) bool {
	_, ok := rowkey.AsStamped(c)
	return ok
}

func (b *binder) noSegment(e *candidate.Expr) error {
	if len(b.base.Names) == 0 {
		return b.fail(e.At, "no segment %q: no layout explains the current keys; {key()} is the whole key", e.Name)
	}
	return b.fail(e.At, "no segment %q in the current keys: there %s; write a column as {column(family:qualifier)}",
		e.Name, list(b.base.Names))
}

func (b *binder) noColumn(at int, c candidate.ColumnName) error {
	var names []string
	for _, col := range b.base.Sample.Columns() {
		names = append(names, col.Family+":"+col.Qualifier)
	}
	if len(names) == 0 {
		return b.fail(at, "no column %s:%s: the rows read have no cells", c.Family, c.Qualifier)
	}
	return b.fail(at, "no column %q in the rows read: there %s", c.Family+":"+c.Qualifier, list(names))
}

// maxListed is how many names an error lists.
const maxListed = 12

// list writes names as part of a sentence.
func list(names []string) string {
	more := ""
	if n := len(names) - maxListed; n > 0 {
		names, more = names[:maxListed], fmt.Sprintf(" and %d more", n)
	}
	verb := "are "
	if len(names) == 1 {
		verb = "is "
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = rowkey.QuoteLiteral([]byte(n), `\`)
	}
	return verb + strings.Join(quoted, ", ") + more
}

// PerCell reports whether the field depends on the cell, not only on the row.
func (f *Field) PerCell() bool { return f.node.perCell }

// Column returns the segment that the field is; nil if it is computed.
func (f *Field) Column() *segments.Column { return f.node.column }

// Renamed reports whether the field is another field of the candidate, as that is written.
func (f *Field) Renamed() bool { return f.node.named != nil }

// Source returns the segment that the first argument of the field comes from; nil if it comes from none.
func (f *Field) Source() *segments.Column {
	n := f.node
	for n.column == nil && len(n.args) > 0 {
		n = n.args[0]
	}
	return n.column
}

// Sources names the segments and columns that the field is computed of, once each, and candidate.CellTimeName for the
// timestamp of the cell.
func (b *Base) Sources(f *Field) []string { return b.sources(f.node, nil) }

func (b *Base) sources(n *node, dst []string) []string {
	add := func(name string) {
		if !slices.Contains(dst, name) {
			dst = append(dst, name)
		}
	}
	if n.named != nil {
		return b.sources(n.named.node, dst)
	}
	switch n.Op {
	case candidate.Segment:
		add(n.Name)
	case candidate.Column:
		add(n.Expr.Column.Family + ":" + n.Expr.Column.Qualifier)
	case candidate.CellTime:
		add(candidate.CellTimeName)
	case candidate.Whole, candidate.Rest:
		from := n.Op == candidate.Whole
		for _, name := range b.Names {
			if from = from || name == n.Name; from {
				add(name)
			}
		}
	}
	for _, arg := range n.args {
		dst = b.sources(arg, dst)
	}
	return dst
}

// Versions returns how many rows have several versions of a column, of those that wanted reports.
func (b *Base) Versions(c candidate.ColumnName, wanted func(row int) bool) int64 {
	id, count := b.ids[c], int64(0)
	for row := range b.Sample.Rows() {
		from, to := b.Sample.Cells(row)
		seen := 0
		for j := from; j < to; j++ {
			if b.Sample.CellColumn(j) == id {
				seen++
			}
		}
		if seen > 1 && wanted(row) {
			count++
		}
	}
	return count
}
