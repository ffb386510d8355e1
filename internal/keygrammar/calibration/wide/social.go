package wide

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// social are networks of people, messages, games, sport, media, and schools.
func social() []kg.Production {
	post := maybe(sortable, newUUID, random)
	return []kg.Production{
		plan("timeline of a user", "# : / |", 1, vars{"u": user, "t": latest, "p": post}, "{u} {t} {p} || {u} {p} || {u} {t}"),
		plan("posts and likes", ": #", 2, vars{"p": post, "u": nickname, "t": instant, "tag": words("tag", nouns)}, "post {p}", "like {p} {u}", "tag {tag} {t} {p} || tag {tag} {p}", "by {u} {p}"),
		plan("graph of friends", "> # : |", 1, vars{"a": maybe(decimal(1, 90000), nickname, padded(10, 90000)), "b": maybe(decimal(1, 90000), nickname, padded(10, 90000)), "k": "friend follows blocked muted"}, "{a} {k} {b} || {k} {a} {b} || {a} {b}", "count {a} {k}"),
		plan("rooms of a chat", "/ # :", 2, vars{"r": code("room", `\!%<18>:matrix.example.org`, "C^<10>", "room-+", "&<5>-&<5>"), "n": maybe(counting(9), count13, sortable), "u": user}, "{r} {n} || {r} m {n}", "{r} members {u} || members {r} {u}", "{u} read {r}"),
		plan("pairs who write to each other", "_ - :", 1, vars{"a": decimal(10000, 99999), "b": decimal(10000, 99999), "t": when}, "{a} {b} {t} || dm {a} {b} {t} || {t} {a} {b}"),
		plan("notifications", "# |", 1, vars{"u": user, "t": latest, "k": "mention reply follow system promo", "id": random}, "{u} {t} || {u} {k} {t} || {u} {t} {id}"),
		plan("presence by place", ": #", 1, vars{"cell": cell, "u": maybe(nickname, uuid("text"), decimal(1, 90000)), "t": count10}, "{cell} {u} || {cell} {t} {u} || {u} {t} {cell}"),
		plan("chat in bytes", "", 2, vars{"c": be(8, 1<<30), "n": counter(8, 1<<24), "u": be(8, 1<<26)}, "\x10{c}{n}", "\x11{u}{c} || \x11{c}{u}", "\x12{u}"),
		plan("feeds in bytes", "", 1, vars{"u": be(8, 1<<30), "t": tock, "p": be(8, 1<<40), "s": saltByte("u")}, "{u}{t}{p} || {s}{u}{t} || {s}{u}{t}{p}"),
		plan("mail in bytes", "", 2, vars{"u": raw(16, 90), "f": be(4, 30), "n": be(4, 1<<16), "t": tock}, "\x00{u}{f}{n}", "\x01{u}{t}{n} || \x01{u}{f}{t}"),
		plan("votes", "# : |", 1, vars{"poll": code("poll", "poll-+", "*<8>"), "u": user, "opt": "a b c d e"}, "{poll} {u} || {poll} {opt} {u} || {u} {poll}", "{poll} sum {opt} || sum {poll} {opt}"),
		plan("leaderboards", ": # /", 1, vars{"g": words("game", nouns), "s": code("season", "S+", "9999-W99", "20(19|20|21|22)Q(1|2|3|4)"), "score": padded(10, 900000), "u": nickname}, "{g} {s} {score} {u} || {g} {score} {u} || lb {g} {s} {u}"),
		plan("matches of a game", "# |", 2, vars{"m": newUUID, "r": few(30), "u": maybe(nickname, decimal(1, 90000)), "t": latest}, "match {m} || match {m} {r}", "player {u} {t} {m} || player {u} {m}"),
		plan("world of blocks", ": _ ,", 1, vars{"w": "overworld nether end creative", "x": decimal(0, 900), "y": decimal(0, 255), "z": decimal(0, 900)}, "{w} {x} {z} || {w} {x} {y} {z} || c {x} {z} {w}"),
		plan("chunks in bytes", "", 1, vars{"x": flipped(4, 900), "z": flipped(4, 900), "d": be(1, 3), "s": be(1, 16)}, "{x}{z}{d} || {d}{x}{z}{s} || {x}{d}{z}{s}"),
		plan("inventory", "# / :", 2, vars{"u": user, "slot": few(60), "item": code("item", "(sword|bow|helm|ring)_9", "it9999"), "g": code("guild", "G9999", "guild-+")}, "{u} slot {slot} || {u} {item}", "{g} {u} || guild {g} bank {slot}"),
		plan("fixtures", "# / -", 1, vars{"l": "epl laliga seriea bundesliga ligue1 mls", "s": season, "w": few(38), "a": teams, "b": teams}, "{l} {s} {w} {a} {b} || {l} {s} {a} {b} || {s} {l} {a}"),
		plan("marks of athletes", "| #", 1, vars{"e": "100m 200m 400m 800m 1500m marathon longjump shotput", "t": padded(7, 90000), "bib": decimal(1, 9000), "d": day}, "{e} {d} {t} {bib} || {d} {e} {bib} || {e} {t} {bib}"),
		plan("plays of songs", "# : |", 1, vars{"u": user, "t": when, "isrc": code("recording", "(US|GB|DE)^<3>9<7>"), "n": nations}, "{u} {t} {isrc} || {isrc} {n} {t} || {n} {isrc}"),
		plan("episodes", "/ - _", 1, vars{"show": slug(3), "s": code("season", "s99", "S+"), "e": code("episode", "e99", "E+"), "lang": languages}, "{show} {s} {e} || {show} {s} {e} {lang} || {lang} {show} {s}"),
		plan("frames of cameras", "", 1, vars{"cam": code("camera", "cam-9999", "CAM!<4>"), "t": anyTick, "n": be(4, 90000)}, "{cam}\x00{t} || {cam}\x00{t}{n} || {cam}\x00{n}"),
		plan("segments of streams", "/ #", 1, vars{"id": code("stream", "*<11>", "live_9<6>"), "q": "240p 360p 480p 720p 1080p 2160p", "n": counting(6)}, "{id} {q} {n}.ts || {id} {q} seg-{n}.m4s || vod {id} {q} {n}"),
		plan("articles of a paper", "- /", 1, vars{"y": calendarDay("2006/01/02"), "s": slug(5), "sec": "world sport culture tech opinion science"}, "{y} {s} || {sec} {y} {s}"),
		plan("courses", "# / :", 2, vars{"c": code("course", "(CS|MATH|BIO|HIST)-999", "@@999"), "y": term, "st": code("student", "9<8>", "s9<7>", "@9<7>"), "n": few(20)}, "{c} {y} {st} || {st} {y} {c}", "{c} {y} hw {n} || {c} hw {n} {st}"),
		plan("quizzes", "# :", 1, vars{"q": random, "u": user, "n": few(40), "t": instant}, "{q} {n} || {u} {q} {n} || {q} {u} {t}", "{q} meta"),
		plan("revisions of pages", "# |", 1, vars{"wiki": code("wiki", "(en|de|fr|ja)wiki"), "title": title, "rev": decimal(100000, 90000000), "ns": "Talk User Category File Template"}, "{wiki} {title} {rev} || {wiki} {ns}:{title} || {title} {rev}"),
	}
}

// season are the two years of one, of which each may be read as a year.
func season(w *kg.World, not string) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Timestamp, rowkey.IntPadded, rowkey.IntDecimal}}
	between := "-"
	if strings.Contains(not, "-") {
		between = ""
	}
	return made("season", "two years"+between, between, v, func(w *kg.World) string {
		y := 2012 + w.IntN(9)
		return fmt.Sprintf("%d%s%02d", y, between, y%100+1)
	})(w, not)
}

// term is half a year at a university.
func term(w *kg.World, not string) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Timestamp, rowkey.IntPadded, rowkey.IntDecimal}, Cuts: []int{4}, Seams: true}
	first := w.IntN(2) == 0
	if first {
		v.Cuts = []int{2}
	}
	return made("term", fmt.Sprintf("year and half of it, half first %t", first), "", v, func(w *kg.World) string {
		y := fmt.Sprint(2014 + w.IntN(9))
		if first {
			return w.One("WS", "SS") + y
		}
		return y + w.One("S", "F")
	})(w, not)
}
