package measure

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	kg "tabletop/internal/keygrammar"
	"tabletop/internal/slowtest"
	"tabletop/model/confidence"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
)

var update = flag.Bool("update", false, "write the model that was fitted")

// size returns how many tables a test draws.
func size(short, long int) int {
	if slowtest.On() {
		return long
	}
	return short
}

// skipShort skips a test whose figures mean nothing on the few tables that a short run has time for.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("statistics over many tables")
	}
}

// Seeds of the tables on which figures are measured; the tables of the fit come from others.
const (
	fitSeed     = 100_000
	measureSeed = 5_000
)

// fitParts returns the parts of the fit and how many tables of each it takes: all but the held-out part. What limits
// the fit is the number of productions; on those that inference was developed with it is right hardly more often than
// on others.
func fitParts() []fitPart {
	return []fitPart{{kg.Load("wide"), 4890}, {kg.Load("calibration"), 780}, {kg.Load("everyday"), 970},
		{kg.Load("tuning"), 480}, {kg.Load("second"), 480}, {kg.Load("third"), 480}, {kg.Load("fourth"), 540},
		{kg.Load("packed"), 1140}, {kg.Load("exotic"), 400}, {kg.Load("glued"), 420}, {kg.Load("plain"), 240},
		{kg.Load("rare"), 240}, {kg.Load("odd"), 430}, {kg.Load("wire"), 240}, {kg.Load("raw"), 430}}
}

// noiseTables is how many tables of random keys the fit takes, so that what is found in them is not sure.
const noiseTables = 360

type fitPart struct {
	grammar *kg.Grammar
	tables  int
}

var fresh = flag.Uint64("fresh", measureSeed,
	"seed of the first table that TestFirstContact and TestConfidenceIsCalibrated draw")

// TestFirstContact measures inference on the held-out part: score, tables without a fault, and the wrong ones that are
// shown as sure.
func TestFirstContact(t *testing.T) {
	skipShort(t)
	for _, part := range []struct {
		grammar *kg.Grammar
		least   float64
	}{{kg.Load("tuning"), 0.93}, {kg.Load("heldout"), 0.93}} {
		cases := Run(Tables(part.grammar, *fresh, size(36, 360)), infer.Options{})
		var binary []Case
		right, wrongSure := 0, 0
		for _, c := range cases {
			if c.Table.Binary {
				binary = append(binary, c)
			}
			switch {
			case c.Verdict.Table:
				right++
			case tableConfidence(c) >= 0.95:
				wrongSure++
			}
		}
		t.Logf("%s: %d tables, score %.3f, %d binary with %.3f; %.1f%% of tables without a fault; %d wrong and shown "+
			"as sure",
			part.grammar.Name, len(cases), Mean(cases), len(binary), Mean(binary), percent(right, len(cases)),
			wrongSure)
		if score := Mean(cases); score < part.least-2*0.25/math.Sqrt(float64(len(cases))) { // two standard errors
			t.Errorf("%s: score %.3f, want %.2f", part.grammar.Name, score, part.least)
		}
	}
}

// TestConfidenceIsCalibrated verifies the confidence on tables that share no layout with those it was fitted on: Brier
// score, and the share of what is shown as sure that is right, at least 97%. Few tables allow for chance.
func TestConfidenceIsCalibrated(t *testing.T) {
	skipShort(t)
	cases := Run(Tables(kg.Load("heldout"), *fresh+1_000_000, size(108, 540)), infer.Options{})
	segments, layouts, tables := Reliabilities(cases)
	for _, r := range []struct {
		name  string
		of    Reliability
		brier float64
	}{{"segments", segments, 0.06}, {"layouts", layouts, 0.1}, {"tables", tables, 0.1}} {
		t.Logf("%s: %s\n%s", r.name, r.of.String(), r.of.Diagram())
		// two standard errors: what is in one table is right or wrong together
		if r.of.Brier > r.brier+2*0.25/math.Sqrt(float64(len(cases))) {
			t.Errorf("Brier score of %s %.3f, want at most %.2f", r.name, r.of.Brier, r.brier)
		}
		wrong, expected := float64(r.of.Sure-r.of.SureRight), 0.03*float64(r.of.Sure)
		if wrong > expected+2.5*math.Sqrt(expected)+1 {
			t.Errorf("%s: %.0f of %d that are shown as sure are wrong, want at most 3%%", r.name, wrong, r.of.Sure)
		}
	}
}

