package everyday

import (
	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// people are messages, feeds, games, and who knows whom.
func people() []kg.Production {
	return []kg.Production{
		flat("scores", "# : | /", choice("game", words("tetris chess poker racing arena puzzle")), few("season", 30), kg.Padded("score", 8, 9000000, kg.Evenly), users),
		{Name: "chats", Make: chats},
		{Name: "feeds", Make: feeds},
		{Name: "follows", Make: follows},
		{Name: "profiles", Make: profiles},
		{Name: "sessions", Make: sessions},
		{Name: "edges", Make: edges},
		packed("timelines", numbers("user"), newestTicks, counters("post")),
		{Name: "boxes", Make: boxes},
		{Name: "matches", Make: matches},
		{Name: "presence", Make: func(w *kg.World) []kg.Kind {
			return kg.One(key(w, "", saltBytes(w, "user"), users, "\x00", newestTicks))
		}},
	}
}

// chats are messages of two people or of a room.
func chats(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/")
	one, other := kg.Decimal("user", 1000, 900000, kg.ByEntity), kg.Decimal("other", 1000, 900000, kg.Evenly)
	message := free(w, sep, snowflakes("message"), kg.Epoch(rowkey.Millisecond, 0), newest(w, sep), ulids("message"))
	return some(w, 2, key(w, "", "dm", sep, one, w.One("_", "-"), other, sep, message), key(w, sep, "room", choice("room", wares()), message), key(w, sep, "member", choice("room", wares()), users))
}

func feeds(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|")
	user, post := users(w, sep), ids(w, sep)
	return some(w, 2, key(w, sep, "feed", user, newest, post), key(w, sep, "post", post), key(w, sep, "tag", choice("tag", wares()), newest, post))
}

// follows are edges in both directions.
func follows(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/", "|")
	user := users(w, sep)
	follower := user
	follower.Name = "follower"
	return some(w, 2, key(w, sep, "follows", user, follower), key(w, sep, "followers", follower, user), key(w, sep, "blocks", user, follower))
}

func profiles(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/")
	user := users(w, sep)
	return some(w, 2, key(w, sep, "user", user, "profile"), key(w, sep, "user", user, "login", times), key(w, sep, "mail", mails(w, "address")), key(w, sep, "user", user, "device", devices))
}

func sessions(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "_")
	session := free(w, sep, kg.RandomID("session", "session in hexadecimal", lowerHex, 32, 1<<20, kg.Evenly), kg.UUID("session", "text", 1<<20, kg.Evenly), kg.Base64("session", 24, 1<<20, kg.Evenly))
	return some(w, 2, key(w, sep, w.One("session", "sess", "sid"), session), key(w, sep, "user", users, session), key(w, sep, "expires", kg.Epoch(rowkey.Second, 0), session))
}

// edges are those of a graph, now and then also backwards.
func edges(w *kg.World) []kg.Kind {
	from, to, label := kg.Binary("from", 8, 1<<32, false, kg.ByEntity), kg.Binary("to", 8, 1<<32, false, kg.Evenly), kg.Binary("label", 2, 20, false, kg.Skewed)
	if w.IntN(2) == 0 {
		return kg.One(key(w, "", from, label, to))
	}
	return some(w, 2, key(w, "", "o", from, label, to), key(w, "", "i", to, label, from), key(w, "", "v", from))
}

// boxes are users behind the length of their name, folders, and times.
func boxes(w *kg.World) []kg.Kind {
	width := one(w, 1, 2, 2, 4)
	folder := choice("folder", words("inbox sent drafts trash spam archive"))(w, "")
	return kg.One(append(kg.Lengths(width, users(w, ""), folder), kg.Of(anyTicks(w, ""))))
}

// matches are games, their rounds, and their players.
func matches(w *kg.World) []kg.Kind {
	match := kg.UUID("match", "bytes", 400, kg.Evenly)
	round, player := kg.Binary("round", 2, 60, false, kg.Skewed), kg.Binary("player", 4, 1<<24, false, kg.Evenly)
	return some(w, 2, key(w, "", "\x01", match, round, player), key(w, "", "\x02", player, kg.ReversedBinary(rowkey.Millisecond, 8), match))
}
