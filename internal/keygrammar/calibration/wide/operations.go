package wide

import (
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// operations are metrics, logs, traces, builds, security, features, and what runs in data centers.
func operations() []kg.Production {
	service, level := words("service", services), words("level", levels)
	return []kg.Production{
		plan("gauges of machines", "# : | /", 1, vars{"h": machine, "g": gauges, "t": when, "r": code("region", "(eu|us|ap)-(west|east|south)-9")}, "{h} {g} {t} || {g} {h} {t} || {r} {h} {g} {t} || {g} {t} {h}"),
		plan("points with labels", ", ; |", 1, vars{"p": points, "h": machine, "e": "prod stage dev qa", "t": when}, "{p} host={h} env={e} {t} || {p} env={e} {t} || {p} {t} host={h}"),
		plan("dotted series", ". /", 1, vars{"a": "servers apps network storage", "h": code("host", "(web|db|mq)99", "node+", "r9s99"), "g": gauges, "t": count10}, "{a} {h} {g} {t} || stats {a} {h} {g} || {a} {h} {g}"),
		plan("rollups", ": # |", 1, vars{"step": "10s 1m 5m 1h 1d", "g": points, "b": hour, "ten": tenant}, "{ten} {g} {step} {b} || {step} {b} {g} || {g} {step} {b} || {ten} {step} {g} {b}"),
		plan("series by hash in bytes", "", 1, vars{"h": raw(8, 300), "b": dayBytes, "s": shardByte, "k": be(2, 3000)}, "{h}{b} || {s}{h}{b} || {k}{b} || {s}{k}{b}"),
		plan("series by numbers", "", 1, vars{"m": be(4, 300), "t": ticks4, "a": be(4, 30), "b": be(4, 6000), "s": saltByte("m")}, "{m}{t}{a}{b} || {s}{m}{t} || {m}{a}{b}{t} || {s}{m}{t}{a}{b}"),
		plan("logs by service", "# | /", 1, vars{"s": service, "l": level, "t": instant, "n": few(900), "h": machine}, "{s} {l} {t} || {s} {t} {n} || {h} {s} {t} || {l} {s} {t} {h}"),
		plan("logs newest first", ": _ #", 1, vars{"s": service, "t": latest, "id": random}, "{s} {t} {id} || {t} {s} || {t} {id}"),
		plan("lines of files", "# :", 1, vars{"f": file, "n": counting(8), "h": machine, "off": padded(12, 90000000)}, "{f} {n} || {h} {f} {off} || {f} {off}"),
		plan("traces", ": - /", 2, vars{"tr": code("trace", "~<32>", "~<16>"), "sp": serial("span", "~<16>"), "s": service, "t": latest, "ms": padded(6, 20000)}, "{tr} {sp} || t {tr} {sp}", "{s} {t} {tr} || svc {s} {tr}", "slow {s} {ms} {tr} || op {s} {ms}"),
		plan("traces in bytes", "", 2, vars{"tr": raw(16, 900), "t": tick, "sp": raw(8, many), "s": service}, "\x80{tr}{t} || {tr}{t}{sp}", "\x81{s}\x00{t}{tr} || \x81{s}\x00{t}"),
		plan("errors", "# /", 2, vars{"p": code("project", "p+", "9999", "&<5>"), "g": code("group", "~<32>", "^<4>-*<2>", "G-!<5>"), "id": newUUID, "d": day, "rel": code("release", `v9.99.9`, "9.9.9-rc9", "~<7>")}, "{p} {id} || {p} {g} {id}", "{p} {g} {d} || {g} {d}", "{p} rel {rel}"),
		plan("alerts", "# | :", 1, vars{"r": code("rule", "R-9999", "alert_+", "KB9<6>"), "sev": "P1 P2 P3 P4 P5", "t": latest, "s": service}, "{sev} {r} {t} || {s} {sev} {t} || {r} {t} || {s} {r} {sev} {t}"),
		plan("checks of sites", "/ _ |", 1, vars{"site": site, "t": instant, "from": towns, "m": methods}, "{site} {from} {t} || {from} {site} {t} || {m} {site} {t}"),
		plan("builds", "/ # :", 2, vars{"o": brands, "r": slug(3), "n": maybe(decimal(1, 9000), counting(6)), "j": "lint unit e2e build deploy scan", "sha": code("commit", "~<40>", "~<8>")}, "{o} {r} {n} || {o} {r} {n} {j}", "{r} sha {sha} || {o} {r} {sha}", "queue {n}"),
		plan("artifacts", ": / @", 1, vars{"g": packages, "a": slug(2), "v": code("version", "9.99.9", "v9.9", "9.9.9-SNAPSHOT", "20(22|23|24).99"), "ext": "jar pom war zip"}, "{g} {a} {v} || {g} {a} {v}.{ext} || {a} {v}"),
		plan("layers of images", "/ @ :", 2, vars{"repo": slug(2), "d": code("layer", "sha256-~<64>", "~<64>"), "tag": code("tag", "v9.99", "9.9.9-alpine", "~<7>", "latest-99")}, "{repo} {tag} || {repo} tags {tag}", "{repo} blobs {d} || blob {d}"),
		plan("objects of a repository", "/", 2, vars{"a": code("first", "~<2>"), "b": serial("rest", "~<38>"), "ref": slug(3)}, "objects {a} {b} || {a} {b}", "refs heads {ref}"),
		plan("partitions of a lake", "/", 1, vars{"t": "events clicks orders users logs", "d": calendarDay("2006-01-02"), "h": hourOfDay, "n": counting(5), "r": nations}, "{t} dt={d} hr={h} part-{n} || {t} day={d} {n}.parquet || {t} country={r} dt={d} {n} || {t} date={d} hour={h} {n}.avro"),
		plan("partitions by year and month", "/ _", 1, vars{"b": code("bucket", "(raw|clean|gold)-(eu|us|ap)"), "d": calendarDay("2006/01/02"), "h": hourOfDay, "id": newUUID}, "{b} {d} {h} {id} || {b} {d} {id}.json || {d} {h} {id}"),
		plan("messages of topics", "# : - |", 1, vars{"t": topics, "p": few(64), "o": maybe(counting(10), counting(20), decimal(1, 900000))}, "{t} {p} {o} || {p} {t} {o} || {t} {o}"),
		plan("messages of topics in bytes", "", 1, vars{"t": words("topic", topics), "p": be(4, 64), "o": counter(8, 1<<33), "id": be(2, 90)}, "{t}\x00{p}{o} || {id}{p}{o} || {t}{p}{o}"),
		plan("jobs", ": / #", 2, vars{"q": "default mail low high critical bulk", "st": states, "at": instant, "id": newUUID, "w": machine}, "job {id}", "{q} {st} {at} {id} || {q} {at} {id} || {st} {q} {id}", "worker {w} {id} || lock {q} {w}"),
		plan("timers in bytes", "", 2, vars{"g": be(2, 128), "at": tick, "k": rawUUID, "ns": be(4, 30)}, "\x01{g}{at}{k}", "\x02{g}{k} || \x02{k}{ns}"),
		plan("flags", ". : #", 2, vars{"ten": tenant, "f": slug(3), "e": "prod staging dev", "u": user}, "{ten} {e} {f} || {e} {f}", "{f} on {u} || {ten} {f} {u}"),
		plan("features of entities", ": # |", 1, vars{"v": code("view", "(user|item|driver)_features", "fv_9"), "id": maybe(decimal(1, 900000), code("entity", "u_*<8>", "item-+"), uuid("text")), "f": "ctr_7d spend_30d visits_1h age churn_score avg_rating embedding", "t": day}, "{v} {id} {f} || {v} {id} || {id} {f} {t} || {v} {f} {id} {t}"),
		plan("features in bytes", "", 1, vars{"h": rawFront("id"), "id": be(8, 1<<36), "f": be(2, 300), "t": anyTick, "view": words("view", "users items drivers trips shops")}, "{h}{id}{f} || {id}{f}{t} || {view}\x00{id}{f} || {view}\x00{id}"),
		plan("runs of experiments", "/ # _", 2, vars{"e": slug(2), "r": code("run", "~<32>", "run-!<4>", "*<8>"), "m": "loss accuracy auc f1 lr grad_norm", "n": padded(8, 90000)}, "{e} {r} || exp {e} {r}", "{r} {m} {n} || {e} {r} {m} {n}", "{r} artifacts"),
		plan("models and predictions", "# : @", 1, vars{"m": code("model", "(rank|fraud|churn)-v99", "m9999"), "u": user, "t": when, "id": newUUID}, "{m} {u} {t} || {u} {m} || {m} {t} {id} || {m} {id}"),
		plan("weaknesses", "/ # |", 2, vars{"cve": code("cve", "CVE-20(18|19|20|21|22|23)-99999", "CVE-2021-9999"), "pkg": slug(2), "v": code("version", "9.9.9", "9.99", "9.9.9-9"), "h": machine}, "cve {cve}", "pkg {pkg} {v} {cve} || {pkg} {cve}", "host {h} {cve}"),
		plan("marks of attacks", ": | #", 1, vars{"k": "sha256 md5 ip domain url mail", "x": code("indicator", "~<64>", "~<32>"), "d": day, "feed": few(90), "ta": code("technique", "T1999.99(1|2|3)", "TA99")}, "{k} {x} || {feed} {x} {d} || {ta} {x} || {d} {feed} {x}"),
		plan("logins", "# | _", 1, vars{"u": user, "t": latest, "ip": ip, "r": "ok badpass locked mfa expired"}, "{u} {t} || {u} {ip} {t} || {ip} {u} {t} || {r} {t} {u} || {u} {r} {t}"),
		plan("flows of packets", ", | ;", 1, vars{"a": ip, "b": ip, "sp": decimal(1024, 65535), "dp": "22 53 80 123 443 3306 5432 6379 8080", "pr": "tcp udp icmp", "t": instant}, "{t} {a} {b} {dp} || {a} {b} {sp} {dp} {pr} || {a} {sp} {b} {dp} {t} || {pr} {a} {b} {t}"),
		plan("flows in bytes", "", 1, vars{"a": addressBytes, "b": addressBytes, "p": be(2, 4000), "t": tick, "pr": be(1, 18)}, "{a}{t}{b} || {t}{a}{p} || {a}{pr}{t} || {pr}{a}{t}{p}"),
		plan("keys and secrets", "/ : #", 2, vars{"ten": tenant, "k": code("key", "AKIA^<16>", "sk_live_%<24>", "key-~<32>"), "v": few(30), "n": slug(3)}, "key {k} || {ten} key {k}", "secret {ten} {n} {v} || secret {n} {v} || {ten} secret {n}"),
		plan("policies of clouds", ": /", 1, vars{"svc": "s3 ec2 iam lambda sqs rds", "r": code("region", "(us|eu)-(west|east)-9"), "acc": code("account", "9<12>"), "n": slug(2)}, "arn:aws:{svc}:{r}:{acc}:{n} || {acc} {svc} {r} {n} || {svc} {acc} {n}"),
		plan("nodes of clusters", "/ .", 2, vars{"c": code("cluster", "(prod|stage)-(eu|us)9", "c-*<5>"), "ns": "default kube-system web data batch", "pod": code("pod", "(api|web|job)-*<9>-*<5>", "(db|mq)-9"), "kind": "pods services configmaps secrets"}, "registry {kind} {ns} {pod} || {c} {kind} {ns} {pod}", "{c} nodes {pod} || events {ns} {pod}"),
	}
}

// packages are names of groups of software, which look like names of hosts backwards.
func packages(w *kg.World, not string) kg.Field {
	v := kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Domain}}
	return made("group", "group of packages", ".", v, func(w *kg.World) string {
		return w.One("com", "org", "io") + "." + w.One(strings.Fields(brands)...) + w.One("", "."+w.One(strings.Fields(nouns)...))
	})(w, not)
}

// ticks4 are seconds in 4 bytes.
func ticks4(*kg.World, string) kg.Field { return ticks(rowkey.Second, 4, 0) }
