package rowkey

// SortedDate returns the spec of a codec for times of a unit whose bytes sort as the times do: a date from the year on
// without separators, milliseconds for finer units.
func SortedDate(unit Unit) string {
	forms := map[Unit]string{Year: "2006", Month: "200601", Day: "20060102", Hour: "2006010215",
		Minute: "200601021504", Second: "20060102150405"}
	if form, ok := forms[unit]; ok {
		return "date(" + form + ")"
	}
	return "ms"
}
