package retention

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

func TestLines(t *testing.T) {
	full := Target{Project: "prod-eu", Instance: "metrics", Table: "METRIC", Family: "m"}
	for _, tt := range []struct {
		to   Target
		rule sample.GCRule
		want []string // cbt, gcloud
	}{
		{full, versions(2), []string{
			"cbt -project prod-eu -instance metrics setgcpolicy METRIC m maxversions=2",
			"gcloud bigtable tables create METRIC --instance=metrics --project=prod-eu --column-families=m:maxversions=2"}},
		{full, anyOf(versions(2), maxAge(30*day)), []string{
			"cbt -project prod-eu -instance metrics setgcpolicy METRIC m 'maxversions=2 || maxage=30d'",
			"gcloud bigtable tables create METRIC --instance=metrics --project=prod-eu --column-families='m:maxversions=2||maxage=30d'"}},
		{Target{Table: "t", Family: "f.x"}, allOf(versions(2), anyOf(maxAge(day), anyOf())), []string{
			"cbt setgcpolicy t f.x 'maxversions=2 && maxage=1d'",
			"gcloud bigtable tables create t --column-families='f.x:maxversions=2&&maxage=1d'"}},
		{Target{Table: "t", Family: "f"}, sample.GCRule{}, []string{
			"cbt setgcpolicy t f never",
			"gcloud bigtable tables create t --column-families=f"}},
		{Target{Table: "it's; rm", Family: "$f"}, versions(1), []string{
			`cbt setgcpolicy 'it'\''s; rm' '$f' maxversions=1`,
			`gcloud bigtable tables create 'it'\''s; rm' --column-families='$f:maxversions=1'`}},
		{Target{Table: "t", Family: "f"}, anyOf(versions(1), maxAge(day), maxAge(2*day)), []string{
			"cbt setgcpolicy t f 'maxversions=1 || maxage=1d || maxage=2d'", ""}},
		{Target{Table: "t", Family: "f"}, maxAge(1500 * time.Microsecond), []string{
			"", "gcloud bigtable tables create t --column-families=f:maxage=1500us"}},
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
	to := Target{Instance: "i", Table: "t${x}", Family: "2.f"}
	got := ToolCommands(to, anyOf(maxAge(30*day), allOf(maxAge(90*time.Second), versions(2))))[2]
	want := `resource "google_bigtable_gc_policy" "_2_f" {
  instance_name = "i"
  table         = "t$${x}"
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
		{maxAge(time.Microsecond), "under 1ms"},
		{versions(0), "under 1"},
		{big, "at most 500"},
	} {
		got := Warnings(tt.rule)
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) != 1 || !strings.Contains(got[0], tt.want)) {
			t.Errorf("Warnings(%.60s) = %q, want …%s…", tt.rule, got, tt.want)
		}
	}
}
