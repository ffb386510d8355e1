package report

import (
	"context"

	"tabletop/model/qualifier"
)

// patterns writes the columns whose qualifiers are data, folded by their pattern; the columns themselves are listed too.
func (j *jsonWriter) patterns(in Input) {
	folds, err := qualifier.Folds(context.Background(), in.Sample)
	if err != nil {
		return // only a cancelled context is an error
	}
	j.open("qualifier_patterns", '[')
	for _, f := range folds {
		j.open("", '{')
		j.text("family", f.Family)
		if f.Layout != nil {
			j.template("template", f.Layout.String())
		}
		j.bytes("example", []byte(f.First))
		j.integer("columns", int64(len(f.Columns)))
		j.integer("most_in_a_row", int64(f.Most))
		j.integer("rows_present", f.Rows)
		j.integer("cells", f.Cells)
		j.integer("bytes", f.Bytes)
		j.close('}')
	}
	j.close(']')
}
