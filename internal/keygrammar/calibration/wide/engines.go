package wide

import (
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// engines are what databases, queues, file systems, and chains of blocks keep in sorted stores, most of it in bytes.
func engines() []kg.Production {
	name := maybe(slug(3), nickname, words("name", nouns))
	return []kg.Production{
		plan("tuples", "", 2, vars{"a": name, "n": above(2), "m": above(1), "u": rawUUID}, "\x02{a}\x00\x16{n} || \x02{a}\x00\x30{u}", "\x15\x02\x16{n} || \x15\x02\x02{a}\x00\x15{m}", "\x15\x03\x30{u}"),
		plan("tuples under a directory", "", 1, vars{"a": name, "b": mail, "n": above(3)}, "\x15\x2a\x02{a}\x00\x02{b}\x00 || \x15\x2a\x02{a}\x00\x17{n} || \xfe\x02{a}\x00\x17{n}"),
		plan("rows and indexes of tables", "", 2, vars{"t": flipped(8, 90), "r": flipped(8, 1<<22), "i": flipped(8, 5), "v": mail}, "t{t}_r{r}", "t{t}_i{i}{r} || t{t}_i{i}\x01{v}\x00{r}"),
		plan("rows of tables behind tags", "", 2, vars{"n": above(2), "v": name, "f": be(1, 4)}, "\xbd\x89\xf7{n}\x88", "\xbd\x8a\x12{v}\x00\x01\xf7{n}\x88 || \xbd\x8a\x12{v}\x00\x01\xf7{n}", "\xbe\x89\xf7{n}\x88"),
		plan("rows behind the number of their index", "", 2, vars{"k": be(4, 1<<22), "u": be(8, 1<<34), "s": be(2, 3000)}, "\x00\x00\x01\x0a{u}", "\x00\x00\x01\x0b{s}{u} || \x00\x00\x01\x0b{k}{u}", "\x00\x00\x01\x0c{k}"),
		{Name: "composites", Make: composites},
		plan("revisions", "", 1, vars{"main": counter(8, 1<<24), "sub": be(8, 40)}, "{main}_{sub}", "{main}_{sub}t"),
		plan("headers and bodies", "", 3, vars{"n": counter(8, 1<<24), "h": raw(32, many)}, "h{n}{h}", "h{n}n", "H{h} || l{h}", "b{n}{h}", "r{n}{h}"),
		{Name: "accounts and slots", Make: accountsAndSlots},
		plan("coins and blocks", "", 2, vars{"tx": raw(32, 3000), "o": be(1, 30), "f": be(4, 4000), "h": raw(32, many)}, "C{tx}{o}", "b{h} || f{f}", "f{f}"),
		plan("groups of keys", "", 1, vars{"g": be(2, 128), "k": sized(4, "k", name), "ns": be(4, 6), "w": tick}, "{g}{k}{ns} || {g}{k}{w} || {g}{k}"),
		plan("windows of streams", "", 1, vars{"k": maybe(slug(2), code("key", "user-+", "K9999", "@@@-99")), "t": anyTick, "n": be(4, 9)}, "{k}{t}{n} || {k}\x00{t}{n} || {k}{t}"),
		plan("edges in bytes", "", 2, vars{"a": be(8, 1<<34), "b": be(8, 1<<34), "l": be(4, 20), "t": tock}, "{a}{l}{b} || {a}{l}{t}{b}", "V{a} || {a}"),
		plan("salted rows with signed numbers", "", 1, vars{"s": saltByte("k"), "k": name, "n": flipped(8, 1<<20), "m": flipped(4, 9000), "t": signedMillis}, "{s}{k}\x00{n} || {s}{k}\x00{t} || {s}{k}\x00{m}{t} || {s}{k}\x00{n}{m}"),
		plan("rows with an organization", "", 1, vars{"o": code("org", "00D^<12>"), "k": code("prefix", "(001|003|006|00Q)"), "id": code("id", "00(1|3|6)%<12>"), "t": tock, "n": flipped(4, 9000)}, "{o}{t}{id} || {o}{id} || {o}{id}{n} || {o}{id}{t}"),
		plan("digests in front of numbers", "", 1, vars{"h": rawFront("u"), "u": be(8, 1<<30), "n": counter(4, 1<<20), "w": be(2, 60)}, "{h}{u}{n} || {h}{u}{w} || {h}{u}{w}{n}"),
		plan("storage of sites", "", 2, vars{"o": origin, "k": words("key", "theme token cart lang last_seen user settings draft"), "db": name}, "_{o}\x00\x01{k}", "META:{o} || M{o}\x00{db}"),
		plan("relations", "# @ :", 1, vars{"ns": "doc folder group video org", "o": maybe(slug(2), code("object", "~<8>", "o+")), "r": "owner editor viewer member parent", "u": code("subject", "u+", "user:+", "group:*<5>#member")}, "{ns}:{o}#{r}@{u} || {u}@{ns}:{o}#{r} || {ns}/{o}#{r}"),
		plan("predicates", "", 2, vars{"p": sized(2, "p", words("p", "name age friend knows likes email created_at")), "u": be(8, 1<<24), "t": sized(2, "t", name)}, "\x00{p}\x00{u}", "\x00{p}\x02{t} || \x00{p}\x08{u}", "\x01{p}"),
		plan("ledgers and entries", "", 2, vars{"l": be(8, 1<<20), "e": be(8, 9000), "n": be(4, 30)}, "{l}{e}", "\xff{l} || \xff{l}{n}"),
		plan("chunks of files", "", 1, vars{"h": raw(32, 400), "i": be(4, 4000), "f": rawUUID, "off": be(8, 1<<30)}, "{h}{i} || {f}{i} || {f}{off} || {f}{i}{h}"),
		plan("versioned trees", "", 2, vars{"h": raw(32, many), "v": counter(8, 1<<20), "to": be(8, 1<<20), "a": raw(20, 900)}, "n{h}", "r{v}", "o{to}{v}{h} || o{v}{to}{a}", "f{a}"),
		plan("records of consensus", ":", 3, vars{"n": decimal(1, 900000), "p": few(12), "h": code("hash", "=<40>", "=<64>")}, "H:{n}", "P:{n}:{p}", "C:{n}", "SC:{n}", "BH:{h}"),
		plan("modules of a chain", "", 2, vars{"a": sized(1, "a", raw(20, 900)), "d": words("denom", "uatom uosmo ujuno stake ibc/27394FB092 factory/pool"), "v": sized(1, "v", raw(32, 60)), "n": be(8, 1<<20)}, "\x02{a}{d}", "\x03{n} || \x21{v}", "\x31{a}{v} || \x32{n}{a}"),
		plan("accounts of a chain", "/ # :", 1, vars{"a": code("address", "0x~<40>", "T%<33>", "bc1q*<38>"), "slot": inHex(16, 1<<28), "tx": serial("transaction", "0x~<64>", "~<64>"), "i": few(200), "n": decimal(1000000, 19000000)}, "{a} {slot} || {a} {n} {i} || {n} {i} {tx} || {a} {tx} || {n} {tx}"),
		plan("events of contracts", "| : _", 1, vars{"c": "1 10 56 137 8453 42161", "a": code("contract", "0x~<40>"), "b": padded(12, 19000000), "i": padded(5, 400), "top": code("topic", "0x~<64>")}, "{c} {a} {b} {i} || {a} {top} {b} || {c} {b} {i} || {a} {b} {i}"),
		plan("content by its name", "/ :", 1, vars{"cid": code("cid", "Qm%<44>", "bafybei*<52>", "z%<48>"), "p": peer, "t": count10}, "{cid} || {cid} {p} || providers {cid} {p} || {p} {t}"),
		plan("inodes", "", 2, vars{"p": be(8, 1<<22), "n": fileName, "i": be(8, 1<<22), "o": be(4, 9000)}, "A{p}D{n} || {p}{n}", "A{i}I", "A{i}C{o}"),
		plan("items of trees", "", 1, vars{"o": be(8, 1<<18), "k": be(1, 9), "off": be(8, 1<<36)}, "{o}{k}{off}", "{k}{o}"),
		plan("queues", "", 2, vars{"q": words("queue", topics), "pr": be(1, 9), "t": tick, "id": rawULID, "n": counter(8, 1<<20)}, "{q}\x00{pr}{t} || {q}\x00{n} || {q}\x00{t}{id}", "\xff{q}\x00{n} || \xff{id}"),
		plan("indexes of values", "", 2, vars{"tab": be(4, 40), "ix": be(2, 6), "v": maybe(mail, slug(2), words("v", towns)), "pk": be(8, 1<<24)}, "\x01{tab}{pk}", "\x02{tab}{ix}{v}\x00{pk} || \x02{tab}{v}\x00{pk}"),
		plan("series with tags", "", 1, vars{"m": words("metric", gauges), "k": "host dc app az", "h": code("host", "(web|db)99", "n+"), "t": anyTick, "dc": towns}, "{m}\x00host={h}\x00{t} || {m},dc={dc},host={h}\x00{t} || {m}\x00{k}\x00{t}"),
		plan("bits of columns", "", 1, vars{"c": words("column", columns), "row": be(4, 900), "ch": be(2, 2000), "n": be(8, 1<<18)}, "{c}\x00{row}{ch} || {c}\x00{n} || {c}\x00{ch}{n}"),
		plan("versions newest first", "", 1, vars{"k": maybe(slug(3), file, mail), "v": downward, "t": tock}, "{k}\x00{v} || {k}\x00{t} || {k}\x00\x01{v}"),
		plan("numbers of three bytes", "", 1, vars{"s": saltByte("m"), "m": be(3, 60000), "t": ticks4, "a": be(3, 200), "b": be(3, 60000)}, "{s}{m}{t}{a}{b} || {m}{a}{b}{t} || {s}{m}{t}"),
		plan("numbers of odd widths", "", 1, vars{"a": be(5, 1<<28), "b": be(6, 1<<36), "c": be(3, 60000), "d": be(7, 1<<40)}, "{a}{c} || {b}{a} || {c}{d} || {d}{b} || {b}{c}{a}"),
		{Name: "structs", Make: structs},
		{Name: "structs of numbers", Make: func(w *kg.World) []kg.Kind {
			first, second := kg.Ordered("ordered first", 1<<(6+w.IntN(12))), kg.Ordered("ordered second", 1<<(10+w.IntN(24)))
			return kg.One(kg.Struct(first, second))
		}},
		plan("ends that are constant", "", 2, vars{"k": name, "n": be(8, 1<<20), "u": be(4, 60000)}, "{k}\x00{n}\x00\x01 || {k}\x00\xff", "{u}\xff\xff{k} || {u}{n}\xff"),
		plan("two digests", "", 1, vars{"h": twoDigests, "t": tick}, "{h} || {h}{t} || \x07{h}"),
		plan("cells of a grid in bytes", "", 1, vars{"c": be(8, 1<<44), "t": anyTick, "u": rawUUID, "l": be(1, 16)}, "{l}{c}{u} || {c}{t}{u} || {l}{c}{t}"),
		plan("objects with parts", "", 2, vars{"b": sized(1, "b", words("b", brands)), "o": sized(2, "o", file), "n": be(4, 300), "v": rawULID}, "{b}{o} || {b}{o}{v}", "\x00{b}{n} || \x00{v}{n}"),
	}
}

// above are big-endian integers of n bytes whose first byte is not zero, as tuples have them behind the tag of their width.
func above(width int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		least := 1 << (8 * (width - 1))
		f := integer("tuple integer", width, 40*least, kg.Among(w, kg.Evenly, kg.Skewed, kg.ByEntity))
		f = f.With(func(v *kg.Value) { v.Text = string([]byte{v.Text[0]%40 + 1}) + v.Text[1:] })
		return f.Accepting(rowkey.Bytes)
	}
}

