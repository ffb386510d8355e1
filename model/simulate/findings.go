package simulate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
)

// Kind names what a Finding is about.
type Kind string

// The kinds of finding.
const (
	NotMeant     Kind = "not meant"         // rows the candidate says nothing of
	AbsentPart   Kind = "absent"            // a segment or column that some rows do not have
	CutValue     Kind = "cut"               // values of which the sample has the first bytes only
	UnfitValue   Kind = "unfit"             // values that cannot be written in the form asked for
	Versions     Kind = "versions"          // a column with several versions as a key part
	Ambiguous    Kind = "ambiguous"         // parts that cannot be distinguished in the key
	Delimiter    Kind = "delimiter"         // values that hold the delimiter behind them
	NumericOrder Kind = "numeric order"     // byte order is not the order of the numbers
	LongKey      Kind = "long key"          // over 4 KB
	LongName     Kind = "long qualifier"    // over 16 KB
	LargeRow     Kind = "large row"         // over 100 MB
	EmptiedRow   Kind = "emptied"           // rows that lose their last cell
	Overwritten  Kind = "overwritten"       // cells that are lost
	OtherVersion Kind = "becomes a version" // cells that become older versions
	Merged       Kind = "merged"            // rows that meet
	Estimated    Kind = "estimated"         // cells whose size is estimated
	NoRows       Kind = "no rows"           // nothing is left
	WideSalt     Kind = "wide salt"         // a salt of more values than do any good
	TimeFirst    Kind = "time first"        // a time leads the key
	RuleInKey    Kind = "rule in the key"   // what looks like a rule on cells, and is text of the key
)

// Finding is something to know before the layout is used. Texts may hold bytes of the table and must be escaped.
type Finding struct {
	Kind    Kind
	Grave   bool // data would be lost, or could not be read as meant
	Text    string
	Count   int64 // of the rows, values or cells that Text is about
	Rule    string
	Example []byte // a key, as it would be
}

// run finds what is to be known of a table.
func (x *judge) run(ctx context.Context) error {
	x.others()
	for _, f := range x.bound.Fields {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !f.PerCell() {
			x.field(f)
		}
		x.salt(f)
	}
	x.first()
	x.texts(x.bound.Key)
	x.neighbors()
	x.sizes()
	x.losses()
	return nil
}

// judge looks for what is to be known of a table before it is made.
type judge struct {
	*Table
	bound     *rekey.Template
	all       bool // the template is for all rows
	alone     bool // there is no other table
	ambiguous bool
}

func (x *judge) add(f Finding) { x.findings = append(x.findings, f) }

// first adds a finding for a time that is the first segment that differs: whatever the timestamps of cells say, rows that come with their time
// come at one place.
func (x *judge) first() {
	for _, f := range x.bound.Fields {
		c := f.Form()
		if f.Expr.Op == candidate.CellTime || c != nil && c.Type() == rowkey.Timestamp && c.Form().Order != rowkey.OrderScattered {
			x.add(Finding{Kind: TimeFirst, Count: 1, Rule: "G40", Text: fmt.Sprintf("the row key starts with %s: rows written as their time passes all go to one key range", &f.Expr)})
			return
		}
		if f.PerCell() || x.differs(f) {
			return
		}
	}
}

// differs reports whether two rows differ in a field.
func (x *judge) differs(f *rekey.Field) bool {
	r := x.base.Render(f)
	for id := range r.Len() {
		if !bytes.Equal(r.Text(id), r.Text(0)) {
			return true
		}
	}
	return false
}

// texts looks for what was meant as a rule and has become part of the key.
func (x *judge) texts(parts []rekey.Part) {
	for _, p := range parts {
		x.texts(p.Group)
		for _, sign := range []string{"=>", "->", "++", "; "} {
			if strings.Contains(string(p.Literal), sign) {
				x.add(Finding{Kind: RuleInKey, Count: 1, Text: fmt.Sprintf(
					"the key holds the text %q: rules on cells follow \" => \" and further tables \" ++ \", with spaces", p.Literal)})
				break
			}
		}
	}
}

// maxSalt is how many values of a salt pass without remark: several times as many as clusters have nodes.
const maxSalt = 1000

// salt adds a finding for a salt of very many values, or of a single one.
func (x *judge) salt(f *rekey.Field) {
	f.Expr.Walk(func(e *candidate.Expr) {
		switch {
		case e.Op != candidate.Salt:
		case e.N > maxSalt:
			x.add(Finding{Kind: WideSalt, Count: int64(e.N), Rule: "G61", Text: fmt.Sprintf(
				"%s has %s values: a read that does not know its sources takes %s range scans; a small multiple of the number of nodes is enough", e, spelling.Integer(int64(e.N)), spelling.Integer(int64(e.N)))})
		case e.N == 1:
			x.add(Finding{Kind: WideSalt, Count: 1, Rule: "G61", Text: fmt.Sprintf("%s is always 0 and spreads nothing", e)})
		}
	})
}

