package views

import (
	"tabletop/model/analysis"
	"tabletop/model/audit"
)

// Summary is what the first look at a table needs beside its analysis: it takes longer, so it comes later. It is never
// changed.
type Summary struct {
	Of    *analysis.Analysis // that it was made of, maybe an earlier one than Data has
	Input audit.Input        // the retention and the map of writes
	Audit *audit.Report
}
