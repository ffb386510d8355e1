package advise

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// units are the buckets that are tried, from a minute on.
func units() []rowkey.Unit {
	all := rowkey.Units()
	return all[slices.Index(all, rowkey.Minute):]
}

// bucketArg is how the template language writes a unit.
func bucketArg(u rowkey.Unit) string {
	return map[rowkey.Unit]string{rowkey.Minute: "1m", rowkey.Hour: "1h", rowkey.Day: "1d", rowkey.Week: "1w",
		rowkey.Month: "1mo", rowkey.Year: "1y"}[u]
}

// bucketForm is a date that states a unit and nothing finer, readable (G34).
func bucketForm(u rowkey.Unit) string {
	return map[rowkey.Unit]string{rowkey.Minute: "200601021504", rowkey.Hour: "2006010215", rowkey.Day: "20060102",
		rowkey.Week:  "2006-W01",
		rowkey.Month: "200601", rowkey.Year: "2006"}[u]
}

// within is a date that distinguishes an instant from the others of its bucket, in as few digits as sort.
func within(bucket, fine rowkey.Unit) string {
	from := map[rowkey.Unit]int{rowkey.Year: 0, rowkey.Month: 1, rowkey.Week: 0, rowkey.Day: 2, rowkey.Hour: 3,
		rowkey.Minute: 4}[bucket]
	parts := []string{"01", "02", "15", "04", "05", "000", "000", "000"}
	to, ok := map[rowkey.Unit]int{rowkey.Month: 1, rowkey.Week: 2, rowkey.Day: 2, rowkey.Hour: 3, rowkey.Minute: 4,
		rowkey.Second: 5, rowkey.Millisecond: 6,
		rowkey.Microsecond: 7, rowkey.Nanosecond: 8}[fine]
	if !ok {
		to = 6
	}
	return strings.Join(parts[from:max(to, from+1)], "")
}

// template writes a plan as a candidate.
func (s *space) template(p *plan) string {
	var fields []string
	salt := func() { fields = append(fields, s.saltText(p)) }
	for index, position := range p.order {
		if p.salt > 0 && p.saltAt == index {
			salt()
		}
		if p.bucket.events == asRows && p.bucket.at == index {
			fields = append(fields, s.bucketField(p))
		}
		if p.merges() && p.bucket.events != unbucketed && position == p.bucket.piece {
			fields = append(fields, s.bucketField(p)+s.pieces[position].behind)
			continue
		}
		fields = append(fields, s.fieldText(p, position))
	}
	if p.salt > 0 && p.saltAt == len(p.order) {
		salt()
	}
	switch p.tall {
	case byQualifier:
		fields = append(fields, "{qualifier()}")
	case byTime:
		fields = append(fields, "{celltime()}")
	}
	return s.prefix + s.lead + strings.Join(fields, s.delim) + s.tail + s.cells(p)
}

// fieldText writes a piece in the key.
func (s *space) fieldText(p *plan, i int) string {
	text := s.pieces[i].forms[p.forms[i]].text
	if p.dropped>>i&1 == 1 {
		call := columnCall(s.pieces[i].name)
		text = strings.Replace(text, call, strings.TrimSuffix(call, ")")+", move)", 1)
	}
	return text + s.pieces[i].behind
}

// saltText writes the salt of a plan.
func (s *space) saltText(p *plan) string {
	if s.saltOfToday(p) {
		return "{" + s.saltName() + "}"
	}
	return fmt.Sprintf("{salt(%d, %s)}", p.salt, s.saltArg(p.salted))
}

// cells returns what becomes of the cells.
func (s *space) cells(p *plan) string {
	var names []string
	switch {
	case p.current:
		return " => time {" + s.pieces[p.newest].name + "}"
	case p.bucket.events == asVersions:
		return " => time {" + s.pieces[p.bucket.piece].name + "}"
	case p.bucket.events == asColumns:
		at := &s.pieces[p.bucket.piece]
		names = append(names, fmt.Sprintf("{%s:date(%s)}", at.name, within(p.bucket.unit, at.unit)))
	case p.tall == byQualifier:
		return " => * -> *:v"
	case len(p.moved) == 0 && !p.serial:
		return ""
	}
	drop, columns := "", len(s.facts.Sample.Columns())
	for _, moved := range p.moved {
		if s.pieces[moved].promoted {
			names = append(names, "{"+columnCall(s.pieces[moved].name)+"}")
			rule := candidate.Rule{From: []candidate.Selector{selectColumn(s.pieces[moved].name)}, Drop: true}
			drop = rule.String() + "; "
			columns--
			continue
		}
		names = append(names, "{"+s.pieces[moved].name+"}")
	}
	if p.serial {
		return s.serialized(strings.Join(names, "#"))
	}
	if columns > 1 {
		names = append(names, "{qualifier()}")
	}
	if columns == 0 { // it is the only one: its cell stays, without the value
		return " => * -> empty *:" + strings.Join(names, "#")
	}
	return " => " + drop + "* -> *:" + strings.Join(names, "#")
}

// serialized returns that the columns of each family become one cell.
func (s *space) serialized(name string) string {
	if name == "" {
		name = "data"
	}
	var rules []string
	for _, family := range s.families() {
		rules = append(rules, family+" -> protobuf "+family+":"+name)
	}
	return " => " + strings.Join(rules, "; ")
}

// families are those of the columns, once each.
func (s *space) families() []string {
	var out []string
	for _, c := range s.facts.Sample.Columns() {
		if !slices.Contains(out, c.Family) {
			out = append(out, c.Family)
		}
	}
	return out
}

// bucketField is the cut time of a key. Of a time that is stored reversed it keeps the form, so that the newest stay
// first.
func (s *space) bucketField(p *plan) string {
	at := &s.pieces[p.bucket.piece]
	call := fmt.Sprintf("bucket(%s, %s)", at.name, bucketArg(p.bucket.unit))
	switch f := at.forms[p.forms[p.bucket.piece]]; {
	case f.down && p.forms[p.bucket.piece] != s.today.forms[p.bucket.piece]:
		return "{reverse(" + call + ")}"
	case f.down:
		return "{" + call + "}"
	}
	name := string(p.bucket.unit)
	if slices.ContainsFunc(s.pieces, func(x piece) bool { return x.name == name }) {
		name = at.name + "_" + name
	}
	return fmt.Sprintf("{%s=%s:date(%s)}", name, call, bucketForm(p.bucket.unit))
}

// saltOfToday reports whether a plan has the salt of the current keys.
func (s *space) saltOfToday(p *plan) bool {
	return p.salt > 0 && s.salt != nil && p.salt == s.today.salt && p.salted == s.today.salted
}

func (s *space) saltName() string {
	if s.salt == nil {
		return ""
	}
	return s.salt.Name
}

func (s *space) saltArg(i int) string {
	if p := s.pieces[i]; p.promoted {
		return columnCall(p.name)
	}
	return s.pieces[i].name
}

// columnCall is what a template calls the newest value of a column named family:qualifier, or the time of the cells.
func columnCall(name string) string {
	if name == workload.CellTime {
		return candidate.CellTimeName
	}
	family, qualifier, _ := strings.Cut(name, ":")
	expr := candidate.Expr{Op: candidate.Column, Column: candidate.ColumnName{Family: family, Qualifier: qualifier}}
	return expr.String()
}

// selectColumn selects the cells of a column named family:qualifier.
func selectColumn(name string) candidate.Selector {
	family, qualifier, _ := strings.Cut(name, ":")
	return candidate.Selector{Family: family, Qualifier: qualifier}
}
