package tui

import (
	"context"
	"errors"
	"slices"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/tables"
	"tabletop/views/text"
)

// The slots of jobs. A session's jobs all start with one of these words; opening another table drops them.
const (
	slotList    = "list"
	slotOpen    = "open"
	slotRead    = "read"
	slotPlan    = "plan"
	slotAnalyse = "analyse"
	slotFetch   = "fetch"
	slotLoad    = "load"
	slotKeep    = "keep"
	slotClose   = "close"
	slotBeside  = "beside"
	slotFleet   = "fleet"
)

// session is the table that is open: its source, what is known so far, and why it is no more.
type session struct {
	name     string        // as asked for
	source   sample.Source // nil until opened
	data     *views.Data
	progress sample.Progress
	pulse    pulse
	expected int64              // rows that reading is expected to come to; 0 when that is not known
	gate     *pauseGate         // of the read under way; nil before the first
	former   *sample.Sample     // what is being gone on with; nil when the sample is a first one
	err      error              // why opening or reading ended; nil when it did not
	halted   bool               // the user asked to stop
	stopped  bool               // the sample ended early
	read     *sample.Sample     // the newest rows; data has those that were analyzed
	analyzed time.Time          // when rows were analyzed last
	saved    bool               // read was saved as it is
	layouts  rowkey.Set         // declared; nil infers them
	whole    *analysis.Analysis // of all rows read; nil before the first
	scope    []scopePart        // what the screens are narrowed to; data has what was analyzed
	alone    partRead           // the last scope that was read alone
}

// shown is the name for the screen.
func (s *session) shown() string {
	if s.source != nil {
		return text.EscapeString(s.source.Name())
	}
	return text.EscapeString(s.name)
}

// change replaces the data by a changed copy: screens may keep what they were given.
func (s *session) change(a *App, f func(*views.Data)) {
	d := *s.data
	f(&d)
	d.Now = a.opts.Now()
	s.data = &d
}

// open closes the table that is open and opens another.
func (a *App) open(name string) {
	a.close()
	session := &session{name: name, data: &views.Data{Source: name, Analysis: &analysis.Analysis{}, Now: a.opts.Now(),
		Prices: a.opts.Prices, Decode: a.opts.Decode}}
	if name == a.opts.Source {
		session.data.Proposed, session.data.Question = a.opts.Proposed, a.opts.Question
	}
	a.table = session
	a.history = nil
	a.show(a.first())
	open, layouts := a.opts.Open, a.layoutsFor(name)
	a.jobs.start(spec{slot: slotOpen, label: "connecting",
		run: func(ctx context.Context, _ func(any)) any {
			set, err := layouts()
			if err != nil {
				return openResult{err: err}
			}
			src, err := open(ctx, name)
			return openResult{src, set, err}
		},
		done:    func(v any) { a.opened(session, v.(openResult)) },
		failed:  func(f *fault) any { return openResult{err: f} },
		discard: func(v any) { v.(openResult).close() },
	})
}

type openResult struct {
	source  sample.Source
	layouts rowkey.Set
	err     error
}

func (o openResult) close() {
	if o.source != nil {
		_ = o.source.Close() // nobody is left to show an error to
	}
}

// close drops the open table and what is being done with it.
func (a *App) close() {
	for _, slot := range []string{slotOpen, slotRead, slotPlan, slotAnalyse, slotScope, slotPart, slotFetch, slotLoad,
		slotBeside, slotSummary} {
		a.jobs.drop(slot)
	}
	for _, s := range a.screens[1:] {
		a.jobs.dropAll(workSlot(s, ""))
	}
	s := a.table
	a.table = nil
	if s != nil && s.source != nil {
		src := s.source
		a.jobs.start(spec{slot: slotClose, done: func(any) {}, run: func(context.Context, func(any)) any {
			return src.Close()
		}})
	}
}

func (a *App) opened(s *session, o openResult) {
	if o.err != nil {
		s.err = s.reason(o.err)
		return
	}
	s.source = o.source
	if o.layouts != nil {
		s.layouts = o.layouts
		s.change(a, func(d *views.Data) { d.Analysis = &analysis.Analysis{Layouts: s.layouts, Declared: true} })
	}
	a.describe(s)
}

// reason is err, or in words that the user stopped what then ended with err.
func (s *session) reason(err error) error {
	if s.halted {
		return errors.New("stopped before the table was open\nPress ctrl+r to resume")
	}
	return err
}

type describeResult struct {
	table sample.Table
	err   error
}