// composites are values behind their length, each with an end, as wide rows have them.
func composites(w *kg.World) []kg.Kind {
	var parts []kg.Part
	for i, m := range []kg.Maker{maybe(slug(2), nickname, words("part", towns)), maybe(code("part", "@@-999", "*<8>"), mail), be(8, 1<<30)}[w.IntN(2):] {
		f := m(w, "")
		f.Name = string(rune('a' + i))
		parts = append(parts, kg.Part{Field: &f, Length: 2}, kg.Lit("\x00"))
	}
	return kg.One(parts)
}

// accountsAndSlots are digests of accounts, and of what they store.
func accountsAndSlots(w *kg.World) []kg.Kind {
	account, slot, code := kg.RandomBytes("account hash", 32, 400, kg.ByEntity).Shared(), kg.RandomBytes("slot hash", 32, 1<<20, kg.Evenly), kg.RandomBytes("code hash", 32, 1<<20, kg.Evenly)
	return kg.Some(w, 2, kg.Key(w, "", "a", account), kg.Key(w, "", "o", kg.Beside(account, slot)), kg.Key(w, "", "c", code))
}

// twoDigests are two random ids side by side.
func twoDigests(w *kg.World, _ string) kg.Field {
	width := kg.Among(w, 4, 8, 16, 20)
	return kg.Beside(kg.RandomBytes("digest", width, many, kg.Evenly), kg.RandomBytes("digest of another", kg.Among(w, 8, 16, 32), many, kg.Evenly))
}

