package wide

import (
	kg "tabletop/internal/keygrammar"
)

// web are crawls, names of the Internet, search, mail, and advertisements.
func web() []kg.Production {
	return []kg.Production{
		plan("crawl", ": # |", 1, vars{"site": etis, "t": when, "page": page}, "{site} {page} {t} || {t} {site} {page}", "{site} robots.txt"),
		plan("captures of pages", "", 1, vars{"site": etis, "page": page, "t": calendarOnly("20060102150405")}, "{site}){page}␣{t}"),
		plan("passive dns", "# | /", 2, vars{"name": etis, "type": "A AAAA CNAME MX NS TXT SOA", "ip": ip, "t": day}, "{name} {type} {t} || {name} {type}", "ptr {ip} {name}"),
		plan("zone files", "| # /", 1, vars{"zone": site, "name": code("label", "www", "mail+", "ns+", "vpn-9"), "type": "A AAAA CNAME MX NS TXT SRV", "v": few(40)}, "{zone} {name} {type} || {zone} {type} {name}", "{zone} serial {v}"),
		plan("inverted index", ": / #", 2, vars{"term": words("term", nouns+" "+adjectives), "doc": maybe(decimal(1, 90000), padded(10, 90000), uuid("text")), "pos": few(900)}, "term {term} {doc} || t {term} {doc} {pos}", "doc {doc} || d {doc} {pos}"),
		plan("link graph", "# |", 2, vars{"a": site, "b": etis, "n": few(20)}, "in {b} {a} || in {b} {a} {n}", "out {a} {b}"),
		plan("short links", ": / #", 2, vars{"code": code("short", "%<7>", "*<6>", "&<5>"), "t": instant, "ip": ip}, "s {code} || url {code}", "hit {code} {t} || hit {code} {t} {ip}"),
		plan("bid requests", "# | _", 1, vars{"shard": shard, "id": newUUID, "t": count13, "pub": decimal(1000, 9999)}, "{shard} {t} {id} || {pub} {t} {id} || {shard} {pub} {id}"),
		plan("impressions", "| # : ~", 1, vars{"c": code("campaign", "cmp-+", "C999999"), "ad": decimal(10000, 99999), "h": hour, "nation": nations}, "{c} {ad} {h} || {h} {c} {ad} || {nation} {c} {h} || {c} {nation} {h} {ad}"),
		plan("frequency caps", ": |", 2, vars{"u": maybe(uuid("text"), code("cookie", "~<32>", "%<22>")), "c": decimal(100, 99999), "d": day}, "cap {u} {c} || cap {c} {u}", "seen {u} {d}"),
		plan("audience segments", "# / :", 2, vars{"seg": decimal(1, 3000), "u": code("cookie", "~<16>", "*<20>"), "d": day}, "seg {seg} {u}", "usr {u} {seg} || usr {u}", "count {seg} {d}"),
		plan("attribution", "# |", 1, vars{"app": code("app", "com.&<5>.&<6>", "id9<9>"), "u": maybe(uuid("upper"), uuid("text")), "e": verbs, "t": latest}, "{app} {u} {e} {t} || {app} {e} {t} {u}"),
		plan("mailboxes", "/ # :", 2, vars{"u": mail, "f": "INBOX Sent Drafts Trash Archive Junk", "n": maybe(padded(8, 9000), decimal(1, 9000)), "id": code("message", "m~<16>")}, "{u} {f} {n}", "{u} {f} meta || {u} quota"),
		plan("messages by id", "# |", 1, vars{"id": serial("message", `\<%<20>\@mail.example.org>`, `\<9<14>.~<8>\@mx+.example.com>`), "t": instant}, "{id} || {id} {t} || {t} {id}"),
		plan("newsletter", ": # |", 2, vars{"l": slug(2), "u": mail, "t": day, "e": "sent opened clicked bounced spam"}, "list {l} {u}", "event {e} {l} {t} {u} || event {l} {e} {u}"),
		plan("page views", "_ # |", 1, vars{"d": day, "site": decimal(1, 500), "page": page, "n": nations}, "{d} {site} {page} || {site} {d} {page} || {n} {site} {d}"),
		plan("sessions of visitors", ". : #", 1, vars{"v": code("visitor", "GA1-9<9>", "~<32>", "%<16>"), "t": count10, "n": few(60)}, "{v} {t} || {v} {t} {n} || {t} {v}"),
		plan("shards of a search engine", "", 1, vars{"s": be(2, 300), "term": words("term", nouns+" "+towns), "doc": be(4, 1<<22)}, "{s}{term}\x00{doc} || {term}\x00{s}{doc}"),
		plan("pages by digest", "", 1, vars{"h": raw(16, 900), "t": anyTick, "n": be(2, 300)}, "{h}{t} || {h}{n}{t}"),
		plan("edges of the web", "", 2, vars{"a": be(5, 1<<33), "b": be(8, 1<<40), "k": be(1, 7)}, "\x01{a}{k}{b}", "\x02{b}{k}{a} || \x02{b}"),
		plan("addresses and names", "", 2, vars{"ip": addressBytes, "name": etis, "t": tick}, "\x04{ip}{t}", "n{name}\x00{t} || n{name}\x00{ip}"),
		plan("cookies and sites", "", 1, vars{"u": rawUUID, "site": be(4, 90000), "t": tock}, "{u}{site}{t} || {site}{u}{t} || {u}{t}{site}"),
		plan("favicons", "! ~ |", 1, vars{"site": site, "w": "16 32 48 64 96 128 180 192 512", "f": "png ico svg webp"}, "{site} {w} {f} || {w} {site} || {f} {site} {w}"),
		plan("certificates", ": #", 2, vars{"f": code("fingerprint", "~<64>", "~<40>"), "site": etis, "t": day, "log": few(30), "n": counting(10)}, "cert {f}", "name {site} {t} {f} || name {site} {f}", "log {log} {n}"),
	}
}