func (a *App) describe(s *session) {
	src := s.source
	a.jobs.start(spec{slot: slotRead, label: "reading the description",
		run: func(ctx context.Context, _ func(any)) any {
			t, err := src.Describe(ctx)
			return describeResult{t, err}
		},
		done: func(v any) {
			d := v.(describeResult)
			if d.err != nil {
				s.err = s.reason(d.err)
				return
			}
			s.change(a, func(data *views.Data) { data.Table, data.Source = &d.table, src.Name() })
			a.read(s)
			a.loadInstanceTables(s)
		},
		failed: func(f *fault) any { return describeResult{err: f} },
	})
}

// loadInstanceTables finds out which tables there are beside the one that is open.
func (a *App) loadInstanceTables(s *session) {
	list, name := a.opts.InstanceTables, s.name
	if list == nil {
		return
	}
	a.jobs.start(spec{slot: slotBeside,
		run: func(ctx context.Context, _ func(any)) any { return list(ctx, name) },
		done: func(v any) {
			s.change(a, func(d *views.Data) { d.Analysis = d.WithNeighbors(v.([]sample.Table)) })
			if s.whole != nil {
				s.whole = s.whole.WithNeighbors(v.([]sample.Table))
			}
			a.summarize(s)
		},
	})
}

type analysisResult struct {
	*analysis.Analysis
	err error
}

// analyzeEvery is how often rows are analyzed while more arrive: what the screens show of them must stay to be read,
// and a slow connection takes no more.
const analyzeEvery = 3 * time.Second

// analyzeNewer has the rows analyzed that came since, if it is time for that.
func (a *App) analyzeNewer() {
	if s := a.table; s != nil && s.read != nil && s.whole != nil && s.whole.Sample != s.read {
		a.analyze(s)
	}
}

// analyze has the newest sample analyzed by the layouts in force. Layouts are inferred on the first sample, each
// time it has doubled, and on the last: in between they seldom change. One analysis runs at a time; the next one
// begins with what is newest then.
func (a *App) analyze(s *session) {
	now := a.opts.Now()
	if a.jobs.get(slotAnalyse) != nil || s.data.Reading && !s.data.Paused && now.Sub(s.analyzed) < analyzeEvery {
		return
	}
	s.analyzed = now
	smp, was := s.read, s.data.Inferred
	opts := analysis.Options{Layouts: s.layouts, Infer: true}
	if was != nil && (was.Keys == smp.Rows() || s.data.Reading && len(was.Kinds) > 0 && smp.Rows() < 2*was.Keys) {
		opts.Inferred = was
	}
	if smp.How.Started.IsZero() {
		opts.Now = a.opts.Now()
	}
	a.jobs.start(spec{slot: slotAnalyse, label: "explaining keys",
		run: func(ctx context.Context, _ func(any)) any {
			done, err := analysis.New(ctx, smp, opts)
			return analysisResult{done, err}
		},
		done: func(v any) {
			result := v.(analysisResult)
			if result.err == nil {
				s.whole = result.WithNeighbors(s.data.Neighbors)
				a.applyScope(s)
			}
			if s.read != smp || !s.layouts.Equal(opts.Layouts) ||
				opts.Inferred != nil && was.Keys != smp.Rows() && !s.data.Reading {
				a.analyze(s)
			}
		},
	})
}

// declare puts layouts in force, or with nil the inferred ones again, and has the rows described by them.
func (a *App) declare(set rowkey.Set) {
	session := a.table
	if session == nil {
		return
	}
	session.layouts = set
	if len(session.scope) > 0 { // its words and values are of the layouts before
		session.scope = nil
		a.say("the whole table is shown: the layouts are others now")
	}
	if session.read != nil {
		a.analyze(session)
	} else {
		session.change(a, func(d *views.Data) {
			d.Analysis = &analysis.Analysis{Layouts: set, Declared: set != nil, Neighbors: d.Neighbors}
		})
	}
	a.keep(session.name, set)
}

type saveResult struct {
	where string
	err   error
}

// keep saves what was declared for the next time the table is opened.
func (a *App) keep(name string, set rowkey.Set) {
	save := a.opts.Keep
	if save == nil || a.tutor.taking != nil {
		return // what is tried in a lesson is forgotten with it
	}
	a.jobs.start(spec{slot: slotKeep, label: "keeping the layouts",
		run: func(context.Context, func(any)) any {
			where, err := save(name, set)
			return saveResult{where, err}
		},
		failed: func(f *fault) any { return saveResult{err: f} },
		done: func(v any) {
			switch k := v.(saveResult); {
			case k.err != nil:
				a.fail("the layouts hold, but could not be kept: " + oneLine(k.err))
			case set == nil:
				a.say("the layouts are inferred again; nothing is kept")
			default:
				a.say("kept in " + text.EscapeString(k.where))
			}
		},
	})
}

