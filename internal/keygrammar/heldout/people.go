package heldout

import (
	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

func advertising() []kg.Production {
	return []kg.Production{
		{Name: "campaign statistics", Make: func(w *kg.World) []kg.Kind {
			day := calendar(rowkey.Day, kg.Among(w, "2006-01-02", "20060102"))
			return one(kg.Among(w, "%/%/%/%", "%.%.%.%"), number("advertiser", 4000, kg.Group), number("campaign", 60000, kg.ByEntity), kg.Decimal("creative", 100000, 999999, kg.Evenly), day)
		}},
		{Name: "hive partitions", Make: func(w *kg.World) []kg.Kind {
			date := made("at", "hive year, month, day", "", true, kg.Value{Type: rowkey.Timestamp, Unit: rowkey.Day,
				Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum, rowkey.Text}, Soft: "/=monthday"}, inLayout("2006/month=01/day=02"))
			return one("%/year=%/%", words("advertiser", tenants(), kg.ByEntity), date, token("file", 9, 3000, "base64", kg.Evenly))
		}},
		{Name: "cookie matching", Make: func(w *kg.World) []kg.Kind {
			return one("%:%", few("partner", hosters(), 5+w.IntN(12), kg.Skewed), kg.Among(w, kg.UUID("cookie", "text", 9000, kg.Evenly), token("cookie", 15, 9000, "base64", kg.Evenly), kg.RandomID("cookie", "letters and digits", base62, 20, 9000, kg.Evenly)))
		}},
		{Name: "advertising ids", Make: func(w *kg.World) []kg.Kind {
			return some(w, 2, kind(2, "idfa/%", kg.UUID("apple", "upper", 9000, kg.Evenly)), kind(3, "gaid/%", kg.UUID("google", "text", 9000, kg.Evenly)),
				kind(1, "mail/%", kg.RandomID("mail", "sha256", hexLow, 64, 9000, kg.Evenly)))
		}},
		{Name: "frequency caps", Make: func(w *kg.World) []kg.Kind {
			return one("%:%:%", kg.RandomID("viewer", "hexadecimal viewer", hexLow, kg.Among(w, 12, 16), 500, kg.ByEntity), number("campaign", 900, kg.Skewed), counter(kg.Epoch(rowkey.Day, 0)))
		}},
		{Name: "auctions", Make: func(w *kg.World) []kg.Kind {
			return one("%.%.%", few("exchange", hosters(), 6, kg.Skewed), calendar(rowkey.Hour, "2006010215"), kg.UUID("auction", "hex", 9000, kg.Evenly))
		}},
		{Name: "clicks on pages", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", domain("site", 200, true, kg.ByEntity), path("page", ".html .php", 300, kg.Evenly), reversed(rowkey.Second, 1<<31-1))
		}},
		{Name: "audiences", Make: func(w *kg.World) []kg.Kind {
			return one("%#%", numbered("segment", "seg", 4, 200, kg.Skewed), token("cookie", 12, 5000, "base32", kg.Evenly))
		}},
		{Name: "attribution", Make: func(w *kg.World) []kg.Kind {
			app := kg.Typed("app", "package", ".", 60, kg.ByEntity, kg.Value{Type: rowkey.Domain, Reversed: true, Accept: []rowkey.Type{rowkey.Text}, Soft: "."}, func(w *kg.World) string {
				return w.One("com", "com", "io", "net") + "." + w.One(tenants()...) + "." + w.One(goods()...)
			})
			return one("%/%/%/%", app, few("network", tenants(), 6, kg.Skewed), few("event", events(), 8, kg.Skewed), kg.Epoch(rowkey.Millisecond, 0))
		}},
	}
}