// others adds a finding for rows that the candidate does not cover.
func (x *judge) others() {
	if x.NotMeant > 0 {
		text := "%s of other kinds, unchanged"
		if !x.alone {
			text = "%s of other kinds, not in this table"
		}
		x.add(Finding{Kind: NotMeant, Count: x.NotMeant, Text: fmt.Sprintf(text, spelling.Count(x.NotMeant, "row"))})
	}
}

// delimited reports whether a field tells its own end, by escapes or a length.
func (x *judge) delimited(f *rekey.Field) bool {
	if f.Escape != rowkey.EscapeNone || f.LengthPrefix > 0 {
		return true
	}
	if f.Field.Codec != nil || f.Expr.Op != candidate.Segment || f.Column() == nil {
		return false
	}
	for _, v := range f.Column().Values {
		if seg := v.Segment; seg.Escape == rowkey.EscapeNone && seg.LengthPrefix == 0 {
			return false
		}
	}
	return len(f.Column().Values) > 0
}

// neighbors looks at each field and what comes after it.
func (x *judge) neighbors() {
	x.sideBySide(x.bound.Key)
}

func (x *judge) sideBySide(parts []rekey.Part) {
	for i, p := range parts {
		if p.Group != nil {
			x.sideBySide(p.Group)
			continue
		}
		if p.Field == nil || i == len(parts)-1 || x.delimited(p.Field) || !x.varies(p.Field) {
			continue
		}
		next := parts[i+1]
		if len(next.Group) > 0 {
			next = next.Group[0]
		}
		name := (&p.Field.Expr).String()
		if next.Literal == nil {
			if next.Field != nil && !x.varies(next.Field) && i+1 == len(parts)-1 {
				continue // the last part has one width, so it is measured from the right
			}
			x.ambiguous = true
			x.add(Finding{Kind: Ambiguous, Grave: true, Count: 1, Rule: "G31", Text: fmt.Sprintf(
				"%s has values of several widths and nothing marks its end: add a delimiter after it, or pad it", name)})
			continue
		}
		if p.Field.PerCell() {
			continue
		}
		if h := x.base.holding(x.base.Render(p.Field), next.Literal); h.n > 0 {
			x.ambiguous = true
			x.add(Finding{Kind: Delimiter, Grave: true, Count: h.n, Rule: "G31", Example: x.bound.KeyOf(h.row, x.aCell(h.row)),
				Text: fmt.Sprintf("%s of %s contains the delimiter %q that follows it: the key cannot be decoded", spelling.Count(h.n, "value"), name, next.Literal)})
		}
	}
}

// sizes looks for what is longer or larger than it may be.
func (x *judge) sizes() {
	if n := x.LongKeys; n > 0 {
		x.add(Finding{Kind: LongKey, Grave: true, Count: n, Rule: "G30", Example: x.Key(x.Longest), Text: fmt.Sprintf("%s over 4 KB, which the service refuses", spelling.Count(n, "key"))})
	}
	if n := x.LongQualifiers; n > 0 {
		x.add(Finding{Kind: LongName, Grave: true, Count: n, Rule: "G17", Text: fmt.Sprintf("%s over 16 KB, which the service refuses", spelling.Count(n, "qualifier"))})
	}
	switch {
	case x.Over256MB > 0:
		x.add(Finding{Kind: LargeRow, Grave: true, Count: x.Over256MB, Rule: "G18", Text: fmt.Sprintf("%s over 256 MB, which cannot be read", spelling.Count(x.Over256MB, "row"))})
	case x.Over100MB > 0:
		x.add(Finding{Kind: LargeRow, Count: x.Over100MB, Rule: "G18", Text: fmt.Sprintf("%s over 100 MB, more than recommended", spelling.Count(x.Over100MB, "row"))})
	}
	if x.Emptied > 0 {
		x.add(Finding{Kind: EmptiedRow, Grave: true, Count: x.Emptied, Text: fmt.Sprintf("%s of the current table would be left without cells and disappear", spelling.Count(x.Emptied, "row"))})
	}
	if n := x.Cut; n > 0 {
		x.add(Finding{Kind: CutValue, Grave: true, Count: n, Text: fmt.Sprintf("only the first bytes of the value of %s were sampled: read again with a larger --value-bytes", spelling.Count(n, "cell"))})
	}
	if x.Estimated > 0 {
		x.add(Finding{Kind: Estimated, Count: x.Estimated, Text: fmt.Sprintf("the sizes of %s are estimates", spelling.Count(x.Estimated, "serialized cell"))})
	}
	if x.Rows == 0 {
		x.add(Finding{Kind: NoRows, Grave: true, Text: "no row is left"})
	}
}

