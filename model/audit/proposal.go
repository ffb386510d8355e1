package audit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
)

// Proposal is a layout that was tried against a finding, as a candidate template (docs/templates.md), and its effects
// on the rows read.
type Proposal struct {
	Candidate string
	Letter    string   // of the candidate in Candidates
	Gains     []Effect // the effect on what the finding is about first; empty if the candidate could not be evaluated
	Better    bool     // whether the first effect is an improvement of what the finding is about
	// Costs are what gets worse, in words that hold names of the table unescaped: rows and cells that would be lost,
	// and queries that read more.
	Costs []string
	Lossy bool      // rows or cells would be lost
	Heat  *heat.Map // of the writes under the candidate, if the finding is about their distribution; else nil

	asks *question // the query that the finding is about, if it is about how much a query reads
	// corrects reports whether the candidate takes away what the finding is about whatever the rows show: a tenth of
	// the dates is too long a period to show an hour that is out of order.
	corrects bool
	// first is that the documentation names it before all others: a segment of many values before the time (G61).
	first bool
	size  bool // whether the finding is about the size of rows; if neither, it is about the distribution of writes
	// slower is how many times as long the likely query takes that gets slower most; 0 if none is known.
	slower float64
	fix    Fix // what the finding recommends if this is the best; of none, the fix of the finding stands
}

// Effect is a figure under the current layout and under the candidate, both of the rows read.
type Effect struct {
	Name              string
	Unit              Unit
	Current, Proposed estimate.Figure
}

// question is a query for all rows of one group: of returns the group of a row, and whether it has one.
type question struct {
	name string
	of   func(row int) (string, bool)
}

// asked is the maximum number of groups for which a question is evaluated.
const asked = 200

// read returns how many of the rows read a range scan of one group must read, from its first row to its last, on
// average over some of the groups: under the current layout and under a candidate of one table.
func (f *facts) read(q *question, r *simulate.Result) (current, proposed float64, ok bool) {
	if len(r.Tables) != 1 {
		return 0, 0, false
	}
	table := r.Tables[0]
	of := make([]string, f.Sample.Rows())
	for row := range of {
		of[row], _ = q.of(row)
	}
	spans := func(rows int, member func(i int, see func(group string))) map[string][2]int {
		out := map[string][2]int{}
		for i := range rows {
			member(i, func(g string) {
				if g == "" {
					return
				}
				if was, ok := out[g]; ok {
					out[g] = [2]int{was[0], i}
				} else {
					out[g] = [2]int{i, i}
				}
			})
		}
		return out
	}
	before := spans(len(of), func(i int, see func(string)) { see(of[i]) })
	after := spans(table.Len(), func(i int, see func(string)) {
		for _, row := range table.Sources(i) {
			see(of[row])
		}
	})
	groups := sample.Evenly(slices.Sorted(maps.Keys(before)), asked)
	value := 0.0
	for _, g := range groups {
		b, a := before[g], after[g]
		current, proposed, value = current+float64(b[1]-b[0]+1), proposed+float64(a[1]-a[0]+1), value+1
	}
	if value < 2 {
		return 0, 0, false // one group is not enough for a mean
	}
	return current / value, proposed / value, true
}

// asking sets the query that the proposal's finding is about, and returns the proposal.
func (p *Proposal) asking(name string, of func(row int) (string, bool)) *Proposal {
	if p != nil {
		p.asks = &question{name, of}
	}
	return p
}

// known returns the proposals that are not nil.
func known(all ...*Proposal) []*Proposal {
	return slices.DeleteFunc(all, func(p *Proposal) bool { return p == nil })
}

// segmentReader returns a function that returns the value of a segment of kind k in a row, as it is in the key.
func (f *facts) segmentReader(k kindFacts, segment string) func(row int) (string, bool) {
	return func(row int) (string, bool) {
		if int(f.Keys.Kind[row]) != k.index {
			return "", false
		}
		v := f.Column(segment).At(row)
		if v == nil {
			return "", false
		}
		return string(v.Raw), true
	}
}

// proposal returns the candidate of a layout whose segments are in another order, or are written by other expressions.
// order[i] is the segment at position i; expr replaces {name}. It returns nil if the layout has optional parts.
func proposal(l *rowkey.Layout, order []int, expr map[string]string) *Proposal {
	segments := l.Segments()
	if len(order) != len(segments) {
		return nil
	}
	var out strings.Builder
	if l.Name() != "" {
		out.WriteString(l.Name() + " = ")
	}
	next := 0
	for _, part := range l.Parts() {
		switch {
		case part.Group != nil:
			return nil
		case part.Literal != nil:
			out.WriteString(rowkey.QuoteLiteral(part.Literal, `{}[]\=>+`))
		default:
			name := segments[order[next]].Name
			next++
			if e, ok := expr[name]; ok {
				out.WriteString(e)
			} else {
				out.WriteString("{" + name + "}")
			}
		}
	}
	return checked(out.String())
}

// checked returns a proposal, or nil if its candidate cannot be parsed.
func checked(text string) *Proposal {
	c, err := candidate.Parse(text)
	if err != nil {
		return nil
	}
	return &Proposal{Candidate: c.String()}
}

// inOrder returns the unchanged order of n segments.
func inOrder(n int) []int { return moved(n, 0, 0) }

// promoted returns a candidate that promotes a column into the key before segment at, and the column: one that most
// rows have, with short values of high cardinality that recur. Names and ids are preferred to numbers, which are mostly
// measurements. It returns nil if there is no such column.
func (f *facts) promoted(k kindFacts, at int) (*Proposal, sample.Column) {
	best, most, named := sample.ColumnID(0), 0, false
	for id, column := range f.Profile.Columns {
		if column.RowShare.Value < 0.99 || column.Values.Max > 64 || column.Values.Min == 0 {
			continue
		}
		values, numbers := map[string]bool{}, 0
		looked := f.some(sample.ColumnID(id), maxLooked)
		for _, cell := range looked {
			v := string(f.Sample.Cell(cell).Value)
			values[v] = true
			if _, err := strconv.ParseFloat(v, 64); err == nil {
				numbers++
			}
		}
		n, name := len(values), numbers*2 < len(looked)
		if n >= 20 && n*2 < len(looked) && (name && !named || name == named && n > most) {
			best, most, named = sample.ColumnID(id), n, name
		}
	}
	if most == 0 {
		return nil, sample.Column{}
	}
	c := f.Sample.Column(best)
	name := k.segments[at].Name
	return proposal(k.Layout, inOrder(len(k.segments)),
		map[string]string{name: "{column(" + rowkey.QuoteLiteral([]byte(c.Family+":"+c.Qualifier), `{}()[],\=>+ `) +
			")}#{" + name + "}"}), c
}
