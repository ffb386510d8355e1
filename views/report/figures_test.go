package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tabletop/model/sample"
	"tabletop/views/report/doc"
)

// jsonReports returns every report about a table, with its name in doc.Reports, as JSON.
func jsonReports(t *testing.T, how sample.Provenance) map[string]string {
	t.Helper()
	in := meters(t, how)
	gcIn, review := gcReview(t, how.Complete, tried(t, "m", "maxversions=1"))
	write := func(f func(b *bytes.Buffer) error) string { return printed(t, f) }
	return map[string]string{
		"stats":  write(func(b *bytes.Buffer) error { return Stats(b, in, JSON) }),
		"schema": write(func(b *bytes.Buffer) error { return Schema(b, in, JSON) }),
		"gc":     write(func(b *bytes.Buffer) error { return GC(b, gcIn, GCInput{Review: review}, JSON) }),
		"heat": write(func(b *bytes.Buffer) error {
			return Heat(b, in, HeatInput{Map: heatMapOf(t, in), KeyAt: in.Sample.Key}, JSON)
		}),
		"simulate": write(func(b *bytes.Buffer) error {
			return Simulate(b, in, trialsOf(t, in, "{reverse(at)}#{device}", "{device}"), JSON)
		}),
		"advise": write(func(b *bytes.Buffer) error {
			return Advice(b, in, advised(t, in, "queries: [{name: one, where: {device: equal}}]"), JSON)
		}),
		"audit": write(func(b *bytes.Buffer) error { return Audit(b, in, audited(t, in), JSON) }),
		"diff":  write(func(b *bytes.Buffer) error { return Diff(b, differs(t, in, meters(t, how)), 80, JSON) }),
	}
}

// eachObject calls f with every object within a JSON value.
func eachObject(v any, f func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		f(v)
		for _, x := range v {
			eachObject(x, f)
		}
	case []any:
		for _, x := range v {
			eachObject(x, f)
		}
	}
}

// intervalsOf returns the names of the lower end, the upper end, and the value of each interval that an object has an
// end of.
func intervalsOf(object map[string]any) (out [][3]string) {
	for name := range object {
		switch base, low := strings.CutSuffix(name, "_low"); {
		case low:
			out = append(out, [3]string{name, base + "_high", base})
		case strings.HasSuffix(name, "_high"):
			base := strings.TrimSuffix(name, "_high")
			out = append(out, [3]string{base + "_low", name, base})
		case name == "low" || name == "high":
			out = append(out, [3]string{"low", "high", "value"})
		}
	}
	return out
}

// TestFiguresOfAllReports verifies that every JSON report is valid by the schema that ships, that each interval in it
// has two different ends around its figure, that samples have intervals, and that figures of all rows and of the first
// rows have none.
func TestFiguresOfAllReports(t *testing.T) {
	for scope, how := range map[string]sample.Provenance{"sample": quick(), "all": everything(),
		"head": {Strategy: sample.Head}} {
		for name, text := range jsonReports(t, how) {
			schema, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "schema",
				name+".schema.json"))
			if err != nil {
				t.Fatal(err)
			}
			object, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
			if err != nil {
				t.Fatal(name, err)
			}
			if err := schema.Validate(object); err != nil {
				t.Errorf("%s of %s: %v", name, scope, err)
			}
			intervals := 0
			eachObject(object, func(o map[string]any) {
				for _, x := range intervalsOf(o) {
					low, hasLow := number(o, x[0])
					high, hasHigh := number(o, x[1])
					v, _ := number(o, x[2])
					if !hasLow || !hasHigh || o[x[2]] == nil || o[x[0]] != nil && o[x[1]] != nil && !(low < high) ||
						o[x[0]] != nil && low > v || o[x[1]] != nil && high < v {
						t.Errorf("%s of %s: %s is %v, from %v to %v", name, scope, x[2], o[x[2]], o[x[0]], o[x[1]])
					}
					intervals++
				}
			})
			if name == "gc" && scope == "head" {
				continue // its table is either whole or a sample
			}
			if (intervals > 0) != (scope == "sample") {
				t.Errorf("%s of %s has %d ends of intervals", name, scope, intervals)
			}
		}
	}
}

// number returns a member; present is false if the object has none of the name.
func number(o map[string]any, name string) (v float64, present bool) {
	x, present := o[name]
	if n, ok := x.(interface{ Float64() (float64, error) }); ok {
		v, _ = n.Float64()
	}
	return v, present
}

// TestSchemasHaveBothEnds verifies that every report in the schemas has both ends of an interval or none, and that no
// end is required: a figure without them is exact, or of the rows read only.
func TestSchemasHaveBothEnds(t *testing.T) {
	for _, r := range doc.Reports() {
		data, err := os.ReadFile(filepath.Join("..", "..", "docs", "schema", r.Name+".schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		eachObject(schema, func(o map[string]any) {
			properties, _ := o["properties"].(map[string]any)
			required, _ := o["required"].([]any)
			for _, x := range intervalsOf(properties) {
				for _, name := range x {
					if properties[name] == nil {
						t.Errorf("%s: %v has no %s", r.Name, x, name)
					}
				}
				for _, name := range required {
					if name == x[0] || name == x[1] {
						t.Errorf("%s: %v is required", r.Name, name)
					}
				}
			}
		})
	}
}