func games() []kg.Production {
	return []kg.Production{
		{Name: "leaderboards", Make: func(w *kg.World) []kg.Kind {
			score := kg.Decimal("score", 9990000000, 9999999999, kg.Evenly)
			return one("%#%#%#%", few("game", genres(), 9, kg.Skewed), numbered("season", "s", 2, 14, kg.Skewed), score, person("player", 2000, kg.Evenly))
		}},
		{Name: "matches", Make: func(w *kg.World) []kg.Kind {
			return one("%-%-%", few("realm", []string{"br1", "eun1", "euw1", "jp1", "kr", "la1", "na1", "oc1", "tr1"}, 6, kg.Skewed), few("mode", genres(), 5, kg.Skewed), snowflake("match", 1288834974657))
		}},
		{Name: "inventory", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(3, "player:%:item:%", number("player", 300000, kg.ByEntity), number("item", 4000, kg.Evenly)), kind(1, "player:%:stats", number("player", 300000, kg.ByEntity)),
				kind(2, "player:%:quest:%", number("player", 300000, kg.ByEntity), slug("quest", 90, kg.Evenly)))
		}},
		{Name: "chat of guilds", Make: func(w *kg.World) []kg.Kind {
			guild := snowflake("guild", 1420070400000)
			return one("%/%", kg.Made("channel", "channel", "-", 80, kg.ByEntity, func(w *kg.World) string { return w.One(adjectives()...) + "-" + w.One(animals()...) }), rename(guild, "message"))
		}},
		{Name: "clients", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", version("client", 25, kg.Skewed), few("level", levels(), 5, kg.Skewed), ulid("session"))
		}},
		{Name: "worlds of blocks", Make: func(w *kg.World) []kg.Kind {
			around := func(name string) kg.Field {
				return kg.Typed(name, "signed "+name, "-", 900, kg.Evenly, kg.Value{Type: rowkey.IntDecimal, Accept: []rowkey.Type{rowkey.Text}, Soft: "-"}, func(w *kg.World) string {
					return decimal(w.IntN(400) - 200)
				})
			}
			return one("%:%,%", few("world", []string{"end", "lobby", "nether", "overworld"}, 3, kg.Skewed), around("x"), around("z"))
		}},
		{Name: "replays", Make: func(w *kg.World) []kg.Kind {
			return one("%/%.%", calendar(rowkey.Day, "2006/01/02"), kg.RandomID("replay", "replay", base58, 12, 9000, kg.Evenly), few("suffix", []string{"dem", "json", "rep", "thumb"}, 3, kg.Skewed))
		}},
	}
}

func social() []kg.Production {
	return []kg.Production{
		{Name: "timelines", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%%", "%#%", "%_%"), kg.Padded("user", kg.Among(w, 9, 10, 12), 80000000, kg.ByEntity), reversed(rowkey.Millisecond, 1<<63-1))
		}},
		{Name: "followers", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%>%", "%|%", "follows/%/%"), person("follower", 800, kg.ByEntity), rename(person("followed", 3000, kg.Evenly), "followed"))
		}},
		{Name: "hashtags", Make: func(w *kg.World) []kg.Kind {
			return one("%:%", lettered("#", words("tag", topics(), kg.ByEntity)), kg.Among(w, reversed(rowkey.Millisecond, 9999999999999), snowflake("post", 1288834974657)))
		}},
		{Name: "albums", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", person("owner", 300, kg.ByEntity), slug("album", 90, kg.Evenly), token("photo", 8, 9000, "base64", kg.Evenly))
		}},
		{Name: "direct messages", Make: func(w *kg.World) []kg.Kind {
			return one("%_%_%", kg.Decimal("from", 1000000, 9999999, kg.ByEntity), kg.Decimal("to", 1000000, 9999999, kg.Skewed), kg.Epoch(rowkey.Microsecond, 0))
		}},
		{Name: "rooms", Make: func(w *kg.World) []kg.Kind {
			room := kg.UUID("room", "text", 200, kg.ByEntity)
			return some(w, 2, kind(1, "room/%/info", room), kind(6, "room/%/msg/%", room, ulid("message")), kind(2, "room/%/member/%", room, person("member", 900, kg.Evenly)))
		}},
		{Name: "mailboxes", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", email("mailbox", 120, kg.ByEntity), few("folder", []string{"archive", "drafts", "inbox", "sent", "spam", "trash"}, 5, kg.Skewed), kg.Among(w, kg.Epoch(rowkey.Second, 0), uuid7("message", false)))
		}},
		{Name: "push tokens", Make: func(w *kg.World) []kg.Kind {
			return one("%.%.%", few("app", tenants(), 6, kg.Skewed), few("platform", []string{"android", "ios", "web"}, 3, kg.Skewed), kg.RandomID("token", "push token", hexLow, 64, 9000, kg.Evenly))
		}},
		{Name: "short links", Make: func(w *kg.World) []kg.Kind {
			return one("%", kg.RandomID("link", "short link", kg.Among(w, base62, base58, lower+digits), kg.Among(w, 6, 7, 8), 90000, kg.Evenly))
		}},
		{Name: "likes", Make: func(w *kg.World) []kg.Kind {
			post := kg.Among(w, ulid("post"), objectID("post", false), uuid7("post", false))
			return some(w, 2, kind(3, "like:%:%", post, person("user", 900, kg.ByEntity)), kind(1, "post:%", post), kind(2, "comment:%:%", post, rename(ksuid("comment"), "comment")))
		}},
		{Name: "playlists", Make: func(w *kg.World) []kg.Kind {
			return one("%:playlist:%:%", person("user", 400, kg.ByEntity), kg.RandomID("playlist", "playlist", base62, 22, 200, kg.Evenly), kg.Padded("position", 4, 300, kg.Skewed))
		}},
		{Name: "presence", Make: func(w *kg.World) []kg.Kind {
			return kg.One(first(kg.Salt(w.One("java", "crc32"), kg.Among(w, 16, 20), "%02d", "user"), shape(kg.Among(w, "-%-%", "#%#%"), kg.Decimal("user", 1000, 900000, kg.ByEntity), counter(kg.Epoch(rowkey.Minute, 0)))))
		}},
	}
}
