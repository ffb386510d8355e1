package advise

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/value"
	"tabletop/model/workload"
)

// RecordField is a field of records that are in no table yet, whose values are in a column. ProposeKeys sets what the
// values are: Type, Filled and Distinct.
type RecordField struct {
	Name   string // in a template
	Column sample.Column
	Times  bool // all values are times; ProposeKeys unsets it for numbers that are none

	Type     value.Type
	Filled   int  // records with a value
	Distinct int  // values
	cut      bool // only the first bytes of a value were kept
	mean     float64
}

// KeyProposal is a row key for records of which one field is what they are looked up by.
type KeyProposal struct {
	By      string   // the field
	Over    string   // the time, of which a period is read; empty if the records have none
	Fields  []string // of the key, in order
	Layouts int      // that were compared
	Rows    int      // that the records become: fewer where several have one key
}

// Template returns the key as a layout of the columns that the fields are in; empty if a template cannot name one.
func (p *KeyProposal) Template(fields []RecordField) string {
	var parts []string
	for _, name := range p.Fields {
		column := fields[slices.IndexFunc(fields, func(f RecordField) bool { return f.Name == name })].Column
		parts = append(parts, "{column("+column.Family+":"+column.Qualifier+")}")
	}
	out := strings.Join(parts, "#")
	if _, err := candidate.Parse(out); err != nil {
		return ""
	}
	return out
}

const (
	mostProposals = 3
	fewestValues  = 10    // of a field that is likely to be looked up by
	longestLookup = 40    // bytes of its values, on average: more is prose
	oftenEnough   = 0.5   // distinct values of a field that recur, as a share of the records
	seldomEnough  = 0.9   // the same where no field has so few
	filledEnough  = 0.99  // share of the records that must have it
	proposalRows  = 4_000 // records that layouts are compared on
	mostInTail    = 3     // fields that are added so that keys differ
)

// ProposeKeys fills in what the values of the fields are, and returns row keys for the likely ways to look records up:
// by each of the first fields whose values recur, over a period if the records have a time, and by a field whose values
// all differ; or by each of asked, if it names fields. The order of each key is that of Search for these queries; what
// follows makes keys differ. s has a row for each record, under the layout set, and each field is a column. The error
// is ctx's.
func ProposeKeys(ctx context.Context, s *sample.Sample, set rowkey.Set, fields []RecordField, asked ...string) (
	[]KeyProposal, error) {
	values := fieldValues(s, fields)
	by := lookups(s.Rows(), fields)
	if len(asked) > 0 {
		by = named(fields, asked)
	}
	part, err := s.Filter(sample.Options{Rows: proposalRows})
	if err != nil {
		return nil, err
	}
	decoded, err := segments.New(ctx, part, set)
	if err != nil {
		return nil, err
	}
	index := access.NewIndex(decoded)
	var out []KeyProposal
	for _, by := range by {
		proposal := KeyProposal{By: fields[by].Name}
		order := []int{by}
		over := slices.IndexFunc(fields, func(f RecordField) bool { return f.Times })
		if fields[by].Distinct < s.Rows() {
			if over >= 0 {
				proposal.Over = fields[over].Name
			}
			advice, err := searchBy(ctx, index, fields, by, over)
			if err != nil {
				return nil, err
			}
			order, proposal.Layouts = keyOrder(advice, fields, by), advice.Searched
		}
		order, proposal.Rows = distinguish(values, fields, order, over)
		for _, at := range order {
			proposal.Fields = append(proposal.Fields, fields[at].Name)
		}
		out = append(out, proposal)
	}
	return out, nil
}

// named returns the fields of these names: times only if there are no others, since a period of them is read anyway.
func named(fields []RecordField, names []string) []int {
	var times, others []int
	for at := range fields {
		switch {
		case !slices.Contains(names, fields[at].Name):
		case fields[at].Times:
			times = append(times, at)
		default:
			others = append(others, at)
		}
	}
	if len(others) == 0 {
		return times
	}
	return others
}

// fieldValues returns the values of each field by record, and describes them. A record without a value has none, which
// is empty.
func fieldValues(s *sample.Sample, fields []RecordField) [][]string {
	values := make([][]string, len(fields))
	of := map[sample.Column]int{}
	for at := range fields {
		of[fields[at].Column] = at
		values[at] = make([]string, s.Rows())
	}
	cells := make([][]sample.Cell, len(fields))
	for row := range s.Rows() {
		from, to := s.Cells(row)
		for j := from; j < to; j++ {
			cell := s.Cell(j)
			if at, ok := of[s.Column(cell.Column)]; ok {
				values[at][row] = string(cell.Value)
				cells[at] = append(cells[at], cell)
			}
		}
	}
	for at := range fields {
		fields[at].describe(cells[at])
	}
	return values
}