// TestRefit fits the model again, and verifies that the one in use gives the same confidence, within 0.05 on average.
// With -update it writes the new one. It prints what confidence is worth on productions that were left out of a fit.
func TestRefit(t *testing.T) {
	slowtest.Skip(t)
	var training Training
	var names []string
	tables := 0
	const atOnce = 120 // tables of thousands of rows are not kept
	for _, p := range fitParts() {
		names = append(names, p.grammar.Name)
		for from := 0; from < p.tables; from += atOnce {
			n := min(atOnce, p.tables-from)
			drawn := Tables(p.grammar, uint64(fitSeed+from), n)
			for i := 0; i < n; i += 5 { // some of the tables that people open first are small
				drawn[i] = drawn[i].Thin(max(1, len(drawn[i].Rows)/(8+i%40)))
			}
			training = append(training, Gather(Run(drawn, infer.Options{}))...)
			tables += n
		}
	}
	noise := make([]*kg.Table, noiseTables) // with other seeds than TestNoiseHasNoStructure
	for i := range noise {
		noise[i] = kg.Noise(uint64(fitSeed+i), 60+60*(i%5))
	}
	training = append(training, Gather(Run(noise, infer.Options{}))...)
	m := training.Fit()
	if *update {
		about := fmt.Sprintf("fitted on %d layouts that inference found in %d tables of %s, and noise, of the key "+
			"grammar, seeds from %d on",
			len(training), tables+noiseTables, strings.Join(names, ", "), fitSeed)
		if err := os.WriteFile("../../../model/confidence/fitted.bin", m.Encode(about), 0o644); err != nil {
			t.Fatal(err)
		}
	} else {
		sameAsBefore(t, m, training)
	}
	left := training.LeftOut()
	for _, part := range slices.Sorted(maps.Keys(left)) {
		t.Logf("%-12s left out: %s, %.1f%% of what is right is sure", part, left[part],
			percent(left[part].SureRight, left[part].Right))
	}
}

// sameAsBefore verifies that the model in use is about the one that is fitted again.
func sameAsBefore(t *testing.T, m *confidence.Model, training Training) {
	t.Helper()
	sum, n := 0.0, 0
	for _, l := range training {
		sum, n = sum+math.Abs(m.Judge(l.evidence).Layout-l.confidence), n+1
	}
	if mean := sum / float64(n); mean > 0.05 {
		t.Errorf("fitted again, the confidence differs by %.3f on average: run with -update", mean)
	}
}

// TestSeedsAgree measures in how many tables ten draws of 90% of the rows give the same templates, and the same
// segments, and ten draws of a tenth.
func TestSeedsAgree(t *testing.T) {
	slowtest.Skip(t)
	const rows = 8000
	for _, draw := range []struct {
		name    string
		leftOut float64
		rows    int // of the table, 0 for as many as its part draws
		least   float64
	}{{"90%", 0.1, 0, 50}, {"a tenth", 0.9, rows, 50}} {
		tables := Tables(kg.Load("tuning"), measureSeed+2_000_000, size(12, 112))
		same, cuts, most := 0, 0, 0
		for i, table := range tables {
			if draw.rows > 0 {
				g := kg.Load("tuning")
				table = g.NewTable(g.Productions[i%len(g.Productions)], measureSeed+uint64(i), draw.rows)
			}
			var parts []*kg.Table
			for seed := range uint64(10) {
				parts = append(parts, table.Part(seed, draw.leftOut))
			}
			templates, segments := map[string]bool{}, map[string]int{}
			for _, c := range Run(parts, infer.Options{}) {
				templates[templatesOf(c.Result)] = true
				segments[typesOf(c.Result)]++
			}
			same += int(one(len(templates) == 1))
			cuts += int(one(len(segments) == 1))
			most += slices.Max(slices.Collect(maps.Values(segments)))
		}
		t.Logf("%d tables: identical templates for 10 of 10 draws of %s of the rows on %.1f%%, identical literals and "+
			"types on %.1f%%, and %.1f%% of the draws as most of their table",
			len(tables), draw.name, percent(same, len(tables)), percent(cuts, len(tables)),
			percent(most, 10*len(tables)))
		if percent(cuts, len(tables)) < draw.least {
			t.Errorf("only %d of %d tables have the same literals and types in all draws of %s", cuts, len(tables),
				draw.name)
		}
	}
}

