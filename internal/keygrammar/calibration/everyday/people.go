package everyday

import (
	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// people are messages, feeds, games, and who knows whom.
func people() []kg.Production {
	return []kg.Production{
		kg.Flat("scores", "# : | /", choice("game", words("tetris chess poker racing arena puzzle")), few("season", 30), kg.Padded("score", 8, 9000000, kg.Evenly), users),
		{Name: "chats", Make: chats},
		{Name: "feeds", Make: feeds},
		{Name: "follows", Make: follows},
		{Name: "profiles", Make: profiles},
		{Name: "sessions", Make: sessions},
		{Name: "edges", Make: edges},
		kg.Packed("timelines", numbers("user"), newestTicks, counters("post")),
		{Name: "boxes", Make: boxes},
		{Name: "matches", Make: matches},
		{Name: "presence", Make: func(w *kg.World) []kg.Kind {
			return kg.One(kg.Key(w, "", saltBytes(w, "user"), users, "\x00", newestTicks))
		}},
	}
}

// chats are messages of two people or of a room.
func chats(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/")
	one, other := kg.Decimal("user", 1000, 900000, kg.ByEntity), kg.Decimal("other", 1000, 900000, kg.Evenly)
	message := kg.Free(w, sep, snowflakes("message"), kg.Epoch(rowkey.Millisecond, 0), newest(w, sep), ulids("message"))
	return kg.Some(w, 2, kg.Key(w, "", "dm", sep, one, w.One("_", "-"), other, sep, message), kg.Key(w, sep, "room", choice("room", wares()), message), kg.Key(w, sep, "member", choice("room", wares()), users))
}

func feeds(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|")
	user, post := users(w, sep), ids(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, "feed", user, newest, post), kg.Key(w, sep, "post", post), kg.Key(w, sep, "tag", choice("tag", wares()), newest, post))
}

// follows are edges in both directions.
func follows(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/", "|")
	user := users(w, sep)
	follower := user
	follower.Name = "follower"
	return kg.Some(w, 2, kg.Key(w, sep, "follows", user, follower), kg.Key(w, sep, "followers", follower, user), kg.Key(w, sep, "blocks", user, follower))
}

func profiles(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/")
	user := users(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, "user", user, "profile"), kg.Key(w, sep, "user", user, "login", times), kg.Key(w, sep, "mail", mails(w, "address")), kg.Key(w, sep, "user", user, "device", devices))
}

func sessions(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "_")
	session := kg.Free(w, sep, kg.RandomID("session", "session in hexadecimal", lowerHex, 32, 1<<20, kg.Evenly), kg.UUID("session", "text", 1<<20, kg.Evenly), kg.Base64("session", 24, 1<<20, kg.Evenly))
	return kg.Some(w, 2, kg.Key(w, sep, w.One("session", "sess", "sid"), session), kg.Key(w, sep, "user", users, session), kg.Key(w, sep, "expires", kg.Epoch(rowkey.Second, 0), session))
}

// edges are those of a graph, now and then also backwards.
func edges(w *kg.World) []kg.Kind {
	from, to, label := kg.Binary("from", 8, 1<<32, false, kg.ByEntity), kg.Binary("to", 8, 1<<32, false, kg.Evenly), kg.Binary("label", 2, 20, false, kg.Skewed)
	if w.IntN(2) == 0 {
		return kg.One(kg.Key(w, "", from, label, to))
	}
	return kg.Some(w, 2, kg.Key(w, "", "o", from, label, to), kg.Key(w, "", "i", to, label, from), kg.Key(w, "", "v", from))
}

// boxes are users behind the length of their name, folders, and times.
func boxes(w *kg.World) []kg.Kind {
	width := kg.Among(w, 1, 2, 2, 4)
	folder := choice("folder", words("inbox sent drafts trash spam archive"))(w, "")
	return kg.One(append(kg.Lengths(width, users(w, ""), folder), kg.Of(anyTicks(w, ""))))
}

// matches are games, their rounds, and their players.
func matches(w *kg.World) []kg.Kind {
	match := kg.UUID("match", "bytes", 400, kg.Evenly)
	round, player := kg.Binary("round", 2, 60, false, kg.Skewed), kg.Binary("player", 4, 1<<24, false, kg.Evenly)
	return kg.Some(w, 2, kg.Key(w, "", "\x01", match, round, player), kg.Key(w, "", "\x02", player, kg.ReversedBinary(rowkey.Millisecond, 8), match))
}
