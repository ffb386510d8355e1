package bigtable

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

// Probe is a question to a connection, and the answer.
type Probe struct {
	Name  string // of the method that was called, or of what is checked
	Found string // what is so, if Err is nil
	Err   error  // of type *sampler.Error
	// Optional reports whether tables can be read without it.
	Optional bool
}

// Probes connects as Connect does and calls each method that a read needs once: of the instance, and of the table
// unless that is empty. It ends at the first failure of what all that follows needs. Emulators are sent only what a
// read sends them.
func Probes(ctx context.Context, c Config, table string) []Probe {
	// One more attempt is enough to tell what is wrong.
	c.Retry = cmp.Or(c.Retry,
		read.Retry{First: time.Second, Longest: time.Second, Attempts: 2, Stall: 10 * time.Second})
	in, err := connect(ctx, c)
	if err != nil {
		name := "credentials"
		if c.EmulatorHost != "" || c.Project == "" || c.Instance == "" {
			name = "endpoint"
		}
		return []Probe{{Name: name, Err: err}}
	}
	defer in.Close()
	out := in.endpoints()
	names, err := in.Tables(ctx)
	listed := Probe{"ListTables", spelling.Count(int64(len(names)), "table") + " in " + in.Name(), err, table != ""}
	out = append(out, listed)
	var source *sampler.Error
	if table == "" || errors.As(err, &source) && source.Silent {
		return out
	}
	return append(out, in.probeTable(ctx, table)...)
}

// endpoints states where calls go, as whom, and through which app profile.
func (in *instance) endpoints() []Probe {
	profile := Probe{Name: "app profile", Found: "the default one of the instance"}
	if in.config.AppProfile != "" {
		profile.Found = in.config.AppProfile
	}
	if in.emulator() {
		return []Probe{{Name: "endpoint", Found: "an emulator, at " + in.config.EmulatorHost},
			{Name: "credentials", Found: "none, an emulator asks for none"}, profile}
	}
	where := "the service, at " + cmp.Or(in.config.DataEndpoint, dataAddress) + " and " +
		cmp.Or(in.config.AdminEndpoint, adminAddress)
	return []Probe{{Name: "endpoint", Found: where}, {Name: "credentials", Found: in.who}, profile}
}

// probeTable calls the methods that are about a table.
func (in *instance) probeTable(ctx context.Context, table string) []Probe {
	if _, err := in.Open(ctx, table); err != nil {
		return []Probe{{Name: "source", Err: err}}
	}
	opened := in.open(table)
	ctx, cancel := context.WithTimeout(ctx, 3*in.callTime())
	defer cancel()
	described := Probe{Name: "GetTable"}
	about, err := opened.getTable(ctx)
	if described.Err = in.explain(err, table); err == nil {
		described.Found = "column families: " + strings.Join(slices.Sorted(maps.Keys(about.ColumnFamilies)), ", ")
	}
	sections := Probe{Name: "SampleRowKeys"}
	splits, err := opened.rows.Splits(ctx)
	if sections.Err = in.explain(err, table); err == nil {
		sections.Found = spelling.Count(int64(len(splits)), "section")
	}
	out := []Probe{described, sections, opened.probeRow(ctx)}
	rest := in.rest()
	if rest == nil || isView(table) { // the service has none of a view
		return out
	}
	statistics := Probe{Name: "table statistics", Optional: true, Found: "none yet"}
	measured, err := rest.stats(ctx, opened.rows.Name)
	if statistics.Err = in.explain(err, table); measured != nil {
		statistics.Found = spelling.Count(measured.Rows, "row")
	}
	hot := Probe{Name: "hot tablets", Optional: true, Found: "not reported by any cluster"}
	if _, known := rest.hotTablets(ctx, in.path(), opened.rows.Name); known {
		hot.Found = "reported"
	}
	return append(out, statistics, hot)
}

// probeRow reads one row, without its value.
func (s *source) probeRow(ctx context.Context) Probe {
	out := Probe{Name: "ReadRows", Found: "the table is empty"}
	started := time.Now()
	plan := sample.Plan{Strategy: sample.Head, Filter: 1, Places: []sample.ReadRange{{}}, Rows: 1}
	got, err := s.rows.Sample(ctx, read.Job{Plan: plan, Opts: sample.Options{Strategy: sample.Head, Rows: 1, Keep: 1}})
	if out.Err = s.in.explain(err, s.name); err == nil && got.Rows() > 0 {
		out.Found = "one row, in " + time.Since(started).Round(time.Millisecond).String()
	}
	return out
}
