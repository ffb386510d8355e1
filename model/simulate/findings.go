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
	NotMeant     Kind = "not meant"         // rows that no template is for
	DroppedRow   Kind = "dropped"           // rows that the candidate drops
	SetAside     Kind = "set aside"         // rows in none of the new tables, which are kept apart
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
	NotInView    Kind = "not in the view"   // rows that a view leaves out
	ViewCopy     Kind = "view"              // what a view takes and is
	Unconfirmed  Kind = "unconfirmed"       // what the documentation that was read does not show
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
func (j *judge) run(ctx context.Context) error {
	j.others()
	for _, j.bound = range j.of {
		for _, f := range j.bound.Fields {
			if err := ctx.Err(); err != nil {
				return err
			}
			if !f.PerCell() {
				j.field(f)
			}
			j.salt(f)
		}
		j.first()
		j.texts(j.bound.Key)
		j.neighbors()
	}
	j.bound = nil
	j.view()
	j.sizes()
	j.losses()
	return nil
}

// judge looks for what is to be known of a table before it is made.
type judge struct {
	*Table
	all       *rekey.Result   // all tables of the candidate
	bound     *rekey.Template // the template that is looked at
	ambiguous bool
}

// add adds a finding. One about one of several templates names the record kind that this is for.
func (j *judge) add(f Finding) {
	if j.bound != nil && len(j.of) > 1 {
		f.Text = j.bound.Of.Kind + ": " + f.Text
	}
	j.findings = append(j.findings, f)
}

// meant reports whether the template that is looked at is for a row.
func (j *judge) meant(row int) bool { return j.by(j.bound, row) }

// isForAll reports whether the template that is looked at is for all rows.
func (j *judge) isForAll() bool { return j.NotMeant == 0 && len(j.of) == 1 }

// first adds a finding for a time that is the first segment that differs: whatever the timestamps of cells say, rows
// that come with their time come at one place.
func (j *judge) first() {
	for _, field := range j.bound.Fields {
		coding := field.Form()
		if field.Expr.Op == candidate.CellTime ||
			coding != nil && coding.Type() == rowkey.Timestamp && coding.Form().Order != rowkey.OrderScattered {
			j.add(Finding{Kind: TimeFirst, Count: 1, Rule: "G40",
				Text: fmt.Sprintf("the row key starts with %s: rows written as their time passes all go to one key "+
					"range", &field.Expr)})
			return
		}
		if field.PerCell() || j.differs(field) {
			return
		}
	}
}

// differs reports whether two rows differ in a field.
func (j *judge) differs(f *rekey.Field) bool {
	r := j.base.Render(f)
	for id := range r.Len() {
		if !bytes.Equal(r.Text(id), r.Text(0)) {
			return true
		}
	}
	return false
}

// texts looks for what was meant as a rule and has become part of the key.
func (j *judge) texts(parts []rekey.Part) {
	for _, part := range parts {
		j.texts(part.Group)
		for _, sign := range []string{"=>", "->", "++", "; "} {
			if strings.Contains(string(part.Literal), sign) {
				j.add(Finding{Kind: RuleInKey, Count: 1, Text: fmt.Sprintf(
					"the key holds the text %q: rules on cells follow \" => \" and further tables \" ++ \", with "+
						"spaces", part.Literal)})
				break
			}
		}
	}
}

// maxSalt is how many values of a salt pass without remark: several times as many as clusters have nodes.
const maxSalt = 1000

// salt adds a finding for a salt of very many values, or of a single one.
func (j *judge) salt(f *rekey.Field) {
	f.Expr.Walk(func(e *candidate.Expr) {
		switch {
		case e.Op != candidate.Salt:
		case e.N > maxSalt:
			j.add(Finding{Kind: WideSalt, Count: int64(e.N), Rule: "G61", Text: fmt.Sprintf(
				"%s has %s values: a read that does not know its sources takes %s range scans; a small multiple of "+
					"the number of nodes is enough", e, spelling.Integer(int64(e.N)), spelling.Integer(int64(e.N)))})
		case e.N == 1:
			j.add(Finding{Kind: WideSalt, Count: 1, Rule: "G61", Text: fmt.Sprintf("%s is always 0 and spreads nothing",
				e)})
		}
	})
}

