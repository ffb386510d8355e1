package retention

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

func part(table, family string) Target {
	return Target{Project: "p", Instance: "i", Table: table, Family: family}
}

// TestLines verifies the cbt and gcloud commands: project and instance are always named, what a tool cannot read is no
// command but a note.
func TestLines(t *testing.T) {
	full := Target{Project: "prod-eu", Instance: "metrics", Table: "METRIC", Family: "m"}
	for _, tt := range []struct {
		to   Target
		rule sample.GCRule
		want []string // cbt, gcloud
	}{
		{full, versions(2), []string{
			"cbt -project prod-eu -instance metrics setgcpolicy METRIC m maxversions=2",
			"gcloud bigtable tables create METRIC_new --instance=metrics --project=prod-eu " +
				"--column-families=m:maxversions=2"}},
		{full, anyOf(versions(2), maxAge(30*day)), []string{
			"cbt -project prod-eu -instance metrics setgcpolicy METRIC m 'maxversions=2 || maxage=30d'",
			"gcloud bigtable tables create METRIC_new --instance=metrics --project=prod-eu " +
				"'--column-families=m:maxversions=2||maxage=30d'"}},
		{part("t", "f.x"), allOf(versions(2), anyOf(maxAge(day), anyOf())), []string{
			"cbt -project p -instance i setgcpolicy t f.x 'maxversions=2 && maxage=1d'",
			"gcloud bigtable tables create t_new --instance=i --project=p " +
				"'--column-families=f.x:maxversions=2&&maxage=1d'"}},
		{part("t", "f"), sample.GCRule{}, []string{
			"cbt -project p -instance i setgcpolicy t f never",
			"gcloud bigtable tables create t_new --instance=i --project=p --column-families=f"}},
		{Target{Family: "f"}, versions(1), []string{
			"cbt -project PROJECT -instance INSTANCE setgcpolicy TABLE f maxversions=1",
			"gcloud bigtable tables create TABLE_new --instance=INSTANCE --project=PROJECT " +
				"--column-families=f:maxversions=1"}},
		{part("it's; rm", "\x1b[31mF"), versions(1), []string{
			`cbt -project p -instance i setgcpolicy 'it'\''s; rm' "$(printf '\033[31mF')" maxversions=1`, ""}},
		{part("t", "f\n"), versions(1), []string{"", ""}},
		{part(strings.Repeat("t", 50), "f"), versions(1), []string{
			"cbt -project p -instance i setgcpolicy " + strings.Repeat("t", 50) + " f maxversions=1",
			"gcloud bigtable tables create " + strings.Repeat("t", 46) +
				"_new --instance=i --project=p --column-families=f:maxversions=1"}},
		{part("t", "f"), anyOf(versions(1), maxAge(day), maxAge(2*day)), []string{
			"cbt -project p -instance i setgcpolicy t f 'maxversions=1 || maxage=1d || maxage=2d'", ""}},
		{part("t", "f"), maxAge(1500 * time.Microsecond), []string{
			"", "gcloud bigtable tables create t_new --instance=i --project=p --column-families=f:maxage=1500us"}},
		// 2^32 of a unit and more: cbt reads the number into 32 bits.
		{part("t", "f"), maxAge(34559999999 * time.Millisecond), []string{
			"", "gcloud bigtable tables create t_new --instance=i --project=p " +
				"--column-families=f:maxage=34559999999ms"}},
		{part("t", "f"), maxAge(math.MaxUint32 * time.Millisecond), []string{
			"cbt -project p -instance i setgcpolicy t f maxage=4294967295ms",
			"gcloud bigtable tables create t_new --instance=i --project=p --column-families=f:maxage=4294967295ms"}},
		{part("t", "f"), versions(1 << 16), []string{
			"", "gcloud bigtable tables create t_new --instance=i --project=p --column-families=f:maxversions=65536"}},
		{part("t", "f"), versions(0), []string{"", ""}},
	} {
		got := ToolCommands(tt.to, tt.rule)
		for i, want := range tt.want {
			if got[i].Text != want {
				t.Errorf("%s of %v:\n got %s\nwant %s", got[i].Tool, tt.rule, got[i].Text, want)
			}
			if got[i].Text == "" && got[i].Note == "" {
				t.Errorf("%s of %v has neither a line nor a reason", got[i].Tool, tt.rule)
			}
		}
	}
}

func TestTerraformLine(t *testing.T) {
	to := part("t", "2.f")
	got := ToolCommands(to, anyOf(maxAge(30*day), allOf(maxAge(90*time.Second), versions(2))))[2]
	want := `resource "google_bigtable_gc_policy" "_2_f" {
  project       = "p"
  instance_name = "i"
  table         = "t"
  column_family = "2.f"
  gc_rules      = <<-EOT
    {
      "mode": "union",
      "rules": [
        {
          "max_age": "720h"
        },
        {
          "mode": "intersection",
          "rules": [
            {
              "max_age": "1m30s"
            },
            {
              "max_version": 2
            }
          ]
        }
      ]
    }
  EOT
}`
	if diff := cmp.Diff(want, got.Text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	one := ToolCommands(to, versions(8))[2].Text
	_, one, _ = strings.Cut(one, "EOT\n")
	one, _, _ = strings.Cut(one, "EOT")
	var rules map[string]any
	if err := json.Unmarshal([]byte(one), &rules); err != nil {
		t.Fatalf("gc_rules of one rule: %v in %s", err, one)
	}
	// The provider refuses a mode beside a single rule.
	if diff := cmp.Diff(map[string]any{"rules": []any{map[string]any{"max_version": 8.0}}}, rules); diff != "" {
		t.Errorf("gc_rules of one rule (-want +got):\n%s", diff)
	}
	if l := ToolCommands(to, sample.GCRule{})[2]; l.Text != "" || l.Note == "" {
		t.Errorf("never as Terraform: %+v", l)
	}
}

func TestPlainKeepsTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	now := time.UnixMicro(1e15)
	for range 5000 {
		rule, times := randomRule(r, 3), randomTimes(r, now)
		plain := Simplify(rule)
		a, b := NewRule(rule, now), NewRule(plain, now)
		if a.Keep(times) != b.Keep(times) {
			t.Fatalf("%v keeps %d, plainly %v keeps %d", rule, a.Keep(times), plain, b.Keep(times))
		}
		if hasEmpty(plain) {
			t.Fatalf("%v is plainly %v, which holds an empty composition", rule, plain)
		}
	}
}

func TestWarnings(t *testing.T) {
	big := anyOf()
	for range 60 {
		big.Children = append(big.Children, allOf(versions(1000), maxAge(1000*day)))
	}
	for _, tt := range []struct {
		rule sample.GCRule
		want string // part of the one warning; empty for none
	}{
		{anyOf(versions(1), maxAge(day)), ""},
		{sample.GCRule{}, ""},
		{anyOf(versions(1), allOf()), "no rules"},
		{maxAge(time.Microsecond), "under 1 ms"},
		{versions(0), "under 1"},
		{big, "at most 500"},
	} {
		got := Warnings(tt.rule)
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)) {
			t.Errorf("Warnings(%.60s) = %q, want …%s…", tt.rule, got, tt.want)
		}
	}
}

// TestIdentifier verifies that names of Terraform resources begin with a letter or an underscore, of ASCII only.
func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{"f": "f", "_f": "_f", "a-b_9": "a-b_9", "9f": "_9f", "-f": "_-f", "": "_",
		"grün": "gr_n", "a.b c": "a_b_c"} {
		if got := identifier(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}
