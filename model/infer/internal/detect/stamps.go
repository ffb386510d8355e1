package detect

import (
	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// stamps returns the times that ids of a codec hold, in milliseconds since 1970 where the codec has them, else in
// seconds. Values that are no such ids are left out. spell, if any, spells a value as the codec does.
func stamps(s *column.Summary, spec string, spell func([]byte) []byte) column.Numbers {
	codec, err := rowkey.ParseCodec(spec)
	if err != nil {
		return column.Numbers{}
	}
	return s.Numbers(func(data []byte) (uint64, bool) {
		if len(data) != codec.Width() {
			return 0, false
		}
		if spell != nil {
			data = spell(data)
		}
		id, err := codec.Decode(data)
		if err != nil {
			return 0, false
		}
		at, ok := rowkey.IDTime(codec, id)
		if codec.Type() == rowkey.ULID {
			return uint64(at.UnixMilli()), ok
		}
		return uint64(at.Unix()), ok
	})
}

// inSeconds reports whether times in seconds agree with those of the cells.
func (e *Reader) inSeconds(made column.Numbers) bool {
	t, ok := FindTime(e.Keys, made.Row, made.Val, field{})
	return ok && t.unit == rowkey.Second && !t.reversed() && t.Known
}
