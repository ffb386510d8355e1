package retention

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/sample"
)

// Band is the cells that a rule keeps of each column among those of one range of ages: the Versions newest of the whole
// column, 0 for all, that are older than Over and not older than UpTo, 0 for any age.
type Band struct {
	Versions   int
	Over, UpTo time.Duration
}

// Bands returns what rule keeps as bands of rising age, none of which shares a cell with another. Every rule keeps the
// newest cells of a column, by number, by age, or by the least or most of both: the most of a few such pairs, of which
// a longer age has fewer versions. So a rule is a staircase, and its steps are the bands.
func Bands(rule sample.GCRule) []Band {
	steps := keptSteps(Simplify(rule))
	bands := make([]Band, len(steps))
	for i, step := range steps {
		bands[i] = step
		if i > 0 {
			bands[i].Over = steps[i-1].UpTo
		}
	}
	return bands
}

// keptSteps returns the pairs of versions and age of which rule keeps the most, by rising age and falling versions.
func keptSteps(rule sample.GCRule) []Band {
	switch rule.Kind {
	case sample.GCMaxVersions:
		return []Band{{Versions: rule.Versions}}
	case sample.GCMaxAge:
		return []Band{{UpTo: rule.Age}}
	case sample.GCIntersection: // collected by all: it keeps what any of them keeps
		var all []Band
		for _, child := range rule.Children {
			all = append(all, keptSteps(child)...)
		}
		return staircase(all)
	case sample.GCUnion: // collected by any: it keeps what all of them keep
		kept := []Band{{}}
		for _, child := range rule.Children {
			var both []Band
			for _, a := range kept {
				for _, b := range keptSteps(child) {
					both = append(both,
						Band{Versions: tightest(a.Versions, b.Versions), UpTo: tightest(a.UpTo, b.UpTo)})
				}
			}
			kept = staircase(both)
		}
		return kept
	}
	return []Band{{}}
}

// tightest returns the smaller of two limits; 0 means no limit.
func tightest[T time.Duration | int](a, b T) T {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// staircase returns the pairs that keep more than the others do, by rising age.
func staircase(all []Band) []Band {
	limit := func(n int64) uint64 { return uint64(n) - 1 } // no limit is the greatest
	slices.SortFunc(all, func(a, b Band) int {
		return cmp.Or(cmp.Compare(limit(int64(b.UpTo)), limit(int64(a.UpTo))),
			cmp.Compare(limit(int64(b.Versions)), limit(int64(a.Versions))))
	})
	var steps []Band
	for _, step := range all {
		if n := len(steps); n == 0 || limit(int64(step.Versions)) > limit(int64(steps[n-1].Versions)) {
			steps = append(steps, step)
		}
	}
	slices.Reverse(steps)
	return steps
}

// Tightened returns the simplest rule that collects what rule or by collects. Where neither collects anything it is no
// rule.
func Tightened(rule, by sample.GCRule) sample.GCRule {
	var parts []sample.GCRule
	both := Simplify(sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{rule, by}})
	for _, step := range slices.Backward(keptSteps(both)) {
		var limits []sample.GCRule
		if step.Versions > 0 {
			limits = append(limits, sample.GCRule{Kind: sample.GCMaxVersions, Versions: step.Versions})
		}
		if step.UpTo > 0 {
			limits = append(limits, sample.GCRule{Kind: sample.GCMaxAge, Age: step.UpTo})
		}
		parts = append(parts, Simplify(sample.GCRule{Kind: sample.GCUnion, Children: limits}))
	}
	return Simplify(sample.GCRule{Kind: sample.GCIntersection, Children: parts})
}

// FamilyRule is a column family and its rule.
type FamilyRule struct {
	Family string
	Rule   sample.GCRule
}

// FilterTools are the tools and languages that ReadFilters writes for, in its order.
func FilterTools() []string { return []string{cbt, "Go", "Java", "Python"} }

// ReadFilters returns, for each of FilterTools, the read filter by which a read of the families returns what their
// rules keep at the moment that it begins, and nothing else: eligible cells are returned until they are collected.
// Families that are not named are not read. A family whose rule keeps different versions by age takes an interleave;
// its branches are bands, so no cell comes twice. The texts are expressions of the clients, after the line that sets
// now, or a command of cbt, which reads one family, and none by age.
func ReadFilters(to Target, families []FamilyRule) []ToolCommand {
	node, note := filterOf(families)
	if note != "" {
		var refused []ToolCommand
		for _, tool := range FilterTools() {
			refused = append(refused, ToolCommand{Tool: tool, Note: note})
		}
		return refused
	}
	return []ToolCommand{cbtRead(to, families), goFilter().write(node), javaFilter().write(node),
		pythonFilter().write(node)}
}

