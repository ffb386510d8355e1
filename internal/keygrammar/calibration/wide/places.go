package wide

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// made is a field of entities whose values are made by a function.
func made(name, encoding, soft string, v kg.Value, of func(w *kg.World) string) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		v.Soft = soft
		return kg.Typed(name, encoding, soft, 30+kg.Amount(w), kg.Spread(w), v, of)
	}
}

// mail is an e-mail address.
func mail(w *kg.World, not string) kg.Field {
	hosts := strings.Fields(mailHosts)
	return kg.Typed("mail", "e-mail address", "@._-+", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Email}, func(w *kg.World) string {
		return w.One(strings.Fields(given)...) + w.One(".", "", "_", "+") + w.One(w.Syllables(2), fmt.Sprint(w.IntN(99)), w.One(strings.Fields(family)...)) + "@" + w.One(hosts...)
	})
}

// ip is an IPv4 address; now and then of version 6.
func ip(w *kg.World, not string) kg.Field {
	four := kg.Typed("address", "address of a peer", ".", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
		return fmt.Sprintf("%d.%d.%d.%d", kg.Among(w, 10, 45, 91, 100, 185, 198), w.IntN(256), w.IntN(256), w.IntN(256))
	})
	six := kg.Typed("address", "address of version 6", ":", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
		return fmt.Sprintf("2001:db8:%x:%x::%x", 1+w.IntN(65534), 1+w.IntN(300), 1+w.IntN(65534))
	})
	padded := kg.Typed("address", "address of three digits each", ".", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.IP, Accept: []rowkey.Type{rowkey.Text}, Soft: "."}, func(w *kg.World) string {
		return fmt.Sprintf("%03d.%03d.%03d.%03d", kg.Among(w, 10, 172, 192), w.IntN(256), w.IntN(256), w.IntN(256))
	})
	return kg.Free(w, not, four, four, six, padded, pattern(w, "address", "10-0-9-9", 30, kg.Skewed))
}

// site is the name of a host of the web, forwards.
func site(w *kg.World, _ string) kg.Field {
	return kg.Typed("site", "host of the web", ".-", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Domain}, func(w *kg.World) string {
		return w.One("", "", "www.", "shop.", "cdn.", "api.") + w.Syllables(2) + w.One("", "-"+w.One(strings.Fields(nouns)...)) + w.One(".com", ".com", ".net", ".fr", ".co.jp", ".io")
	})
}

// etis is the name of a host of the web with its labels backwards, joined by points or, as crawlers do, by commas.
func etis(w *kg.World, not string) kg.Field {
	comma := w.IntN(3) == 0 && !strings.Contains(not, ",")
	f := kg.Typed("site", "host of the web backwards", ".-", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Domain, Reversed: true}, func(w *kg.World) string {
		return w.One("com", "com", "net", "fr", "jp.co", "io") + "." + w.Syllables(2) + w.One("", "-"+w.One(strings.Fields(nouns)...)) + w.One("", "", ".www", ".shop", ".cdn")
	})
	if comma {
		f.Encoding, f.Holds = "host of the web backwards with commas", ",-"
		return f.With(func(v *kg.Value) { v.Text = strings.ReplaceAll(v.Text, ".", ",") })
	}
	return f
}

// page is the path of a page, of one to four parts; a reader may cut it.
func page(w *kg.World, _ string) kg.Field {
	return kg.Typed("page", "path of some parts", "/.-", 5000, kg.Evenly, kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Text}, Soft: "/.-", Seams: true}, func(w *kg.World) string {
		p := ""
		for range 1 + w.IntN(4) {
			p += "/" + w.One(w.One(strings.Fields(nouns)...), w.Syllables(2), fmt.Sprint(1+w.IntN(4000)))
		}
		return p + w.One("", "", ".html", ".php")
	})
}

// link is a whole URL, which may be read as a host and a path.
func link(w *kg.World, _ string) kg.Field {
	scheme := w.One("https://", "https://", "http://")
	return kg.Typed("link", "address of a page", "/.-:", 5000, kg.Evenly, kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Domain}, Soft: "/.-:", Seams: true, Headed: true}, func(w *kg.World) string {
		p := scheme + w.One("", "www.") + w.Syllables(2) + w.One(".com", ".org", ".de")
		for range 1 + w.IntN(3) {
			p += "/" + w.One(w.One(strings.Fields(nouns)...), fmt.Sprint(w.IntN(900)), w.Syllables(3))
		}
		return p
	})
}

// file is the name of a file in folders.
func file(w *kg.World, _ string) kg.Field {
	return kg.Typed("file", "file in folders", "/._-", 5000, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.URL}, Soft: "/._-", Seams: true}, func(w *kg.World) string {
		p := ""
		for range 1 + w.IntN(3) {
			p += w.One(strings.Fields(nouns)...) + "/"
		}
		return p + w.Syllables(2) + w.One("", "_"+fmt.Sprint(w.IntN(90))) + w.One(".jpg", ".pdf", ".txt", ".csv", ".tar.gz")
	})
}

