package lab

import (
	"slices"

	"tabletop/model/rowkey"
	"tabletop/model/simulate"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// typedMistake is the syntax error of the layout that is typed; nil where there is none.
func (s *Screen) typedMistake() *rowkey.SyntaxError {
	if wrong := s.slots[s.at].wrong; wrong != nil {
		return s.input.Mistake(wrong)
	}
	return nil
}

// fit is how the layout that is typed fits the rows read: all of them, or what fails first; nil while it is tried.
func (s *Screen) fit() *widget.TypedFit {
	slot := s.slots[s.at]
	switch {
	case slot.wrong != nil:
		return nil
	case slot.err != nil:
		return &widget.TypedFit{Words: text.Safe(slot.err.Error())}
	case s.stale(slot):
		return nil
	}
	result, all := slot.answer.result, int64(s.bench.of.Sample.Rows())
	if at := failsFirst(result.Findings); at >= 0 {
		finding := &result.Findings[at]
		return &widget.TypedFit{Words: text.EscapeString(finding.Text), Example: finding.Example}
	}
	met := result.Met()
	if met.MergedRows > 0 {
		out := &widget.TypedFit{Words: collisions(slot.answer)}
		if len(met.Examples) > 0 {
			out.Example = met.Examples[0]
		}
		return out
	}
	words := "fits all " + text.Count(all, "row") + " read"
	if others := othersOf(result.Findings); others > 0 {
		words = "fits " + text.Integer(all-others) + " of " + text.Count(all, "row") + " read"
	}
	if met.Impossible != "" || result.Candidate == nil {
		return &widget.TypedFit{Good: true, Words: words + ", keys cannot collide"}
	}
	return &widget.TypedFit{Good: true, Words: words + ", no collisions seen"}
}

// othersOf counts the rows of kinds that a layout is not for.
func othersOf(all []simulate.Finding) (rows int64) {
	for i := range all {
		if all[i].Kind == simulate.NotMeant {
			rows += all[i].Count
		}
	}
	return rows
}

// failsFirst is the finding that a layout fails by: one that loses data, else one of rows that it has no key for;
// negative where there is none.
func failsFirst(all []simulate.Finding) int {
	if at := slices.IndexFunc(all, func(f simulate.Finding) bool { return f.Grave }); at >= 0 {
		return at
	}
	return slices.IndexFunc(all, func(f simulate.Finding) bool {
		return f.Kind == simulate.AbsentPart || f.Kind == simulate.UnfitValue || f.Kind == simulate.EmptiedRow
	})
}
