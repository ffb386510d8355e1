package read

import (
	"net/url"
	"strings"
)

// names are the fields of a request, of which one names what is read, and the parameter that the service routes it by.
type names struct{ table, authorized, materialized, route string }

// named returns the names for requests. Routes are those of the routing rules (google.api.routing) of ReadRows and
// SampleRowKeys: by the table, that of an authorized view too, or by the instance of a materialized view.
func (t *Table) named() names {
	route := func(name, of string) string { return name + "=" + url.QueryEscape(of) }
	if table, _, ok := strings.Cut(t.Name, "/authorizedViews/"); ok {
		return names{authorized: t.Name, route: route("table_name", table)}
	}
	if instance, _, ok := strings.Cut(t.Name, "/materializedViews/"); ok {
		return names{materialized: t.Name, route: route("name", instance)}
	}
	return names{table: t.Name, route: route("table_name", t.Name)}
}