// SinceFilters returns, for each of FilterTools, the filter of the cells that are not older than age, so that a read
// stays on SSD where older cells are on the infrequent access tier.
func SinceFilters(age time.Duration) []ToolCommand {
	node := filterNode{kind: ofTimes, band: Band{UpTo: age}}
	return []ToolCommand{{Tool: cbt, Note: cbtAges}, goFilter().write(node), javaFilter().write(node),
		pythonFilter().write(node)}
}

const cbtAges = "cbt read has no filter of timestamps: use a client library"

// filterNode is a read filter as a tree.
type filterNode struct {
	kind filterKind
	of   []filterNode // of a chain or an interleave
	name string       // of a family
	band Band         // of versions or times
}

type filterKind int

const (
	chained filterKind = iota
	interleaved
	ofFamily
	ofVersions
	ofTimes
)

// filterOf returns the filter of families, or why there is none.
func filterOf(families []FamilyRule) (filterNode, string) {
	var branches []filterNode
	for _, family := range families {
		if note := filterRefuses(family); note != "" {
			return filterNode{}, note
		}
		for _, band := range Bands(family.Rule) {
			parts := []filterNode{{kind: ofFamily, name: family.Family}}
			if band.Versions > 0 {
				parts = append(parts, filterNode{kind: ofVersions, band: band})
			}
			if band.UpTo > 0 || band.Over > 0 {
				parts = append(parts, filterNode{kind: ofTimes, band: band})
			}
			branches = append(branches, joined(chained, parts))
		}
	}
	if len(branches) == 0 {
		return filterNode{}, "there is no family to read"
	}
	return joined(interleaved, branches), ""
}

// joined joins filters; the service takes no chain and no interleave of one.
func joined(kind filterKind, parts []filterNode) filterNode {
	if len(parts) == 1 {
		return parts[0]
	}
	return filterNode{kind: kind, of: parts}
}

// filterRefuses returns why no filter equals the rule of a family, or "".
func filterRefuses(f FamilyRule) string {
	if note := serviceRefuses(f.Rule); note != "" {
		return note
	}
	if !isName(f.Family, maxFamilyName) {
		return noFamilyName
	}
	for _, leaf := range leaves(f.Rule) {
		switch {
		case leaf.Kind == sample.GCMaxAge && leaf.Age%time.Millisecond != 0:
			return "filters take times in whole milliseconds, not an age of " + sample.Age(leaf.Age)
		case leaf.Kind == sample.GCMaxVersions && leaf.Versions > math.MaxInt32:
			return fmt.Sprintf("filters take at most %d versions", math.MaxInt32)
		}
	}
	return ""
}

// cbtRead returns the cbt command that reads a family by its rule.
func cbtRead(to Target, families []FamilyRule) ToolCommand {
	if len(families) > 1 {
		return ToolCommand{Tool: cbt,
			Note: "cbt read takes one limit of versions for all families: read each by itself"}
	}
	family, bands := families[0].Family, Bands(families[0].Rule)
	if len(bands) > 1 || bands[0].UpTo > 0 {
		return ToolCommand{Tool: cbt, Note: cbtAges}
	}
	words := []string{"columns=" + regexp.QuoteMeta(family) + ":"}
	if bands[0].Versions > 0 {
		words = append(words, "cells-per-column="+strconv.Itoa(bands[0].Versions))
	}
	return to.cbtLine("read", words...)
}

// filterLanguage is how a language spells filters.
type filterLanguage struct {
	tool, now        string // now is the line that sets it, for a filter that depends on it
	indent           string
	open, close      [2]string // of a chain and an interleave
	before, after    string    // each filter of these
	family, versions func(node *filterNode) string
	times            func(over, upTo time.Duration) string
}

// write writes a filter.
func (l filterLanguage) write(node filterNode) ToolCommand {
	text := l.text(&node, "")
	if node.dated() {
		text = l.now + "\n" + text
	}
	return ToolCommand{Tool: l.tool, Text: text}
}

// dated reports whether a filter depends on when it is made.
func (n *filterNode) dated() bool {
	return n.kind == ofTimes || slices.ContainsFunc(n.of, func(child filterNode) bool { return child.dated() })
}