// describe sets what the values of a field are.
func (f *RecordField) describe(cells []sample.Cell) {
	declared := value.Declare(cells, false)
	distinct := map[string]bool{}
	var bytes int
	for _, cell := range cells {
		distinct[string(cell.Value)] = true
		bytes += cell.Size
	}
	f.Type, f.Filled, f.Distinct, f.cut = declared.Type, len(cells), len(distinct), declared.Cut > 0
	if f.Times && f.Type == value.TypeInteger {
		f.Times = !slices.ContainsFunc(cells, func(c sample.Cell) bool {
			n, err := strconv.ParseInt(string(c.Value), 10, 64)
			return err != nil || !value.IsTime(n)
		})
	}
	f.mean = float64(bytes) / float64(max(len(cells), 1))
}

// canLead reports whether a key can begin with a field of so many records.
func (f *RecordField) canLead(records int) bool {
	return !f.Times && !f.cut && f.Type != value.TypeFloat && f.mean <= longestLookup &&
		float64(f.Filled) >= filledEnough*float64(records) && f.Distinct > 1
}

// lookups returns the fields that records are likely to be looked up by: text whose values recur, in the order of the
// file, or if there is none the first text or number whose values do so less; and the first field whose values all
// differ.
func lookups(records int, fields []RecordField) []int {
	var recurring, others, ids []int
	for at := range fields {
		field := &fields[at]
		share := float64(field.Distinct) / float64(records)
		switch {
		case !field.canLead(records):
		case field.Distinct == records:
			ids = append(ids, at)
		case field.Type != value.TypeInteger && field.Distinct >= fewestValues && share <= oftenEnough:
			recurring = append(recurring, at)
		case share <= seldomEnough:
			others = append(others, at)
		}
	}
	slices.SortStableFunc(others, func(a, b int) int { // text before numbers
		return strings.Compare(string(fields[b].Type), string(fields[a].Type))
	})
	if len(recurring) == 0 {
		recurring = others[:min(len(others), 1)]
	}
	ids = ids[:min(len(ids), 1)]
	return append(slices.Clip(recurring[:min(len(recurring), mostProposals-len(ids))]), ids...)
}

// searchBy compares layouts for two queries: all records of a value of a field, and those of a day if there is a time.
func searchBy(ctx context.Context, index *access.Index, fields []RecordField, by, over int) (*Advice, error) {
	where := func(at int) workload.Condition {
		column := fields[at].Column
		return workload.Condition{Segment: column.Family + ":" + column.Qualifier, Op: workload.Equal}
	}
	asked := &workload.Workload{Queries: []*workload.Query{{Name: "all of one", Frequency: 1,
		Where: []workload.Condition{where(by)}}}}
	if over >= 0 {
		period := where(over)
		period.Op, period.Width = workload.Range, workload.UnitSeconds(rowkey.Day)
		asked.Queries = append(asked.Queries, &workload.Query{Name: "a day of one", Frequency: 1,
			Where: []workload.Condition{where(by), period}})
	}
	if err := index.Prepare(asked); err != nil {
		return nil, err
	}
	return Search(ctx, index, asked, Options{})
}

// keyOrder returns the fields in the key of the best layout that is one table of the records as they are. Fields that
// are not in it are not in the result.
func keyOrder(advice *Advice, fields []RecordField, by int) []int {
	for _, option := range advice.Options {
		parsed, err := candidate.Parse(option.Template)
		if option.Current || err != nil || len(parsed.Templates) != 1 || len(parsed.Templates[0].Rules) > 0 {
			continue
		}
		var order []int
		parsed.Templates[0].Exprs(func(e *candidate.Expr) {
			at := slices.IndexFunc(fields, func(f RecordField) bool {
				return f.Column == sample.Column{Family: e.Column.Family, Qualifier: e.Column.Qualifier}
			})
			if e.Op == candidate.Column && at >= 0 && !slices.Contains(order, at) {
				order = append(order, at)
			}
		})
		if len(order) > 0 {
			return order
		}
	}
	return []int{by}
}

// distinguish adds fields until no two records have one key: the time, then those that distinguish the most. It returns
// how many keys there are.
func distinguish(values [][]string, fields []RecordField, order []int, over int) ([]int, int) {
	records := len(values[0])
	order = slices.Clone(order)
	keys := keysOf(values, order)
	if over >= 0 && keys < records && !slices.Contains(order, over) {
		order = append(order, over)
		keys = keysOf(values, order)
	}
	for range mostInTail {
		best, most := -1, keys
		for at := range fields {
			if keys == records || slices.Contains(order, at) || !fields[at].canLead(records) {
				continue
			}
			if n := keysOf(values, append(slices.Clip(order), at)); n > most {
				best, most = at, n
			}
		}
		if best < 0 {
			break
		}
		order, keys = append(order, best), most
	}
	return order, keys
}

// keysOf returns the number of distinct keys of some fields.
func keysOf(values [][]string, order []int) int {
	keys := map[string]bool{}
	var key strings.Builder
	for row := range values[0] {
		key.Reset()
		for _, at := range order {
			key.WriteString(values[at][row])
			key.WriteByte(0)
		}
		keys[key.String()] = true
	}
	return len(keys)
}
