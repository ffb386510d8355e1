package everyday

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// telemetry are readings of machines: monitoring, logs, energy, weather.
func telemetry() []kg.Production {
	return []kg.Production{
		kg.Flat("fleet", "# # : | /", tenants, devices, choice("quantity", quantities()), times),
		kg.Flat("rollups", "# : | /", few("customer", 500), choice("resolution", words("1m 5m 15m 1h 1d")), choice("metric", metrics()), hours),
		kg.Flat("logs", "# | /", choice("service", services()), choice("level", words("DEBUG INFO WARN ERROR FATAL")), instants, sequences),
		kg.Flat("weather", "# : _ /", stations, choice("element", quantities()), hours),
		{Name: "salted devices", Make: saltedDevices},
		{Name: "hashed hosts", Make: hashedHosts},
		{Name: "meters", Make: meters},
		{Name: "alerts", Make: alerts},
		{Name: "traces and spans", Make: traces},
		{Name: "registry", Make: registry},
		{Name: "series by number", Make: seriesByNumber},
		kg.Packed("series by hash", func(w *kg.World, _ string) kg.Field { return kg.RandomBytes("series", 8, 20+kg.Amount(w), kg.ByEntity) }, ticks),
		kg.Packed("radio devices", radios, anyTicks, small("port", 1, 12)),
		kg.Packed("salted readings", func(w *kg.World, _ string) kg.Field {
			return kg.Binary("shard", 1, 16, false, kg.Evenly).Accepting(rowkey.Salt, rowkey.Bytes, rowkey.Enum)
		}, numbers("device"), small("channel", 2, 40), newestTicks),
		kg.Packed("log of a partition", small("topic", 2, 30), small("partition", 4, 64), counters("offset")),
	}
}

func stations(w *kg.World, not string) kg.Field {
	return kg.Free(w, not, kg.Named(w, "station", "airport", "", func(w *kg.World) string { return w.One("ED", "LF", "EG", "KJ", "KS") + w.Letters(2, capitals) }),
		kg.Padded("station", 5, 9000, kg.ByEntity), kg.Numbered(w, "station", "station-NNN", "-", func(w *kg.World) string { return "station-" + w.Letters(3, digits) }))
}

// radios are 8 bytes of which the first belong to the maker.
func radios(w *kg.World, _ string) kg.Field {
	maker := "\x70\xb3\xd5" + w.Bytes(2) // a constant of its own for some readers
	return kg.Typed("radio", "address of a radio", anyByte, 50+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}, Soft: maker[4:], Headed: true},
		func(w *kg.World) string { return maker + w.Bytes(3) })
}

func saltedDevices(w *kg.World) []kg.Kind {
	sep := w.One("#", "#", ":", "-", "_", "|")
	return kg.One(kg.Key(w, sep, salts(w, "device"), devices(w, sep), times))
}

func hashedHosts(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "_", "|")
	return kg.One(kg.Key(w, sep, digests(w, "host"), hosts(w, sep), choice("metric", metrics()), times))
}

// meters are energy meters with a register of theirs.
func meters(w *kg.World) []kg.Kind {
	sep := w.One("#", "|", "/")
	meter := kg.Among(w, kg.DigitsOf(w, "meter", "meter of ten digits", kg.Spread(w), func(w *kg.World) string { return "10" + w.Letters(8, digits) }),
		kg.Numbered(w, "meter", "meter with its maker", "", func(w *kg.World) string { return w.One("EMH", "LGZ", "ITR") + w.Letters(8, digits) }))
	register := kg.Choice("register", "register of a meter", words("1.8.0 1.8.1 1.8.2 2.8.0 16.7.0"), 3, kg.Evenly)
	if w.IntN(2) == 0 {
		return kg.One(kg.Key(w, sep, meter, hours))
	}
	return kg.One(kg.Key(w, sep, meter, register, hours))
}

func alerts(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "|")
	service, at := choice("service", services())(w, sep), newest(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, "alert", service, choice("severity", words("critical major minor warning info")), at), kg.Key(w, sep, "ack", ids),
		kg.Key(w, sep, "silence", service, at, users))
}

// traces are spans of a trace, and the traces of a service by time.
func traces(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/")
	trace := kg.RandomID("trace", "trace in hexadecimal", lowerHex, 32, 3000, kg.Evenly)
	span := kg.RandomID("span", "span in hexadecimal", lowerHex, 16, 1<<20, kg.Evenly)
	return kg.Some(w, 2, kg.Key(w, sep, w.One("trace", "t", "span"), trace, span), kg.Key(w, sep, "service", choice("service", services()), newest, trace))
}

// registry are devices, their models, and what they run.
func registry(w *kg.World) []kg.Kind {
	sep := w.One("/", ":", "#")
	device := devices(w, sep+"-_")
	version := kg.Named(w, "version", "version of firmware", ".", func(w *kg.World) string { return fmt.Sprintf("%d.%d.%d", 1+w.IntN(3), w.IntN(12), w.IntN(30)) })
	return kg.Some(w, 2, kg.Key(w, sep, "device", device), kg.Key(w, sep, "device", device, "firmware", version), kg.Key(w, sep, "model", choice("model", wares()), device))
}

// seriesByNumber is the number of a metric, the start of an hour, and numbers of tags and their values.
func seriesByNumber(w *kg.World) []kg.Kind {
	number := func(name string, most int) kg.Field { return kg.Binary(name, 3, most, false, kg.ByEntity) }
	hour := kg.EpochBinary(rowkey.Second, 4, 0)
	items := []any{number("metric number", 200), hour, number("tag name", 12), number("tag value", 4000)}
	if w.IntN(2) == 0 {
		items = append(items, number("second tag name", 12), number("second tag value", 300))
	}
	return kg.One(kg.Key(w, "", items...))
}
