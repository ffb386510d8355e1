package audit

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/figures"
	"tabletop/model/rowkey"
)

// few and many are numbers of registered domains: at most few are low cardinality, at least many are high.
const few, many = 10, 100

// hostsAhead returns the first segment of kind k if it is a host name, or a URL that begins with one; otherwise -1.
func (f *facts) hostsAhead(k kindFacts) int {
	return slices.IndexFunc(k.Segments, func(s figures.Segment) bool {
		i := slices.IndexFunc(k.Segments, func(t figures.Segment) bool { return t.Name == s.Name })
		return (s.Type == rowkey.Domain || s.Type == rowkey.URL) && f.constant(k, i)
	})
}

// domainForwardRule is the rule domain-forward.
func domainForwardRule() Rule {
	return Rule{
		ID: "domain-forward", Guidelines: []string{"G38"}, Title: "Host names are not reversed",
		Why: "Hosts of one company are scattered across the key space: they cannot be read with one range scan, " +
			"and similar pages are not adjacent, so they compress less.",
		needs: keys, check: domainForward,
		about: []Harm{Reads}, scope: wholeTable,
	}
}

func domainForward(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		hostsAhead := f.hostsAhead(kind)
		if hostsAhead < 0 || kind.Segments[hostsAhead].Reversed || kind.Segments[hostsAhead].Distinct < 2 {
			continue
		}
		segment := kind.Segments[hostsAhead]
		hosts, owners := f.owners(kind, segment)
		if len(owners) <= few {
			continue
		}
		sev, ok := grade(kind.Share, 0.05, no())
		if !ok {
			continue
		}
		// Reversing names helps if companies have several hosts each, and there are very many companies.
		if len(owners) < many || len(owners)*3 > hosts*2 {
			sev = Note
		}
		finding := Finding{Severity: sev, Subject: aboutSegment(kind, segment.Name), Evidence: f.examples(kind),
			Measures: []Measure{
				{Name: "rows whose key starts with a host name", Unit: Share, Figure: kind.Share, Limit: 0.05},
				{Name: "hosts in the sample", Unit: Count, Figure: seen(float64(hosts)), Read: f.sampled()},
				{Name: "registered domains among them", Unit: Count, Figure: seen(float64(len(owners))),
					Read: f.sampled()}},
			Fix: Fix{Text: "Omit the protocol and reverse the labels of the host, followed by the path: " +
				"com.company.product/path."}}
		if segment.Type == rowkey.Domain {
			var reversed rowkey.Codec
			if seg := kind.Layout.Segment(segment.Name); seg != nil {
				reversed, _ = rowkey.Reverse(seg.Codec, 0)
			}
			finding.Fix = template("Reverse the labels of the host: com.company.product.",
				recoded(kind.Layout, segment.Name, reversed))
			finding.cures = known(proposal(kind.Layout, inOrder(len(kind.segments)),
				map[string]string{segment.Name: "{reverse(" + segment.Name + ")}"}).
				asking("rows in the range of a registered domain, on average", f.ownerReader(kind, segment)))
		}
		out = append(out, finding)
	}
	return out
}

// domainsFewRule is the rule domains-few.
func domainsFewRule() Rule {
	return Rule{
		ID: "domains-few", Guidelines: []string{"G38"}, Title: "Few domains, and the key starts with the domain",
		Why:   "All rows are in a few ranges, so load cannot spread beyond these.",
		needs: keys, check: domainsFew,
		about: []Harm{Writes}, scope: wholeTable,
	}
}

func domainsFew(f *facts) []Finding {
	var out []Finding
	for _, kind := range f.kinds {
		hostsAhead := f.hostsAhead(kind)
		if hostsAhead < 0 {
			continue
		}
		segment := kind.Segments[hostsAhead]
		hosts, owners := f.owners(kind, segment)
		// Names as written spread the load of a company over its hosts, if there are many of them.
		if hosts < 2 || len(owners) > few || !segment.Reversed && hosts > 5*few ||
			int64(hosts)*2 > kind.Keys && segment.Type != rowkey.Domain {
			continue
		}
		sev, _ := grade(kind.Share, 0.05, no())
		if sev == "" {
			continue
		}
		if f.even() {
			sev = Note // the load is spread all the same
		}
		out = append(out, Finding{Severity: sev, Subject: aboutSegment(kind, segment.Name), Evidence: f.examples(kind),
			Measures: []Measure{
				{Name: "rows whose key starts with a domain", Unit: Share, Figure: kind.Share, Limit: 0.05},
				{Name: "registered domains", Unit: Count, Figure: seen(float64(len(owners))), Read: f.sampled()},
				{Name: "hosts in the sample", Unit: Count, Figure: seen(float64(hosts)), Read: f.sampled()}},
			Fix: Fix{Text: "Start the key with a high-cardinality value, such as the path or the user, followed by " +
				"the domain."}})
	}
	return out
}

// owners returns the number of hosts among the rows examined, and their counts by registered domain.
func (f *facts) owners(k kindFacts, segment figures.Segment) (int, map[string]int) {
	hosts, owners := map[string]bool{}, map[string]int{}
	for _, row := range k.rows {
		value := f.Column(segment.Name).At(row)
		if value == nil {
			continue
		}
		host := hostName(string(value.Raw), segment)
		if host == "" || hosts[host] {
			continue
		}
		hosts[host] = true
		owners[registeredDomain(host)]++
	}
	return len(hosts), owners
}

// registeredDomain returns the registered domain of a host; the host itself if that is unknown.
func registeredDomain(host string) string {
	owner, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(host))
	if err != nil {
		return host
	}
	return owner
}

// ownerReader returns a function that returns the registered domain of a row's host.
func (f *facts) ownerReader(k kindFacts, s figures.Segment) func(row int) (string, bool) {
	value := f.segmentReader(k, s.Name)
	return func(row int) (string, bool) {
		v, ok := value(row)
		return registeredDomain(hostName(v, s)), ok
	}
}

// hostName returns the host name in a value, in its usual order, or "".
func hostName(v string, s figures.Segment) string {
	if s.Type == rowkey.URL {
		u, err := url.Parse(v)
		if err != nil {
			return ""
		}
		return u.Hostname()
	}
	if s.Reversed {
		labels := strings.Split(v, ".")
		slices.Reverse(labels)
		return strings.Join(labels, ".")
	}
	return v
}
