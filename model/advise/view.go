package advise

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
)

// View is the second table of a layout as a continuous materialized view of the current one, which no client writes.
type View struct {
	// Template is the layout with the view; empty where Refused states why there is no query.
	Template, Refused string
	Query             string
	Unconfirmed       []string // see rekey.View
	LeftOut           rekey.LeftOut
	// Bytes of the rows of the view; Copy of the intermediate copy that is stored with it, about those of the table.
	Bytes, Copy int64
}

// viewOf returns a second table as a view.
func (e *search) viewOf(f *found) *View {
	space, refused := e.space, func(why string) *View { return &View{Refused: why} }
	if !f.plan.equal(&space.today) {
		return refused("the first table is new: try the view once that is there")
	}
	text := strings.TrimPrefix(space.template(&f.second.plan), space.prefix)
	proposed, err := candidate.Parse("same ++ " + space.prefix + "view " + text)
	if err != nil {
		return refused(err.Error())
	}
	set, err := rekey.ResolveSet(proposed, space.facts.Layouts)
	if err != nil {
		return refused(err.Error())
	}
	made, err := rekey.Run(context.Background(), rekey.NewBase(space.facts.Table), set)
	if syntax := (*rowkey.SyntaxError)(nil); errors.As(err, &syntax) {
		return refused(syntax.Message)
	}
	plan, _ := made.Tables[1].Plan()
	view := plan.View(1)
	return &View{Template: proposed.String(), Query: view.Query, Unconfirmed: view.Unconfirmed,
		LeftOut: made.Tables[1].LeftOut, Bytes: made.Tables[1].Bytes, Copy: made.Tables[0].Bytes}
}

// tell states how the second table is created as a view.
func (v *View) tell(say func(format string, args ...any)) {
	if v.Refused != "" {
		say("Create the second table as a continuous materialized view, and watch how far it lags behind (G65). Its "+
			"query is not given: %s.", v.Refused)
		return
	}
	say("Create the second table as a continuous materialized view (gcloud bigtable materialized-views create), and "+
		"watch how far it lags behind (G65). Its query: %s", v.Query)
	say("Try the view with its key: %s. It is stored with an intermediate copy about as large as the table: %s and %s "+
		"bytes for the rows read. A second table that clients write has no copy, but takes two writes for every event.",
		v.Template, count(float64(v.Bytes)), count(float64(v.Copy)))
	if len(v.Unconfirmed) > 0 {
		say("Not confirmed by the documentation: %s. Try it on a small table first.", strings.Join(v.Unconfirmed, "; "))
	}
	left := "A view leaves out rows in which a part of its key is NULL or is no number where it is to be one, and " +
		"those of which it selects more than 1 MiB."
	if n := v.LeftOut.Rows(); n > 0 {
		left += fmt.Sprintf(" Of the rows read these are %s.", count(float64(n)))
	}
	say("%s", left)
}
