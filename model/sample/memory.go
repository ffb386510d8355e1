package sample

// RowMemory returns the approximate size of row i in memory in bytes, without its columns in the dictionary.
func (s *Sample) RowMemory(i int) int64 {
	from, to := s.Cells(i)
	n := memoryOfRow + int64(len(s.Key(i))) + int64(to-from)*memoryOfCell
	if to > from {
		n += int64(s.valueEnd[to-1] - start(s.valueEnd, from))
	}
	return n
}

// Memory returns the approximate size of a column in the dictionary in bytes.
func (c Column) Memory() int64 { return memoryOfColumn + int64(len(c.Family)+len(c.Qualifier)) }

// Memory returns the approximate size of the rows and columns in memory in bytes.
func (s *Sample) Memory() int64 {
	a := arrays{rows: uint64(s.Rows()), cells: uint64(s.NumCells()), keyBytes: uint64(len(s.keys)),
		valueBytes: uint64(len(s.values))}
	n := a.memory()
	for _, c := range s.columns {
		n += c.Memory()
	}
	return n
}
