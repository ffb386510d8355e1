package wide

import (
	kg "tabletop/internal/keygrammar"
)

// simple are the designs of two or three fields that most tables have.
func simple() []kg.Production {
	event := maybe(newUUID, sortable, random, number)
	return []kg.Production{
		kg.Flat("machine then time", "# # : | / _", machine, when),
		kg.Flat("device then time", "# # : | / _ -", device, instant),
		kg.Flat("device then latest", "# : | /", device, latest),
		kg.Flat("person then time", "# : /", user, instant),
		kg.Flat("person then latest", "# : | _", user, latest),
		kg.Flat("person then id", "# : / |", user, event),
		kg.Flat("two people", ": # | / _", maybe(decimal(1, 90000), nickname, uuid("text")), maybe(decimal(1, 90000), nickname, uuid("upper"))),
		kg.Flat("tenant then id", "# : / | .", tenant, event),
		kg.Flat("tenant then person", "# / : @", tenant, user),
		kg.Flat("tenant, kind, and id", "# / : |", tenant, words("kind", records), event),
		kg.Flat("day then id", "# / : _ |", day, event),
		kg.Flat("hour then id", "# / |", hour, event),
		kg.Flat("day then machine", "# / | _", day, machine),
		kg.Flat("time then id", "# - | _", instant, event),
		kg.Flat("time then machine", "# | / ~", instant, machine),
		kg.Flat("kind then id", ": # / _ |", words("kind", records), event),
		kg.Flat("kind then number", ": # - _", words("kind", records), maybe(counting(8), decimal(1, 900000), number)),
		kg.Flat("nation then code", "# - : /", words("nation", nations), code("code", "9<5>", "@@@99", "@99", "R+")),
		kg.Flat("town, day, and number", "# | _ /", words("town", towns), day, few(90)),
		kg.Flat("article then day", "# : | /", code("article", "ART!<5>", "@@@-9999", "9<8>", "SKU.9<5>"), day),
		kg.Flat("article then person", "# : | /", code("article", "P-99999", "^<9>", "9<6>"), user),
		kg.Flat("mail then time", "# | /", mail, when),
		kg.Flat("address then day", "# | _", ip, day),
		kg.Flat("site then time", "# | /", maybe(site, etis), when),
		kg.Flat("cell then id", "# : /", cell, event),
		kg.Flat("cell, hour, and code", "# : |", cell, hour, code("unit", "U-9999", "bike!<4>", "*<6>")),
		kg.Flat("session then number", "# : . /", random, few(400)),
		kg.Flat("order then line", "# - / :", code("order", "OR9<7>", "2(0|1|2|3)-9<5>", "9<9>", "W!<7>"), few(40)),
		kg.Flat("version of a thing", "@ # : /", slug(3), code("version", "v9.9", "9.99.9", "r+", "v+")),
		kg.Flat("state, day, and id", "# | :", words("state", states), day, event),
		kg.Packed("number then text", be(8, 1<<26), maybe(nickname, slug(2), words("word", columns))),
		kg.Packed("kind in two bytes", be(2, 60), be(8, 1<<30)),
		plan("name, then bytes", "", 1, vars{"n": maybe(nickname, mail, slug(2)), "b": maybe(be(8, 1<<26), anyTick, rawUUID)}, "{n}\x00{b} || {n}\xff{b} || {n}:{b}"),
		kg.Packed("id then time in bytes", raw(16, 800), anyTick),
		kg.Packed("uuid then number in bytes", rawUUID, counter(4, 1<<20)),
		kg.Packed("owner then item in bytes", be(8, 1<<34), rawULID),
		kg.Packed("number, day, and number in bytes", be(4, 60000), dayBytes, be(4, 9000)),
	}
}
