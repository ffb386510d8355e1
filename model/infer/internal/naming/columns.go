package naming

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"

	"tabletop/model/infer/internal/search"
	"tabletop/model/sample"
)

const (
	comparedRows  = 40 // of a segment, that a column must agree with
	leastCompared = 8
	leastValues   = 3 // distinct ones; a column may have few values by coincidence
)

// FromColumns names the segments that a column repeats after its qualifier: in all rows compared, evenly spread, the
// newest cell of the column holds the value of the segment, as bytes or as a number. keys are what the rows of segments
// refer to.
func FromColumns(s *sample.Sample, keys [][]byte, segments []*search.Piece) {
	taken := map[string]bool{}
	for _, p := range segments {
		taken[p.Name] = p.Name != ""
	}
	for _, p := range segments {
		if p.Name != "" {
			continue
		}
		if name := repeatingColumn(s, keys, p); name != "" && !taken[name] {
			p.Name, taken[name] = name, true
		}
	}
}

// repeatingColumn returns the name of the first column that repeats a segment, empty if there is none.
func repeatingColumn(s *sample.Sample, keys [][]byte, p *search.Piece) string {
	var candidates []sample.ColumnID
	distinct := map[string]bool{}
	compared := 0
	step := max(1, len(p.Col.Val)/comparedRows)
	for i := 0; i < len(p.Col.Val); i += step {
		value := p.Col.Val[i]
		row := s.Find(keys[p.Col.Row[i]])
		if row < 0 || len(value) == 0 {
			continue
		}
		if compared++; compared == 1 {
			candidates = columnsWith(s, row, value)
		}
		candidates = slices.DeleteFunc(candidates, func(id sample.ColumnID) bool {
			at := s.Newest(row, id)
			return at < 0 || !sameValue(s.Cell(at), value)
		})
		if len(candidates) == 0 {
			return ""
		}
		distinct[string(value)] = true
	}
	if compared < leastCompared || len(distinct) < leastValues {
		return ""
	}
	for _, id := range candidates {
		if name := segmentName(s.Column(id).Qualifier); name != "" {
			return name
		}
	}
	return ""
}

// columnsWith returns the columns of a row whose newest cell holds a value.
func columnsWith(s *sample.Sample, row int, value []byte) []sample.ColumnID {
	var out []sample.ColumnID
	for j, to := s.Cells(row); j < to; j++ {
		if id := s.CellColumn(j); !slices.Contains(out, id) && sameValue(s.Cell(j), value) {
			out = append(out, id)
		}
	}
	return out
}

// sameValue reports whether a cell holds the bytes of a segment, or the same number in decimal digits or as 8 bytes.
func sameValue(c sample.Cell, value []byte) bool {
	if len(c.Value) != c.Size || c.Size == 0 {
		return false
	}
	if bytes.Equal(c.Value, value) {
		return true
	}
	bits, err := strconv.ParseUint(string(value), 10, 64)
	if err != nil && len(value) == 8 {
		bits, err = binary.BigEndian.Uint64(value), nil
	}
	if err != nil || bits < 2 {
		return false
	}
	if m, err := strconv.ParseUint(string(c.Value), 10, 64); err == nil {
		return m == bits
	}
	return len(c.Value) == 8 && binary.BigEndian.Uint64(c.Value) == bits
}

// segmentName makes a name of a segment of a qualifier, in the letters that such names have: tenant_id of tenantId. It
// is empty if the qualifier is no word: a letter, a number, or more than a name.
func segmentName(qualifier string) string {
	var name []byte
	for i, char := range []byte(qualifier) {
		switch {
		case char >= 'A' && char <= 'Z':
			if i > 0 && qualifier[i-1] >= 'a' && qualifier[i-1] <= 'z' {
				name = append(name, '_')
			}
			name = append(name, char+'a'-'A')
		case char >= 'a' && char <= 'z' || char >= '0' && char <= '9' || char == '_':
			name = append(name, char)
		case char == '-' || char == '.' || char == ' ':
			name = append(name, '_')
		default:
			return ""
		}
	}
	if len(name) < 2 || len(name) > 24 || name[0] < 'a' || name[0] > 'z' {
		return ""
	}
	return string(name)
}