func (l *filterLanguage) text(node *filterNode, indent string) string {
	switch node.kind {
	case ofFamily:
		return l.family(node)
	case ofVersions:
		return l.versions(node)
	case ofTimes:
		return l.times(node.band.Over, node.band.UpTo)
	}
	deeper := indent + strings.Repeat(l.indent, 1+strings.Count(l.open[node.kind], "["))
	text := strings.ReplaceAll(l.open[node.kind], "\n", "\n"+indent)
	for i := range node.of {
		text += "\n" + deeper + l.before + l.text(&node.of[i], deeper) + l.after
	}
	return text + strings.ReplaceAll(l.close[node.kind], "\n", "\n"+indent)
}

func goFilter() filterLanguage {
	at := func(age time.Duration) string {
		if age == 0 {
			return "time.Time{}"
		}
		return "now.Add(-" + spellAge(age, "*", "24*time.Hour", "time.Hour", "time.Minute", "time.Second",
			"time.Millisecond") + ")"
	}
	return filterLanguage{tool: "Go", now: "now := time.Now().Truncate(time.Millisecond)", indent: "\t",
		open:  [2]string{"bigtable.ChainFilters(", "bigtable.InterleaveFilters("},
		close: [2]string{"\n)", "\n)"}, after: ",",
		family: func(node *filterNode) string {
			return "bigtable.FamilyFilter(" + strconv.Quote(regexp.QuoteMeta(node.name)) + ")"
		},
		versions: func(node *filterNode) string {
			return fmt.Sprintf("bigtable.LatestNFilter(%d)", node.band.Versions)
		},
		times: func(over, upTo time.Duration) string {
			return "bigtable.TimestampRangeFilter(" + at(upTo) + ", " + at(over) + ")"
		}}
}

func javaFilter() filterLanguage {
	at := func(age time.Duration) string {
		return "now - TimeUnit." + spellAge(age, "", "DAYS", "HOURS", "MINUTES", "SECONDS", "MILLISECONDS")
	}
	return filterLanguage{tool: "Java", now: "long now = System.currentTimeMillis() * 1000;", indent: "    ",
		open: [2]string{"FILTERS.chain()", "FILTERS.interleave()"}, before: ".filter(", after: ")",
		family: func(node *filterNode) string {
			return "FILTERS.family().exactMatch(" + strconv.Quote(node.name) + ")"
		},
		versions: func(node *filterNode) string {
			return fmt.Sprintf("FILTERS.limit().cellsPerColumn(%d)", node.band.Versions)
		},
		times: func(over, upTo time.Duration) string {
			text := "FILTERS.timestamp().range()"
			if upTo > 0 {
				text += ".startClosed(" + at(upTo) + ")"
			}
			if over > 0 {
				text += ".endOpen(" + at(over) + ")"
			}
			return text
		}}
}

func pythonFilter() filterLanguage {
	at := func(name string, age time.Duration) string {
		return name + "=now - timedelta(" +
			spellAge(age, "=", "days", "hours", "minutes", "seconds", "milliseconds") + ")"
	}
	return filterLanguage{tool: "Python", indent: "    ",
		now: "now = datetime.now(timezone.utc)\n" +
			"now = now.replace(microsecond=now.microsecond // 1000 * 1000)",
		open:  [2]string{"row_filters.RowFilterChain(\n    filters=[", "row_filters.RowFilterUnion(\n    filters=["},
		close: [2]string{"\n    ]\n)", "\n    ]\n)"}, after: ",",
		family: func(node *filterNode) string {
			return "row_filters.FamilyNameRegexFilter(" + strconv.Quote(regexp.QuoteMeta(node.name)) + ")"
		},
		versions: func(node *filterNode) string {
			return fmt.Sprintf("row_filters.CellsColumnLimitFilter(%d)", node.band.Versions)
		},
		times: func(over, upTo time.Duration) string {
			var ends []string
			if upTo > 0 {
				ends = append(ends, at("start", upTo))
			}
			if over > 0 {
				ends = append(ends, at("end", over))
			}
			return "row_filters.TimestampRangeFilter(" + strings.Join(ends, ", ") + ")"
		}}
}

// spellAge writes an age in the largest of the units days, hours, minutes, seconds and milliseconds that divides it:
// as number, sign, unit, or as unit=number, or, without a sign, as unit.toMicros(number).
func spellAge(age time.Duration, sign string, units ...string) string {
	sizes := [...]time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second, time.Millisecond}
	at := slices.IndexFunc(sizes[:], func(size time.Duration) bool { return age%size == 0 })
	number := int64(age / sizes[at])
	switch sign {
	case "*":
		return fmt.Sprintf("%d*%s", number, units[at])
	case "=":
		return fmt.Sprintf("%s=%d", units[at], number)
	}
	return fmt.Sprintf("%s.toMicros(%d)", units[at], number)
}
