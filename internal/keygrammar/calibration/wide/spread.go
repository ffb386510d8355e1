package wide

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// spread are keys that begin with what spreads writes: salts, digests, shards, buckets, digits from last to first.
func spread() []kg.Production {
	event := maybe(newUUID, sortable, random)
	return []kg.Production{
		plan("salt joined to the user", "# : /", 1, vars{"s": salt("u"), "u": user, "t": when, "k": words("event", verbs)}, "{s}-{u} {t} || {s}-{u} {k} {t} || {s}_{u} {k}"),
		plan("salt of two fields", "# | _ :", 1, vars{"s": salt("d", "m"), "d": code("device", "SNR99999999", "gw!<3>", "T-9999"), "m": senses, "t": instant}, "{s} {d} {m} {t}"),
		plan("salt of a tenant", "/ # |", 1, vars{"s": salt("u"), "ten": tenant, "u": user, "d": day}, "{ten} {s} {u} || {s} {ten} {u} {d} || {ten} {s} {u} {d}"),
		plan("date, salt, and time", "# : - _", 1, vars{"s": salt("id"), "d": calendarDay("20060102"), "id": random, "k": services}, "{d} {s} {id} || {k} {d} {s} {id}"),
		plan("shard, date, and id", "# / |", 1, vars{"s": shard, "d": day, "id": event, "k": topics}, "{s} {d} {id} || {k} {s} {d} {id} || {d} {s} {id}"),
		plan("named shards", "/ : #", 1, vars{"s": code("shard", "shard-99", "s9", "p99", "bucket_9"), "u": user, "t": when}, "{s} {u} || {s} {u} {t} || {s} {t} {u}"),
		plan("digest and what it is of", "- _ : #", 1, vars{"h": whole("u"), "u": maybe(mail, nickname, decimal(1, 900000), slug(2)), "t": when}, "{h} {u} || {h} {u} {t}"),
		plan("digest, tenant, and user", "# | :", 1, vars{"h": front("u"), "ten": tenant, "u": maybe(mail, nickname, decimal(1, 900000)), "k": words("thing", records)}, "{h} {ten} {u} || {h} {u} {k} || {h} {ten} {u} {k}"),
		plan("folders of a cache", "/", 1, vars{"a": startOf("h", 0, 2), "b": startOf("h", 2, 2), "h": code("digest", "~<32>", "~<40>", "~<64>"), "ext": "jpg png webp gif"}, "{a} {b} {h} || {a} {h} || cache {a} {b} {h} || {a} {b} {h}.{ext}"),
		plan("folders by letter", "/ # -", 1, vars{"a": startOf("n", 0, 1), "b": startOf("n", 0, 2), "n": maybe(nickname, slug(2)), "v": code("version", "9.9.9", "9.99")}, "{a} {n} {v} || {a} {b} {n} || {b} {n} || {a} {n}"),
		plan("uuids by their start", "/ # :", 1, vars{"a": startOf("id", 0, 2), "b": startOf("id", 0, 4), "id": uuid("text"), "t": when}, "{a} {id} || {a} {id} {t} || {b} {id} {t} || {b} {id}"),
		plan("buckets of channels", ": # /", 1, vars{"c": maybe(decimal(1000000, 9999999), code("channel", "1(0|1|2)9<16>", "C^<8>")), "b": few(900), "m": snowflakes}, "{c} {b} {m} || {b} {c} {m} || {c}-{b} {m}"),
		plan("mirrored users", "_ # :", 1, vars{"n": mirrored, "e": verbs, "id": event}, "{n} {e} {id} || {n} {id} || {e} {n} {id}"),
		plan("last digits first", "# / -", 1, vars{"a": endOf("n", 2), "n": digitsOf(9), "t": when, "k": columns}, "{a} {n} || {a} {n} {t} || {a} {n} {k}"),
		plan("region, salt, and order", "# | :", 2, vars{"r": "eu us ap sa me", "s": salt("o"), "o": serial("order", "ORD9<8>", "9<10>", "O-^<8>"), "n": few(20)}, "{r} {s} {o}", "{r} {s} {o} {n}"),
		plan("salted words of kinds", "# :", 2, vars{"s": salt("u"), "u": user, "t": latest, "id": event}, "{s} user {u}", "{s} event {u} {t} || {s} login {u} {t}", "index {id}"),
		plan("salted names in bytes", "", 1, vars{"s": saltByte("u"), "u": maybe(nickname, mail, slug(2)), "t": anyTick, "n": be(4, 90000)}, "{s}{u}\x00{t} || {s}{u}\x00{n} || {s}{u}\x00{n}{t} || {s}{u}"),
		plan("salted uuids in bytes", "", 1, vars{"s": shardByte, "u": rawUUID, "t": anyTick, "n": be(4, 90000)}, "{s}{u} || {s}{u}{t} || {s}{u}{n} || {s}{u}{n}{t}"),
		plan("digests of names in bytes", "", 1, vars{"h": rawFront("u"), "u": maybe(nickname, mail, slug(3)), "t": anyTick, "n": be(4, 90000)}, "{h}{u} || {h}{u}\x00{t} || {h}{u}\x00{n}"),
		plan("buckets of time in bytes", "", 1, vars{"b": hourBytes, "k": be(8, 1<<28), "t": ticks4, "n": be(2, 900), "s": shardByte}, "{b}{k} || {k}{b}{n} || {s}{b}{k} || {b}{n}{k}"),
	}
}

// whole is a digest of another field with all its digits.
func whole(of string) partMaker {
	return func(w *kg.World) kg.Part {
		if w.IntN(2) == 0 {
			return accepting(kg.Digest("md5", 32, false, of), rowkey.UUID)
		}
		return kg.Digest(w.One("sha1", "sha256"), kg.Among(w, 16, 40), false, of)
	}
}

// startOf are the first characters of another field from one on, as folders have them.
func startOf(of string, from, n int) partMaker {
	return piece(of, fmt.Sprintf("%d characters of %s from %d", n, of, from), func(s string) string { return s[min(from, len(s)):min(from+n, len(s))] })
}

// endOf are the last characters of another field.
func endOf(of string, n int) partMaker {
	return piece(of, fmt.Sprintf("last %d characters of %s", n, of), func(s string) string { return s[max(len(s)-n, 0):] })
}

// piece is a part that is cut out of another field: a short word, number, or start of a digest, as it happens.
func piece(of, encoding string, cut func(s string) string) partMaker {
	return func(*kg.World) kg.Part {
		f := kg.Field{Name: "piece", Encoding: encoding, Fixed: true}
		v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hex, rowkey.Hash, rowkey.Salt, rowkey.IntPadded, rowkey.IntDecimal}}
		f.Column = func(*kg.World) func(*kg.Moment) kg.Value {
			return func(m *kg.Moment) kg.Value {
				out := v
				out.Text = cut(m.Made[of])
				return out
			}
		}
		return kg.Part{Field: &f, Late: true}
	}
}

// snowflakes are ids of messages that begin with their time.
func snowflakes(w *kg.World, _ string) kg.Field {
	return kg.Among(w, snowflake("of a chat", 1420070400000), snowflake("of messages", 1288834974657))
}

// hourBytes are hours as seconds or as their number, in 4 bytes.
func hourBytes(w *kg.World, _ string) kg.Field {
	hours := kg.Time("bucket", "seconds of an hour in 4 bytes", anyByte, rowkey.Second, false, true, hourSeconds)
	return kg.Among(w, hours, hours, ticks(rowkey.Hour, 4, 0)).Doubting(rowkey.IntBE)
}
