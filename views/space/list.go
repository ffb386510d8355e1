package space

import "tabletop/views"

// List returns the nodes of the level that is shown, in their order.
func (s *Screen) List() *views.List {
	if s.level == nil || s.level.Level == nil || len(s.level.Nodes) == 0 {
		return nil
	}
	level := s.level
	head := []string{by(level), "bytes", "share of bytes", "share of rows", "share of cells", "garbage share",
		"largest row"}
	return &views.List{Name: "space", Head: head, Lines: len(level.Nodes), Line: func(line int) []any {
		node := &level.Nodes[line]
		var bytes, garbage any
		if total := level.tree.total; total.Value > 0 {
			bytes = node.Share.Bytes.Of(total).Value
		} else if !level.tree.cut.Design.HasWeights() {
			bytes = node.Bytes
		}
		if node.Garbage.IsKnown() {
			garbage = node.Garbage.Value
		}
		return []any{label(level, line), bytes, node.Share.Bytes.Value, node.Share.Rows.Value, node.Share.Cells.Value,
			garbage, node.Largest}
	}}
}
