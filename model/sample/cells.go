package sample

// CellColumn returns the column of cell j.
func (s *Sample) CellColumn(j int) ColumnID { return s.columnOf[j] }

// Times returns the timestamps of the cells [from, to) in microseconds since 1970. They must not be written to.
func (s *Sample) Times(from, to int) []int64 { return s.micros[from:to] }

// Sizes returns the lengths of the whole values of the cells [from, to) in bytes. They must not be written to.
func (s *Sample) Sizes(from, to int) []uint32 { return s.size[from:to] }

// Versions returns the end of the run of cells that begins at cell j and has its column, in the row that ends at cell
// end. These cells are the versions of one column, newest first.
func (s *Sample) Versions(j, end int) int {
	c := s.columnOf[j]
	for j++; j < end && s.columnOf[j] == c; j++ {
	}
	return j
}
