package sample

// OtherUnit returns the unit in which a timestamp would be a time between 2000 and 2100, if that is not microseconds:
// "seconds", "milliseconds" or "nanoseconds"; "" if there is none.
func OtherUnit(timestamp int64) string {
	const from, to = 946_684_800, 4_102_444_800 // seconds
	for _, unit := range []struct {
		name      string
		perSecond int64
	}{{"seconds", 1}, {"milliseconds", 1e3}, {"nanoseconds", 1e9}} {
		if s := timestamp / unit.perSecond; s >= from && s < to {
			return unit.name
		}
	}
	return ""
}