func templatesOf(r infer.Result) string {
	var out []string
	for _, k := range r.Kinds {
		out = append(out, k.Layout.String())
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// typesOf writes the layouts with the types of segments in place of names and codecs.
func typesOf(r infer.Result) string {
	var out []string
	for _, k := range r.Kinds {
		var b strings.Builder
		for _, p := range k.Layout.Parts() {
			switch {
			case p.Segment != nil && (p.Segment.Codec.Type() == rowkey.Text || p.Segment.Codec.Type() == rowkey.Enum):
				b.WriteString("{word}")
			case p.Segment != nil:
				b.WriteString("{" + string(p.Segment.Codec.Type()) + "}")
			case p.Group != nil:
				b.WriteString("[]")
			default:
				b.Write(p.Literal)
			}
		}
		out = append(out, b.String())
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// TestMoreKeysAreNoWorse measures how the layouts found on few keys score on all, and that more keys are not worse.
func TestMoreKeysAreNoWorse(t *testing.T) {
	skipShort(t)
	g := kg.Load("tuning")
	n, all := size(3, 112), size(2000, 20000)
	sizes := []int{100, 300, 1500, all}
	if !slowtest.On() {
		sizes = []int{200, all}
	}
	scores, noise := make([]float64, len(sizes)), 0.3/math.Sqrt(float64(n))
	for i := range n {
		table := g.NewTable(g.Productions[i%len(g.Productions)], measureSeed+3_000_000+uint64(i), all)
		var thin []*kg.Table
		for _, rows := range sizes {
			thin = append(thin, table.Thin(max(1, len(table.Rows)/rows)))
		}
		for j, c := range Run(thin, infer.Options{}) {
			scores[j] += table.Score(c.Result.Set()).Headline() / float64(n)
		}
	}
	t.Logf("%d tables: with %d keys they score %.3f", n, sizes, scores)
	for j := range scores {
		if least := slices.Max(scores[:j+1]); scores[j] < least-noise-0.03*one(j == 0) {
			t.Errorf("%d keys score %.3f, fewer %.3f", sizes[j], scores[j], least)
		}
	}
}

// TestForeignKeys measures how much worse inference is where some of the keys are foreign.
func TestForeignKeys(t *testing.T) {
	slowtest.Skip(t)
	for _, part := range []string{"tuning", "packed", "exotic"} {
		g := kg.Load(part)
		shares, scores := []float64{0, 0.01, 0.05}, []float64{}
		for _, share := range shares {
			g.Garbage = []float64{share}
			scores = append(scores, Mean(Run(Tables(g, measureSeed+4_000_000, 114), infer.Options{})))
		}
		t.Logf("%s: with %.2f of the keys foreign they score %.3f", part, shares, scores)
		if scores[2] < scores[0]-0.05 {
			t.Errorf("%s: 5%% foreign keys lower the score from %.3f to %.3f", part, scores[0], scores[2])
		}
	}
}

var noiseOf = flag.Int("noise", 1000, "number of tables that TestNoiseHasNoStructure draws where it may take long")

// TestNoiseHasNoStructure verifies that tables of random keys get no time, no salt, and no hash function, and hardly
// ever three segments that are sure, and gives a bound on the rate with 95% confidence.
func TestNoiseHasNoStructure(t *testing.T) {
	n := size(30, *noiseOf)
	found, sure := 0, 0
	const atOnce = 250 // not all tables fit into memory
	for from := 0; from < n; from += atOnce {
		tables := make([]*kg.Table, min(atOnce, n-from))
		parallel(len(tables), func(i int) { tables[i] = kg.Noise(uint64(from+i), 120+60*(i%5)) })
		for _, c := range Run(tables, infer.Options{}) {
			invented, certain := structure(t, c)
			found, sure = found+invented, sure+certain
		}
	}
	t.Logf("%d of %d tables of noise with a time, a salt, or a hash function (95%% upper bound of the rate %.3f%%); "+
		"%d layouts of three or more segments that vary shown as sure",
		found, n, 100*poissonUpper(found)/float64(n), sure)
	if allowed := n / 2000; sure > allowed {
		t.Errorf("%d layouts of noise with three segments that vary are sure, want at most %d", sure, allowed)
	}
	if allowed := 1 + n/50; found > allowed {
		t.Errorf("%d tables of noise have a time, a salt, or a hash function, want at most %d", found, allowed)
	}
}

// structure returns how many times, salts, and hash functions were found in a table of noise, and how many of its
// layouts with three segments that vary are sure: constant bytes beside the noise are no structure that was invented.
func structure(t *testing.T, c Case) (found, sure int) {
	for _, k := range c.Result.Kinds {
		for _, s := range k.Layout.Segments() {
			if typ := s.Codec.Type(); typ == rowkey.Timestamp || typ == rowkey.Salt ||
				typ == rowkey.Hash && namesFunction(s.Codec.Spec()) {
				found++
				t.Logf("%s: %s", c.Table.Name, k.Layout)
			}
		}
		varying := 0
		for _, s := range k.Segments {
			varying += int(one(s.Distinct > 1))
		}
		sure += int(one(k.Confidence >= 0.95 && varying > 2))
	}
	return found, sure
}

// namesFunction reports whether a codec says of which function its values are the digest.
func namesFunction(spec string) bool {
	return slices.ContainsFunc([]string{"md5", "sha1", "sha256", "sha512", "crc32", "murmur3", "fnv", "adler32",
		"java"}, func(f string) bool { return strings.Contains(spec, f) })
}

// poissonUpper returns the upper 95% confidence bound of a mean of which k were seen, by the Wilson-Hilferty
// approximation of the chi-squared quantile.
func poissonUpper(k int) float64 {
	d := float64(k + 1)
	return d * math.Pow(1-1/(9*d)+1.645/(3*math.Sqrt(d)), 3)
}

// BenchmarkConfidence measures what the confidence adds to an inference of 800 keys.
func BenchmarkConfidence(b *testing.B) {
	g := kg.Load("heldout")
	c := Run([]*kg.Table{g.NewTable(g.Productions[4], 7, 800)}, infer.Options{})[0]
	s := c.Table.Sample()
	for b.Loop() {
		confidence.Judge(infer.ConfidenceInput(s, c.Result))
	}
}
