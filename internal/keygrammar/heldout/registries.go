package heldout

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// registries are tables of several record kinds, told apart by words.
func registries() []kg.Production {
	return []kg.Production{
		{Name: "workspaces", Make: func(w *kg.World) []kg.Kind {
			org := kg.Among(w, words("org", tenants(), kg.ByEntity), number("org", 9000, kg.ByEntity))
			return some(w, 2, kind(1, "ORG#%", org), kind(3, "ORG#%#USER#%", org, email("user", 900, kg.Evenly)), kind(5, "ORG#%#TASK#%", org, ulid("task")),
				kind(2, "ORG#%#PROJECT#%", org, slug("project", 90, kg.Evenly)), kind(1, "INVITE#%", token("invite", 16, 9000, "base64", kg.Evenly)))
		}},
		{Name: "objects of a cluster", Make: func(w *kg.World) []kg.Kind {
			space := few("namespace", services(), 4+w.IntN(9), kg.Skewed)
			config := kg.Made("config", "name of a config map", "-", 300, kg.Evenly, func(w *kg.World) string { return w.One(services()...) + "-" + w.One("config", "env", "ca", "tls") })
			return some(w, 2, kind(4, "/registry/pods/%/%", space, pod(300, kg.Evenly)), kind(2, "/registry/configmaps/%/%", space, config), kind(1, "/registry/namespaces/%", space),
				kind(1, "/registry/minions/%", host(160, kg.Evenly)))
		}},
		{Name: "keys of a cache", Make: func(w *kg.World) []kg.Kind {
			user := kg.Decimal("user", 100000, 999999, kg.ByEntity)
			return some(w, 2, kind(3, "session:%", kg.UUID("session", "text", 9000, kg.Evenly)), kind(2, "user:%:profile", user), kind(2, "lock:%:%", few("resource", tables(), 6, kg.Skewed), number("row", 90000, kg.Evenly)),
				kind(1, "quota:%:%", user, calendar(rowkey.Day, "2006-01-02")))
		}},
		{Name: "packages", Make: func(w *kg.World) []kg.Kind {
			name := slug("package", 400, kg.ByEntity)
			return some(w, 2, kind(1, "pkg/%", name), kind(4, "pkg/%/v/%", name, version("version", 300, kg.Evenly)), kind(3, "dl/%/%", calendar(rowkey.Day, kg.Among(w, "2006-01-02", "20060102")), name))
		}},
		{Name: "posts of blogs", Make: func(w *kg.World) []kg.Kind {
			post := kg.Among(w, number("post", 90000, kg.ByEntity), objectID("post", false))
			return some(w, 2, kind(2, "post/%", post), kind(5, "post/%/comment/%", post, kg.Epoch(rowkey.Millisecond, 0)), kind(1, "author/%", person("author", 300, kg.Evenly)), kind(1, "tag/%/%", words("tag", topics(), kg.Evenly), post))
		}},
		{Name: "people by their ids", Make: func(w *kg.World) []kg.Kind {
			who := kg.UUID("who", "hex", 3000, kg.Evenly)
			return some(w, 2, kind(2, "mail>%>%", kg.RandomID("mail", "sha256 of an address", hexLow, 64, 900, kg.ByEntity), who), kind(3, "phone>%>%", kg.Decimal("phone", 14010000000, 19890000000, kg.ByEntity), who),
				kind(1, "device>%>%", kg.UUID("device", "upper", 900, kg.ByEntity), who))
		}},
		{Name: "tickets and changes", Make: func(w *kg.World) []kg.Kind {
			ticket := kg.Typed("ticket", "project and number", "-", 900, kg.ByEntity, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}, Soft: "-"}, func(w *kg.World) string {
				return w.One("CORE", "OPS", "WEB") + fmt.Sprintf("-%d", 1+w.IntN(9000))
			})
			return some(w, 1, kind(2, "%", ticket), kind(5, "%/%", ticket, kg.Among(w, kg.Epoch(rowkey.Microsecond, 0), calendar(rowkey.Millisecond, "2006-01-02T15:04:05.000Z"))))
		}},
		{Name: "documents and postings", Make: func(w *kg.World) []kg.Kind {
			document := kg.Padded("document", 10, 4000000, kg.Evenly)
			return some(w, 2, kind(1, "d:%", document), kind(6, "p:%:%", words("term", goods(), kg.Evenly), document), kind(0.5, "s:%", calendar(rowkey.Hour, "2006010215")))
		}},
		{Name: "states of workflows", Make: func(w *kg.World) []kg.Kind {
			run := uuid7("run", false)
			return some(w, 2, kind(1, "run|%", run), kind(5, "run|%|%", run, kg.Padded("event", 6, 400, kg.Skewed)), kind(1, "timer|%|%", kg.Epoch(rowkey.Millisecond, 0), rename(kg.UUID("timer", "text", 9000, kg.Evenly), "timer")))
		}},
		{Name: "blobs and manifests", Make: func(w *kg.World) []kg.Kind {
			digest := kg.RandomID("digest", "sha256 of a blob", hexLow, 64, 9000, kg.Evenly)
			repository := kg.Made("repository", "name of an image", "/-", 60, kg.ByEntity, func(w *kg.World) string { return w.One(tenants()...) + "/" + w.One(services()...) })
			return some(w, 2, kind(4, "blobs/sha256:%", digest), kind(2, "manifests/%:%", repository, version("tag", 90, kg.Evenly)), kind(1, "links/%@sha256:%", repository, digest))
		}},
	}
}
