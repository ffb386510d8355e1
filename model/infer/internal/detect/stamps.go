package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// stamps returns the times that ids of a codec hold, in milliseconds since 1970 where the codec has them, else in
// seconds. Values that are no such ids are left out. spell, if any, spells a value as the codec does.
func stamps(s *column.Summary, spec string, spell func([]byte) []byte) column.Numbers {
	made := column.Numbers{}
	codec, err := rowkey.ParseCodec(spec)
	if err != nil {
		return made
	}
	for i, data := range s.Val {
		if len(data) != codec.Width() {
			continue
		}
		if spell != nil {
			data = spell(data)
		}
		id, err := codec.Decode(data)
		if err != nil {
			continue
		}
		if at, ok := rowkey.IDTime(codec, id); ok {
			made.Row, made.Val = append(made.Row, s.Row[i]), append(made.Val, uint64(at.Unix()))
			if codec.Type() == rowkey.ULID {
				made.Val[len(made.Val)-1] = uint64(at.UnixMilli())
			}
		}
	}
	return made
}

// inSeconds reports whether times in seconds agree with those of the cells.
func (e *Reader) inSeconds(made column.Numbers) bool {
	t, ok := FindTime(e.Keys, made.Row, made.Val, field{})
	return ok && t.unit == rowkey.Second && !t.reversed() && t.Known
}