// signedMillis are milliseconds with the sign bit inverted, in either order.
func signedMillis(w *kg.World, _ string) kg.Field {
	return kg.Among(w, ticks(rowkey.Millisecond, 8, 1<<63), ticks(rowkey.Millisecond, 8, 1<<63-1))
}

// downward are versions that count down from the greatest number.
func downward(w *kg.World, _ string) kg.Field {
	width := kg.Among(w, 4, 8)
	f := integer("downward", width, 1<<18, kg.Skewed)
	f.Encoding += " from the greatest"
	return f.With(func(v *kg.Value) {
		b := []byte(v.Text)
		for i := range b {
			b[i] = ^b[i]
		}
		v.Text = string(b)
	})
}

// origin is a scheme and a host.
func origin(w *kg.World, _ string) kg.Field {
	v := kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Domain, rowkey.Text}, Headed: true}
	return made("origin", "scheme and host", "/:.-", v, func(w *kg.World) string {
		return "https://" + w.One("", "www.", "app.") + w.Syllables(2) + w.One(".com", ".org", ".io")
	})(w, "")
}

// peer is the name of a node in base 58.
func peer(w *kg.World, _ string) kg.Field {
	return kg.Typed("peer", "12D3 and 48 digits of base 58", "", 50+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Hash, Headed: true, Cuts: []int{8}},
		func(w *kg.World) string { return "12D3KooW" + w.Letters(44, base58) })
}

// fileName is the name of a file without folders.
func fileName(w *kg.World, _ string) kg.Field {
	return kg.Made("file", "name with an extension", ".", 4000, kg.Evenly, func(w *kg.World) string {
		return w.One(strings.Fields(nouns)...) + w.One("", "_"+w.Syllables(1)) + w.One(".txt", ".go", ".c", ".md", ".png")
	})
}

// structs are escaped texts, numbers, and times.
func structs(w *kg.World) []kg.Kind {
	fields := []kg.Field{maybe(slug(2), nickname, mail, words("word", brands))(w, ""), kg.Ordered("ordered number", 1<<(8+w.IntN(20))), maybe(code("code", "@@-9999", "*<10>"), tick, be(8, 1<<30), day)(w, "")}
	for i := range fields {
		fields[i].Name = string(rune('a' + i))
	}
	order := w.Perm(3)[:2+w.IntN(2)]
	var chosen []kg.Field
	for _, i := range order {
		chosen = append(chosen, fields[i])
	}
	return kg.One(kg.Struct(chosen...))
}
