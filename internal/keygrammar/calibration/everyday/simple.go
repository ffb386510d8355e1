package everyday

import (
	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// simple are layouts of one to three fields.
func simple() []kg.Production {
	return []kg.Production{
		flat("id alone", "#", ids),
		flat("mail alone", "#", func(w *kg.World, _ string) kg.Field { return mails(w, "account") }),
		flat("order alone", "#", orders),
		flat("domain alone", "#", domains),
		flat("file alone", "#", files),
		flat("digest alone", "#", func(w *kg.World, _ string) kg.Field {
			return kg.RandomID("content", "digest in hexadecimal", lowerHex, one(w, 32, 40, 64), 1<<20, kg.Evenly)
		}),
		flat("host and time", "# # : | _ /", hosts, times),
		flat("device and time", "# # : | _ /", devices, times),
		flat("user and time", "# # : | /", users, newest),
		flat("user and id", "# : / | _", users, ids),
		flat("date and id", "# : / | _", dates, ids),
		flat("tenant and id", "# : / |", tenants, ids),
		flat("address and time", "# | _ /", addresses, instants),
		flat("town and date", "# : | _ -", choice("town", towns()), dates, few("station", 40)),
		flat("area and time", "# : | /", areas, times),
		flat("country and number", "# : - /", choice("country", countries()), orders),
		flat("host, metric, time", "# : | /", hosts, choice("metric", metrics()), times),
		{Name: "word and id", Make: wordAndID},
		{Name: "thing of entity", Make: thingOfEntity},
		{Name: "dashes", Make: dashes},
		packed("number alone", counters("row")),
		packed("raw id", rawIDs("id")),
		packed("two numbers", numbers("owner"), counters("item")),
		packed("number and time", numbers("device"), anyTicks),
		packed("raw id and time", rawIDs("user"), anyTicks),
		{Name: "name and number", Make: func(w *kg.World) []kg.Kind { return kg.One(key(w, "\x00", users, numbers("post"))) }},
		{Name: "name and time", Make: func(w *kg.World) []kg.Kind {
			return kg.One(key(w, w.One("\x00", "#", "|"), hosts(w, "#|"), anyTicks))
		}},
	}
}

// wordAndID is the name of a type and an id: user:1234.
func wordAndID(w *kg.World) []kg.Kind {
	sep, things := w.One(":", ":", "#", "/", "_"), w.Perm(len(entities()))
	entity := func(i int) []kg.Part { return key(w, sep, entities()[things[i]], ids) }
	return some(w, 1, entity(0), entity(1), entity(2))
}

// thingOfEntity is the id of an entity and the name of one of its things: user:1234:settings.
func thingOfEntity(w *kg.World) []kg.Kind {
	sep := w.One(":", ":", "#", "/", "|")
	return kg.One(key(w, sep, w.One(entities()...), users, choice("thing", words("profile settings avatar cart wallet badges friends history"))))
}

// dashes is a name with a dash, and a dash before the time.
func dashes(w *kg.World) []kg.Kind {
	sep := w.One("-", "_")
	name := numbered(w, "machine", "word, "+sep+", and NN", sep, func(w *kg.World) string {
		return w.One("web", "db", "node", "edge", "pump") + sep + w.Letters(2, digits)
	})
	at := one(w, kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Calendar(rowkey.Second, "20060102150405"), kg.Calendar(rowkey.Day, "20060102"))
	return kg.One(key(w, sep, name, at))
}
