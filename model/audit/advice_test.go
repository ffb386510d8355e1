package audit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/model/sample"
)

// TestAuditAgreesWithAdvice verifies over tables of many shapes that an audit warns of events as versions, and proposes
// rows for them, only where the advisor recommends that too, and that what the advisor recommends is at least a note of
// the audit.
func TestAuditAgreesWithAdvice(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	warned, kept := 0, 0
	for _, versions := range []int{3, 12, 19, 22, 40, 417} {
		for _, value := range []int{4, 200} {
			for _, long := range []bool{false, true} {
				var rows []row
				for i := range 36 {
					key := fmt.Sprintf("m%02d#%s", i/3, []string{"cpu", "disk", "mem"}[i%3])
					if long {
						key = "a-machine-with-a-long-name-" + strings.Repeat("x", 60) + key
					}
					r := row{key: key}
					for v := range versions {
						r.cells = append(r.cells,
							cell{"f", "v", now.Add(-time.Duration(v)*time.Minute - time.Duration(i)*time.Second),
								strings.Repeat(fmt.Sprint(rng.IntN(10)), value)})
					}
					rows = append(rows, r)
				}
				in, report := judged(t, table(rows, sample.Family{Name: "f"}), audit.Options{}, "{id}#{kind}")
				w := advise.DefaultWorkload(in.Layouts, 0)
				a, err := advise.Search(context.Background(), access.NewIndex(in.Table), w, advise.Options{})
				if err != nil {
					t.Fatal(err)
				}
				what := fmt.Sprintf("%d versions of %d bytes, long keys %v", versions, value, long)
				i := slices.IndexFunc(report.Findings,
					func(f audit.Finding) bool { return f.Rule == "events-as-versions" || f.Rule == "row-overwritten" })
				warns := i >= 0 && report.Findings[i].Severity != audit.Note
				rowsFirst := strings.Contains(a.Options[0].Template, "celltime()")
				switch {
				case warns && a.KeepCurrent:
					t.Errorf("%s: the audit warns, and the advisor keeps the layout: %s", what, a.Verdict)
				case i >= 0 && report.Findings[i].Proposal != nil && a.KeepCurrent:
					t.Errorf("%s: the audit proposes %s, and the advisor keeps the layout", what,
						report.Findings[i].Proposal.Candidate)
				case rowsFirst && !a.TooClose && i < 0:
					t.Errorf("%s: the advisor recommends %s, and the audit finds nothing", what, a.Options[0].Template)
				}
				if warns {
					warned++
				}
				if a.KeepCurrent {
					kept++
				}
			}
		}
	}
	if warned == 0 || kept == 0 {
		t.Errorf("the audit warned of %d tables, and the advisor kept %d", warned, kept)
	}
}