// others adds findings for rows that no template of the table is for: they are there as they are, in other tables, or
// in none, as the candidate says.
func (j *judge) others() {
	unchanged := int64(0)
	for row := range j.base.Kind {
		if j.by(nil, row) {
			unchanged++
		}
	}
	count := func(kind Kind, n int64, text string) {
		if n > 0 {
			j.add(Finding{Kind: kind, Count: n, Grave: kind == DroppedRow,
				Text: fmt.Sprintf(text, spelling.Count(n, "row"))})
		}
	}
	if unchanged < int64(len(j.base.Kind)) || len(j.of) > 0 { // else the table stays as it is
		count(NotMeant, unchanged, "%s of other kinds, unchanged")
	}
	count(NotMeant, j.NotMeant-unchanged-j.all.Dropped-j.all.Quarantined, "%s of other kinds, not in this table")
	if _, table := j.Plan(); table == 0 {
		count(DroppedRow, j.all.Dropped, "%s in no new table: they would be lost")
		count(SetAside, j.all.Quarantined, "%s set aside, in no new table")
	}
}

// delimited reports whether a field marks its own end, by escapes or a length.
func (j *judge) delimited(f *rekey.Field) bool {
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
func (j *judge) neighbors() {
	j.sideBySide(j.bound.Key)
}

func (j *judge) sideBySide(parts []rekey.Part) {
	for index, part := range parts {
		if part.Group != nil {
			j.sideBySide(part.Group)
			continue
		}
		if part.Field == nil || index == len(parts)-1 || j.delimited(part.Field) || !j.varies(part.Field) {
			continue
		}
		next := parts[index+1]
		if len(next.Group) > 0 {
			next = next.Group[0]
		}
		name := (&part.Field.Expr).String()
		if next.Literal == nil {
			if next.Field != nil && !j.varies(next.Field) && index+1 == len(parts)-1 {
				continue // the last part has one width, so it is measured from the right
			}
			j.ambiguous = true
			j.add(Finding{Kind: Ambiguous, Grave: true, Count: 1, Rule: "G31", Text: fmt.Sprintf(
				"%s has values of several widths and nothing marks its end: add a delimiter after it, or pad it",
				name)})
			continue
		}
		if part.Field.PerCell() {
			continue
		}
		if h := j.base.holding(j.base.Render(part.Field), next.Literal); h.n > 0 {
			j.ambiguous = true
			j.add(Finding{Kind: Delimiter, Grave: true, Count: h.n, Rule: "G31",
				Example: j.bound.KeyAt(h.row, j.aCell(h.row)),
				Text: fmt.Sprintf("%s of %s contains the delimiter %q that follows it: the key cannot be decoded",
					spelling.Count(h.n, "value"), name, next.Literal)})
		}
	}
}

// sizes looks for what is longer or larger than it may be.
func (j *judge) sizes() {
	if n := j.LongKeys; n > 0 {
		j.add(Finding{Kind: LongKey, Grave: true, Count: n, Rule: "G30", Example: j.Key(j.Longest),
			Text: fmt.Sprintf("%s over 4 KB, which the service refuses", spelling.Count(n, "key"))})
	}
	if n := j.LongQualifiers; n > 0 {
		j.add(Finding{Kind: LongName, Grave: true, Count: n, Rule: "G17",
			Text: fmt.Sprintf("%s over 16 KB, which the service refuses", spelling.Count(n, "qualifier"))})
	}
	switch {
	case j.Over256MB > 0:
		j.add(Finding{Kind: LargeRow, Grave: true, Count: j.Over256MB, Rule: "G18",
			Text: fmt.Sprintf("%s over 256 MB, which cannot be read", spelling.Count(j.Over256MB, "row"))})
	case j.Over100MB > 0:
		j.add(Finding{Kind: LargeRow, Count: j.Over100MB, Rule: "G18",
			Text: fmt.Sprintf("%s over 100 MB, more than recommended", spelling.Count(j.Over100MB, "row"))})
	}
	if j.Emptied > 0 {
		j.add(Finding{Kind: EmptiedRow, Grave: true, Count: j.Emptied,
			Text: fmt.Sprintf("%s of the current table would be left without cells and disappear",
				spelling.Count(j.Emptied, "row"))})
	}
	if n := j.Cut; n > 0 {
		j.add(Finding{Kind: CutValue, Grave: true, Count: n,
			Text: fmt.Sprintf("only the first bytes of the value of %s were sampled: read again with a larger "+
				"--value-bytes", spelling.Count(n, "cell"))})
	}
	if j.Estimated > 0 {
		j.add(Finding{Kind: Estimated, Count: j.Estimated, Text: fmt.Sprintf("the sizes of %s are estimates",
			spelling.Count(j.Estimated, "serialized cell"))})
	}
	if j.Rows == 0 {
		j.add(Finding{Kind: NoRows, Grave: true, Text: "no row is left"})
	}
}

// losses adds findings on rows that share a key, and on whether more may.
func (j *judge) losses() {
	j.proven = j.proof()
	if j.Merged == 0 && j.proven == "" && !j.base.Design.IsExact() {
		j.add(Finding{Kind: Merged, Text: "No rows read share a key; in the whole table some may: " + j.bounded()})
	}
	if j.Overwritten > 0 {
		j.add(Finding{Kind: Overwritten, Grave: true, Count: j.Overwritten,
			Example: slices.Concat(j.Examples[:min(1, len(j.Examples))]...), Text: fmt.Sprintf(
				"%s would be overwritten: another cell has the same row, column and timestamp%s",
				j.least(spelling.Count(j.Overwritten, "cell")), j.untold())})
	}
	if j.Versions > 0 {
		j.add(Finding{Kind: OtherVersion, Count: j.Versions, Rule: "G59",
			Text: fmt.Sprintf("%s would become an older version of a column%s%s",
				j.least(spelling.Count(j.Versions, "cell")), j.collecting(), j.untold())})
	}
}

// least writes a number of cells that meet, which is a lower bound unless all rows were read.
func (j *judge) least(count string) string {
	if j.base.Design.IsExact() {
		return count
	}
	return "at least " + count
}

// untold states what tells the number of the table, if the rows read do not.
func (j *judge) untold() string {
	if j.base.Design.IsExact() {
		return ""
	}
	return "; a census counts those of all rows (tabletop-beam simulate)"
}

// bounded returns how many pairs of rows may still meet: where none of n rows do, up to 3 (N/n)^2 of N may, with 95%
// confidence (the rule of three for pairs).
func (j *judge) bounded() string {
	n, all := float64(j.base.Sample.Rows()), j.base.Design.Rows().Value
	if all <= n || n == 0 {
		return "its number of rows is unknown"
	}
	return fmt.Sprintf("up to %.3g pairs of rows may", 3*(all/n)*(all/n))
}

// collecting names the rules that would collect older versions.
func (j *judge) collecting() string {
	var rules []string
	for _, f := range j.base.Sample.Table.Families {
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
func (j *judge) proof() string {
	switch {
	case len(j.of) == 0:
		return "they are the current keys"
	case j.Table.view() != nil:
		return "the key of a view ends with the whole current key"
	}
	if j.ambiguous || j.NotMeant > 0 || len(j.of) != 1 || j.of[0].PerCell {
		return ""
	}
	only, held := j.of[0], map[string]bool{}
	for _, f := range only.Fields {
		switch {
		case f.Expr.Op == candidate.Whole && f.Codec == nil:
			return "the new key contains the whole current key"
		case injective(f):
			held[segment(f)] = true
		}
	}
	for _, layout := range j.base.Layouts {
		if strings.Contains(layout.String(), "[") || len(layout.Segments()) == 0 {
			return ""
		}
		for _, seg := range layout.Segments() {
			if c := j.base.Column(seg.Name); !held[seg.Name] || c.Lacks {
				return ""
			}
		}
	}
	if len(j.base.Layouts) != 1 {
		return ""
	}
	const holds = "the new key contains every segment of the current key"
	for i, p := range only.Key {
		if p.Field != nil && i < len(only.Key)-1 && j.varies(p.Field) && !j.delimited(p.Field) {
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
	current, now := f.Source().Segment.Codec, f.Form()
	number := func(c rowkey.Codec) bool {
		return slices.Contains([]rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode},
			c.Type())
	}
	if number(current) && number(now) {
		return true
	}
	if current.Type() != rowkey.Timestamp || now.Type() != rowkey.Timestamp {
		return current.Spec() == now.Spec()
	}
	return !now.Unit().CoarserThan(current.Unit()) && !now.Form().Yearless
}