// cell is a cell of a grid on the globe.
func cell(w *kg.World, _ string) kg.Field {
	area := kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.Text}}
	width := kg.Among(w, 4, 5, 6, 8, 12)
	if width > 6 {
		area.Accept = append(area.Accept, rowkey.Hash)
	}
	near := w.One("gb", "u1", "dp", "9v", "wt", "r3")
	hash := kg.Typed("cell", fmt.Sprintf("%d letters of a geohash", width), "", 60+kg.Amount(w), kg.Spread(w), area, func(w *kg.World) string {
		return near + w.Letters(width-2, "0123456789bcdefghjkmnpqrstuvwxyz")
	})
	deep := kg.Among(w, 10, 14, 18)
	quad := kg.Typed("cell", fmt.Sprintf("quadkey of %d digits", deep), "", 60+kg.Amount(w), kg.Spread(w),
		kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded, rowkey.Text, rowkey.Hash, rowkey.Hex}}, func(w *kg.World) string { return "1202" + w.Letters(deep-4, "0123") })
	h3 := kg.Typed("cell", "h3 cell", "", 60+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.Hex, rowkey.Hash}}, func(w *kg.World) string {
		return "8928308" + w.Letters(3, "0123456789abcdef") + w.Letters(1, "37bf") + "ffff"
	})
	return kg.Among(w, hash, hash, quad, h3)
}

// corner is a latitude and a longitude.
func corner(w *kg.World, not string) kg.Field {
	between := w.One(",", "_", ";")
	lat, lon := 30+w.IntN(30), w.IntN(100)
	return kg.Typed("place", "latitude "+between+" longitude", between+".-", 30+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Text, Soft: between + ".-", Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}}, func(w *kg.World) string {
		return fmt.Sprintf("%d.%04d%s%d.%04d", lat+w.IntN(3), w.IntN(10000), between, lon+w.IntN(3), w.IntN(10000))
	})
}

// slug are words joined by dashes or underscores, as titles are in addresses.
func slug(most int) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		between := "-"
		if strings.Contains(not, "-") || w.IntN(3) == 0 {
			between = "_"
		}
		return kg.Made("slug", fmt.Sprintf("up to %d words with %s", most, between), between, 30+kg.Amount(w), kg.Spread(w), func(w *kg.World) string {
			s := w.One(strings.Fields(nouns)...)
			for range 1 + w.IntN(most-1) {
				s += between + w.One(w.One(strings.Fields(nouns)...), w.Syllables(2), w.One(strings.Fields(adjectives)...))
			}
			return s
		})
	}
}

// title are words with spaces, now and then with a character of a key.
func title(w *kg.World, _ string) kg.Field {
	return kg.Made("title", "some words with spaces", " ", 400+kg.Amount(w), kg.Evenly, func(w *kg.World) string {
		first := w.One(strings.Fields(adjectives + " " + nouns)...)
		s := strings.ToUpper(first[:1]) + first[1:]
		for range 1 + w.IntN(2) {
			s += w.One(" ", " ", " of ", " and the ") + w.One(w.One(strings.Fields(nouns)...), w.Syllables(2))
		}
		return s
	})
}

// nickname is what users call themselves.
func nickname(w *kg.World, not string) kg.Field {
	soft := ""
	if !strings.Contains(not, "_") {
		soft = "_"
	}
	return kg.Made("nickname", "nickname"+soft, soft, 30+kg.Amount(w), kg.Spread(w), func(w *kg.World) string {
		s := w.One(w.Syllables(2), w.One(strings.Fields(given)...), w.One(strings.Fields(adjectives)...)+w.One(strings.Fields(nouns)...))
		return w.One(s, s, s+fmt.Sprint(w.IntN(100)), s+soft+w.Syllables(1))
	})
}

// person is a name of a person.
func person(w *kg.World, not string) kg.Field {
	between := kg.Among(w, "_", "-", ".", "")
	if strings.ContainsAny(not, between) {
		between = ""
	}
	return kg.Made("person", "surname and name"+between, between, 30+kg.Amount(w), kg.Spread(w), func(w *kg.World) string {
		return w.One(strings.Fields(family)...) + between + w.One(strings.Fields(given)...)
	})
}

// user is somebody as an application knows them.
func user(w *kg.World, not string) kg.Field {
	return maybe(nickname, person, mail, nickname, decimal(1, 400000), decimal(1000000, 9999999), padded(9, 3000000), uuid("text"), code("user", "U99999999", "user-+", "cust_9<6>", "uid+", "u_*<9>"),
		code("user", "%<28>", "auth0|~<24>", "~<16>"))(w, not)
}

// tenant is an organization.
func tenant(w *kg.World, not string) kg.Field {
	return maybe(words("tenant", brands), words("tenant", brands), code("tenant", "org-+", "T9999", "acct_%<8>", "ws*<6>"), decimal(1, 900), padded(4, 300), uuid("text"))(w, not)
}

// machine is a computer.
func machine(w *kg.World, not string) kg.Field {
	return maybe(code("machine", "(web|db|app|cache|etl)-(fra|iad|sin)-99", "srv!<4>", "node+", "(rack|cage)9-u99", "i-~<17>"),
		made("machine", "host with its site", ".-", kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Domain}, Seams: true}, func(w *kg.World) string {
			return fmt.Sprintf("%s%02d.%s.example.net", w.One("app", "db", "mq"), 1+w.IntN(30), w.One("ams", "lhr", "nrt"))
		}),
		made("machine", "pod of a deployment", "-", kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}}, func(w *kg.World) string {
			return w.One(strings.Fields(services)...) + "-" + w.Letters(9, "bcdfghjklmnpqrstvwxz2456789") + "-" + w.Letters(5, "bcdfghjklmnpqrstvwxz2456789")
		}))(w, not)
}

// device is a thing with a number.
func device(w *kg.World, not string) kg.Field {
	return maybe(code("device", "(tmp|hum|pm)-9999", "SNR99999999", "gw!<3>", "A4:C1:38:==:==:==", "~<12>", "ESP32_=<6>", "unit+", "KX-99999-@", "EUI-~<16>"), decimal(1, 8000), padded(8, 60000), uuid("text"), uuid("upper"))(w, not)
}
