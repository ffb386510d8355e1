package simulate

import (
	"fmt"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/rekey"
	"tabletop/model/spelling"
)

// View is what a continuous materialized view of the current table comes to, in the rows read.
type View struct {
	*rekey.View
	Rows, Bytes int64
	LeftOut     rekey.LeftOut
	// Copy is the bytes that the service keeps beside the view to keep it up to date, about as many as the table has.
	Copy int64
}

// Views returns the views among the tables.
func (r *Result) Views() []View {
	var out []View
	for _, table := range r.Tables {
		if view := table.view(); view != nil {
			out = append(out, View{View: view, Rows: table.Rows, Bytes: table.Bytes, LeftOut: table.LeftOut,
				Copy: r.Tables[0].Bytes})
		}
	}
	return out
}

// Stored returns the bytes that are stored of the whole table, the copies that views need included; Value 0 where they
// are unknown.
func (r *Result) Stored() estimate.Figure {
	scale := r.Scale()
	if scale.Bytes.Value <= 0 {
		return scale.Bytes
	}
	stored := scale.Bytes
	for range r.Views() {
		stored = stored.Plus(scale.Table)
	}
	return stored
}

// view returns the view that the table is to be; nil if it is a table of its own.
func (t *Table) view() *rekey.View {
	plan, number := t.Plan()
	return plan.View(number)
}

// view adds what is to be known of a view before it is created.
func (j *judge) view() {
	view := j.Table.view()
	if view == nil {
		return
	}
	for _, reason := range []struct {
		rows int64
		text string
	}{
		{j.LeftOut.Null, "%s not in the view: a part of its key is missing in them, and NULL there leaves a row out"},
		{j.LeftOut.Failed, "%s not in the view: a part of its key is to be a number and is none in them"},
		{j.LeftOut.Large, "%s not in the view: more than 1 MiB is selected of each"},
	} {
		if reason.rows > 0 {
			j.add(Finding{Kind: NotInView, Count: reason.rows, Grave: true,
				Text: fmt.Sprintf(reason.text, spelling.Count(reason.rows, "row"))})
		}
	}
	j.add(Finding{Kind: ViewCopy, Rule: "G65", Text: "A view is stored in addition, with an intermediate copy " +
		"that is about as large as the table and is not in these figures; it trails the table, has the newest cell " +
		"of each column with the timestamp 0, and cannot be written to"})
	open := append([]string{"that the key of a view is written as the ordered_code_bytes of row-key schemas, by " +
		"which its size and order are computed here"}, view.Unconfirmed...)
	j.add(Finding{Kind: Unconfirmed, Text: "Not confirmed by the documentation: " + strings.Join(open, "; ") +
		". Try it on a small table first"})
}
