package everyday

import (
	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// simple are layouts of one to three fields.
func simple() []kg.Production {
	return []kg.Production{
		kg.Flat("id alone", "#", ids),
		kg.Flat("mail alone", "#", func(w *kg.World, _ string) kg.Field { return mails(w, "account") }),
		kg.Flat("order alone", "#", orders),
		kg.Flat("domain alone", "#", domains),
		kg.Flat("file alone", "#", files),
		kg.Flat("digest alone", "#", func(w *kg.World, _ string) kg.Field {
			return kg.RandomID("content", "digest in hexadecimal", lowerHex, kg.Among(w, 32, 40, 64), 1<<20, kg.Evenly)
		}),
		kg.Flat("host and time", "# # : | _ /", hosts, times),
		kg.Flat("device and time", "# # : | _ /", devices, times),
		kg.Flat("user and time", "# # : | /", users, newest),
		kg.Flat("user and id", "# : / | _", users, ids),
		kg.Flat("date and id", "# : / | _", dates, ids),
		kg.Flat("tenant and id", "# : / |", tenants, ids),
		kg.Flat("address and time", "# | _ /", addresses, instants),
		kg.Flat("town and date", "# : | _ -", choice("town", towns()), dates, few("station", 40)),
		kg.Flat("area and time", "# : | /", areas, times),
		kg.Flat("country and number", "# : - /", choice("country", countries()), orders),
		kg.Flat("host, metric, time", "# : | /", hosts, choice("metric", metrics()), times),
		{Name: "word and id", Make: wordAndID},
		{Name: "thing of entity", Make: thingOfEntity},
		{Name: "dashes", Make: dashes},
		kg.Packed("number alone", counters("row")),
		kg.Packed("raw id", rawIDs("id")),
		kg.Packed("two numbers", numbers("owner"), counters("item")),
		kg.Packed("number and time", numbers("device"), anyTicks),
		kg.Packed("raw id and time", rawIDs("user"), anyTicks),
		{Name: "name and number", Make: func(w *kg.World) []kg.Kind { return kg.One(kg.Key(w, "\x00", users, numbers("post"))) }},
		{Name: "name and time", Make: func(w *kg.World) []kg.Kind {
			return kg.One(kg.Key(w, w.One("\x00", "#", "|"), hosts(w, "#|"), anyTicks))
		}},
	}
}

// wordAndID is the name of a type and an id: user:1234.
func wordAndID(w *kg.World) []kg.Kind {
	sep, things := w.One(":", ":", "#", "/", "_"), w.Perm(len(entities()))
	entity := func(i int) []kg.Part { return kg.Key(w, sep, entities()[things[i]], ids) }
	return kg.Some(w, 1, entity(0), entity(1), entity(2))
}

// thingOfEntity is the id of an entity and the name of one of its things: user:1234:settings.
func thingOfEntity(w *kg.World) []kg.Kind {
	sep := w.One(":", ":", "#", "/", "|")
	return kg.One(kg.Key(w, sep, w.One(entities()...), users, choice("thing", words("profile settings avatar cart wallet badges friends history"))))
}

// dashes is a name with a dash, and a dash before the time.
func dashes(w *kg.World) []kg.Kind {
	sep := w.One("-", "_")
	name := kg.Numbered(w, "machine", "word, "+sep+", and NN", sep, func(w *kg.World) string {
		return w.One("web", "db", "node", "edge", "pump") + sep + w.Letters(2, digits)
	})
	at := kg.Among(w, kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Calendar(rowkey.Second, "20060102150405"), kg.Calendar(rowkey.Day, "20060102"))
	return kg.One(kg.Key(w, sep, name, at))
}