// losses adds findings on rows that share a key, and on whether more may.
func (x *judge) losses() {
	x.proven = x.proof()
	if x.Merged == 0 && x.proven == "" && !x.base.Design.IsExact() {
		x.add(Finding{Kind: Merged, Text: "No rows read share a key; in the whole table some may: " + x.bounded()})
	}
	if x.Overwritten > 0 {
		x.add(Finding{Kind: Overwritten, Grave: true, Count: x.Overwritten, Example: slices.Concat(x.Examples[:min(1, len(x.Examples))]...), Text: fmt.Sprintf(
			"%s would be overwritten: another cell has the same row, column and timestamp", spelling.Count(x.Overwritten, "cell"))})
	}
	if x.Versions > 0 {
		x.add(Finding{Kind: OtherVersion, Count: x.Versions, Rule: "G59", Text: fmt.Sprintf("%s would become an older version of a column%s",
			spelling.Count(x.Versions, "cell"), x.collecting())})
	}
}

// bounded returns how many pairs of rows may still meet: where none of n rows do, up to 3 (N/n)^2 of N may, with 95%
// confidence (the rule of three for pairs).
func (x *judge) bounded() string {
	n, all := float64(x.base.Sample.Rows()), x.base.Design.Rows().Value
	if all <= n || n == 0 {
		return "its number of rows is unknown"
	}
	return fmt.Sprintf("up to %.3g pairs of rows may", 3*(all/n)*(all/n))
}

// collecting names the rules that would collect older versions.
func (x *judge) collecting() string {
	var rules []string
	for _, f := range x.base.Sample.Table.Families {
		if text := f.GC.String(); strings.Contains(text, "maxversions") {
			rules = append(rules, f.Name+" "+text)
		}
	}
	if rules == nil {
		return ""
	}
	slices.SortFunc(rules, cmp.Compare)
	return ", which these policies may garbage-collect: " + strings.Join(rules, ", ")
}

// proof returns why no two rows can have one key: each holds, in a form that distinguishes them, every current segment.
func (x *judge) proof() string {
	if x.ambiguous || x.NotMeant > 0 || x.bound.PerCell {
		return ""
	}
	held := map[string]bool{}
	for _, f := range x.bound.Fields {
		switch {
		case f.Expr.Op == candidate.Whole && f.Codec == nil:
			return "the new key contains the whole current key"
		case injective(f):
			held[segment(f)] = true
		}
	}
	for _, layout := range x.base.Layouts {
		if strings.Contains(layout.String(), "[") || len(layout.Segments()) == 0 {
			return ""
		}
		for _, seg := range layout.Segments() {
			if c := x.base.Column(seg.Name); !held[seg.Name] || c.Lacks {
				return ""
			}
		}
	}
	if len(x.base.Layouts) != 1 {
		return ""
	}
	const holds = "the new key contains every segment of the current key"
	for i, p := range x.bound.Key {
		if p.Field != nil && i < len(x.bound.Key)-1 && x.varies(p.Field) && !x.delimited(p.Field) {
			return holds + ", provided that no value contains the delimiter that follows it"
		}
	}
	return holds
}

// segment returns the one segment that a field is made of; empty when it is not that simple.
func segment(f *rekey.Field) string {
	e := &f.Expr
	for len(e.Args) == 1 {
		e = &e.Args[0]
	}
	if e.Op != candidate.Segment || f.Renamed() {
		return ""
	}
	return e.Name
}

// injective reports whether different values of its one segment are always written differently.
func injective(f *rekey.Field) bool {
	if segment(f) == "" {
		return false
	}
	for e := &f.Expr; e.Op != candidate.Segment; e = &e.Args[0] {
		if e.Op != candidate.Reverse && e.Op != candidate.Mirror {
			return false
		}
	}
	if f.Codec == nil {
		return true
	}
	today, now := f.Source().Segment.Codec, f.Form()
	number := func(c rowkey.Codec) bool {
		return slices.Contains([]rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode}, c.Type())
	}
	if number(today) && number(now) {
		return true
	}
	if today.Type() != rowkey.Timestamp || now.Type() != rowkey.Timestamp {
		return today.Spec() == now.Spec()
	}
	units := []rowkey.Unit{rowkey.Year, rowkey.Month, rowkey.Week, rowkey.Day, rowkey.Hour, rowkey.Minute, rowkey.Second, rowkey.Millisecond,
		rowkey.Microsecond, rowkey.Nanosecond}
	return slices.Index(units, now.Unit()) >= slices.Index(units, today.Unit()) && !now.Form().Yearless
}