// retry repeats what failed or, when all is well, reads the rows or the list of tables again.
func (a *App) retry() {
	session := a.table
	if a.current.ID() == views.TablesScreen || session == nil {
		a.list()
		return
	}
	session.err, session.stopped, session.halted = nil, false, false
	switch {
	case session.source == nil:
		a.open(session.name)
	case session.data.Table == nil:
		a.describe(session)
	default:
		a.read(session)
	}
}

// fetchKeep is how many bytes of each value are read of a row that is looked at alone: as much as the user scrolls
// through, and a row of a thousand cells stays below 64 MiB.
const fetchKeep = 64 << 10

// fetch reads one row for a screen.
func (a *App) fetch(key []byte, to *screen) {
	session := a.table
	if session == nil || session.source == nil {
		return
	}
	src := session.source
	key = append([]byte(nil), key...)
	a.jobs.start(spec{slot: slotFetch, label: "reading one row",
		run: func(ctx context.Context, _ func(any)) any {
			row, err := src.Row(ctx, key, fetchKeep)
			if err != nil {
				return err
			}
			return row
		},
		done: func(v any) {
			a.receive(to, v)
			if err, ok := v.(error); ok {
				a.fail(oneLine(err))
			}
		},
		failed: func(f *fault) any { return f },
	})
}

// load reads another source for a screen. It is closed when its rows are here.
func (a *App) load(name string, to *screen) {
	open, sampling := a.opts.Open, a.opts.Sample
	a.jobs.start(spec{slot: slotLoad, label: "reading " + text.EscapeString(name),
		run: func(ctx context.Context, _ func(any)) any {
			out := views.SampleLoaded{Source: name}
			src, err := open(ctx, name)
			if err != nil {
				out.Err = err
				return out
			}
			opts := sampling(name)
			out.Sample, out.Err = limited(ctx, opts.Time, func(ctx context.Context) (*sample.Sample, error) {
				return src.Sample(ctx, opts, func(sample.Progress) {})
			})
			if err := src.Close(); out.Err == nil {
				out.Err = err
			}
			return out
		},
		done:   func(v any) { a.receive(to, v) },
		failed: func(f *fault) any { return views.SampleLoaded{Source: name, Err: f} },
	})
}

// list asks the catalog what can be opened.
func (a *App) list() {
	if a.opts.Catalog == nil {
		a.listed(false, nil)
		return
	}
	catalog := a.opts.Catalog
	a.entries = nil
	a.listed(true, nil)
	a.jobs.start(spec{slot: slotList, label: "listing tables",
		run: func(ctx context.Context, report func(any)) any {
			err := catalog.Entries(ctx, func(e []tables.Entry) { report(e) })
			return listResult{err}
		},
		merge: func(older, newer any) any {
			return slices.Concat(older.([]tables.Entry), newer.([]tables.Entry))
		},
		progress: func(v any) {
			a.entries = withEntries(a.entries, v.([]tables.Entry))
			a.listed(true, nil)
			a.offerSources()
			a.refreshPalette()
		},
		done:   func(v any) { a.listed(false, v.(listResult).err) },
		failed: func(f *fault) any { return listResult{f} },
	})
}

// withEntries adds entries to others. One whose source is listed already takes its place, as what is known only later
// does.
func withEntries(listed, more []tables.Entry) []tables.Entry {
	places := map[string]int{}
	for i := range listed {
		places[listed[i].Source] = i
	}
	out := slices.Clone(listed)
	for i := range more {
		if at, known := places[more[i].Source]; known {
			out[at] = more[i]
		} else {
			places[more[i].Source] = len(out)
			out = append(out, more[i])
		}
	}
	return out
}

// listed gives the picker what was listed so far.
func (a *App) listed(busy bool, err error) {
	notifyScreen(a.screens[0], "handing tables to", func(picker *tables.Screen) {
		if a.opts.Catalog != nil {
			picker.SetWhere(a.opts.Catalog.Where())
		}
		picker.SetListing(a.entries, busy, err)
	})
}

// offerSources gives the screens that offer other sources what was listed so far.
func (a *App) offerSources() {
	for _, x := range a.screens {
		notifyScreen(x, "handing sources to", func(u views.SourceUser) { u.SetSources(a.sources()) })
	}
}

// sources are what was listed so far.
func (a *App) sources() []views.Source {
	sources := make([]views.Source, len(a.entries))
	for i, e := range a.entries {
		sources[i] = views.Source{Kind: e.Kind, Name: e.Name, Title: e.Title, Source: e.Source, Of: e.Of,
			Read: e.Read}
	}
	return sources
}

type listResult struct{ err error }
