package bigtable

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"tabletop/model/crash"
	"tabletop/model/spelling"
	"tabletop/sampler"
)

// The collections of views, as resources name them. An authorized view is of a table, the others are of an instance.
const (
	authorizedViews   = "authorizedViews"
	materializedViews = "materializedViews"
	logicalViews      = "logicalViews"
)

// viewKinds returns what the views of each collection are called.
func viewKinds() map[string]string {
	return map[string]string{authorizedViews: "authorized view", materializedViews: "materialized view",
		logicalViews: "logical view"}
}

func isViewKind(s string) bool { return s == materializedViews || s == logicalViews }

// isView reports whether a name in an instance is one of a view.
func isView(name string) bool { return strings.Contains(name, "/") }

// isMaterialized reports whether a name in an instance is one of a materialized view.
func isMaterialized(name string) bool { return strings.HasPrefix(name, materializedViews+"/") }

// resource returns the resource of a table or of a view, below that of its instance.
func resource(name string) string {
	if isMaterialized(name) {
		return name
	}
	return "tables/" + name
}

// splitView splits a view off the parts of the path s; view is empty if it names none.
func splitView(s string, parts []string) (rest []string, view string, err error) {
	count := len(parts)
	if !(count == 5 && parts[3] == authorizedViews) && !(count == 4 && isViewKind(parts[2])) {
		return parts, "", nil
	}
	kind, id := parts[count-2], parts[count-1]
	switch {
	case !tableForm.MatchString(id):
		return nil, "", wrongForm(s, fmt.Sprintf("%q cannot be a view id: letters, digits, _ - and . only", id))
	case kind == logicalViews:
		return nil, "", &sampler.Error{What: "cannot read " + s + ": a logical view is a query, which only SQL runs",
			Next: "name a table that it reads: the list of the instance shows its SQL"}
	}
	return parts[:count-2], kind + "/" + id, nil
}

// base returns the table of an authorized view, or name if it is one of a table.
func base(name string) string {
	table, _, _ := strings.Cut(name, "/")
	return table
}

// subset is what an authorized view shows of its table.
type subset struct {
	Prefixes [][]byte `json:"rowPrefixes"`
	Families map[string]struct {
		Qualifiers [][]byte `json:"qualifiers"`
		Prefixes   [][]byte `json:"qualifierPrefixes"`
	} `json:"familySubsets"`
}

// subset requests what an authorized view shows.
func (a *admin) subset(ctx context.Context, view string) (*subset, error) {
	var answer struct {
		Subset *subset `json:"subsetView"`
	}
	err := a.get(ctx, view, nil, &answer)
	return answer.Subset, err
}

// mostPrefixes is the number of prefixes and families of a view that are written.
const mostPrefixes = 5

// viewWords says what is read through the authorized view of a name; shows is nil if that is not known.
func viewWords(name string, shows *subset) string {
	_, id, _ := strings.Cut(name, "/"+authorizedViews+"/")
	out := "what the authorized view " + id + " shows"
	if shows == nil {
		return out
	}
	var parts []string
	if prefixes := quoted(shows.Prefixes); len(prefixes) > 0 && !slices.Contains(prefixes, `""`) {
		parts = append(parts, "keys that start with "+few(prefixes, "more"))
	}
	if families := slices.Sorted(maps.Keys(shows.Families)); len(families) > 0 {
		whole := true
		for _, family := range shows.Families {
			whole = whole && slices.Contains(quoted(family.Prefixes), `""`)
		}
		what := "columns of "
		if !whole {
			what = "some columns of "
		}
		parts = append(parts, what+few(families, "more families"))
	}
	if len(parts) == 0 {
		return out
	}
	return out + " (" + strings.Join(parts, "; ") + ")"
}

func quoted(list [][]byte) []string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = strconv.Quote(string(one))
	}
	return out
}

// few lists the first of some words, and how many follow.
func few(words []string, more string) string {
	if n := len(words) - mostPrefixes; n > 0 {
		words = append(slices.Clone(words[:mostPrefixes]), spelling.Integer(int64(n))+" "+more)
	}
	return strings.Join(words, ", ")
}

// mostListed is the number of tables whose authorized views are listed: it takes a request for each.
const mostListed = 200

// Views lists the views of the instance and, of some tables, theirs. None are asked of an emulator, which crashes.
func (in *instance) Views(ctx context.Context, tables []string) ([]sampler.View, error) {
	api := in.rest()
	if in.emulator() || api == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, in.callTime())
	defer cancel()
	var mu sync.Mutex
	var out []sampler.View
	var group errgroup.Group
	const atATime = 8
	group.SetLimit(atATime)
	list := func(parent, kind string) {
		group.Go(crash.Recovered(func() error {
			found, err := api.views(ctx, in.path(), parent, kind)
			mu.Lock()
			defer mu.Unlock()
			out = append(out, found...)
			return err
		}))
	}
	list(in.path(), materializedViews)
	list(in.path(), logicalViews)
	for _, table := range tables[:min(mostListed, len(tables))] {
		list(in.path()+"/tables/"+table, authorizedViews)
	}
	err := group.Wait()
	slices.SortFunc(out, func(a, b sampler.View) int { return strings.Compare(a.Name, b.Name) })
	switch {
	case err != nil:
		what, next := in.words(err, "")
		err = &sampler.Error{What: "cannot list all views of " + in.Name() + ": " + what, Next: next, Err: err}
	case len(tables) > mostListed:
		err = &sampler.Error{What: fmt.Sprintf("only the authorized views of %s are listed",
			spelling.Count(mostListed, "table")), Next: "name others as TABLE/" + authorizedViews + "/VIEW"}
	}
	return out, err
}

// from matches the first table that a query names.
var from = regexp.MustCompile("(?i)\\bfrom\\s+`?([A-Za-z0-9_][A-Za-z0-9._-]*)")

// views lists the views of one kind of an instance or of a table.
func (a *admin) views(ctx context.Context, instance, parent, kind string) (out []sampler.View, err error) {
	type view struct {
		Name  string `json:"name"`
		Query string `json:"query"`
	}
	for page := ""; ; {
		var answer struct {
			Authorized   []view `json:"authorizedViews"`
			Materialized []view `json:"materializedViews"`
			Logical      []view `json:"logicalViews"`
			Next         string `json:"nextPageToken"`
		}
		query := url.Values{}
		if page != "" {
			query.Set("pageToken", page)
		}
		if err := a.get(ctx, parent+"/"+kind, query, &answer); err != nil {
			return out, err
		}
		for _, one := range slices.Concat(answer.Authorized, answer.Materialized, answer.Logical) {
			name := strings.TrimPrefix(strings.TrimPrefix(one.Name, instance+"/"), "tables/")
			of := base(name)
			if kind != authorizedViews {
				of = ""
				if m := from.FindStringSubmatch(one.Query); m != nil {
					of = m[1]
				}
			}
			out = append(out, sampler.View{Kind: viewKinds()[kind], Name: name, Of: of, Query: one.Query})
		}
		if page = answer.Next; page == "" {
			return out, nil
		}
	}
}
