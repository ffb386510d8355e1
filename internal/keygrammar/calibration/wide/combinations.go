package wide

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	kg "tabletop/internal/keygrammar"
)

// combinations are n designs drawn at random, no two alike: fields of some sorts in some order, in text or in bytes, of one record kind or
// more. A design is always the same; its tables draw separators, encodings, and values.
func combinations(n int) []kg.Production {
	var all []kg.Production
	seen := map[string]bool{}
	for seed := uint64(0); len(all) < n; seed++ {
		d := &designer{Rand: rand.New(rand.NewPCG(seed, 20261123)), vars: vars{}}
		design := d.text
		if d.IntN(100) < 38 {
			design = d.bytes
		}
		if p := design(); !seen[p.Name] {
			seen[p.Name] = true
			all = append(all, p)
		}
	}
	return all
}

// designer draws one design.
type designer struct {
	*rand.Rand
	vars vars
}

// add draws a field of one of some sorts, and returns it as a plan has it.
func (d *designer) add(sort string, from any) string {
	name := fmt.Sprintf("%s%d", sort, len(d.vars))
	d.vars[name] = from
	return "{" + name + "}"
}

func (d *designer) one(of ...string) string { return of[d.IntN(len(of))] }

// count draws how many record kinds a design has.
func (d *designer) count() int {
	switch d.IntN(20) {
	case 0, 1, 2, 3:
		return 2
	case 4, 5:
		return 3
	case 6:
		return 4
	case 7:
		return 5 + d.IntN(2)
	}
	return 1
}

// width draws how many fields a record kind has.
func (d *designer) width() int { return []int{1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 7}[d.IntN(13)] }

// text designs keys of text.
func (d *designer) text() kg.Production {
	kinds := d.count()
	seps := d.one("# : | /", "# :", "/", ": |", "_ #", "- #", "| ;", ", |", "~ ! $", ".", "# ## ::", "& ; @", "^ %", "-", "_ -")
	inner := ""
	if d.IntN(6) == 0 {
		inner = d.one("@", "=", ",", "~", "+")
	}
	things := d.Perm(len(strings.Fields(records)))
	place := d.IntN(10) // where the word of a kind stands
	var keys []string
	shared := ""
	for k := range kinds {
		var parts []string
		fields := d.width()
		if kinds > 1 {
			fields = min(fields, 4)
		}
		if shared != "" && d.IntN(3) > 0 {
			parts = append(parts, shared)
		}
		for len(parts) < fields {
			if part := d.field(len(parts), fields, inner); !repeats(strings.Join(parts, ""), part) {
				parts = append(parts, part)
			}
		}
		if !holds(strings.Join(parts, ""), "name", "code", "number", "count", "id", "time", "latest", "user", "tail") {
			parts = append(parts, d.add("id", maybe(newUUID, random, number)))
		}
		if shared == "" {
			shared = parts[0]
		}
		switch {
		case inner != "" && len(parts) > 1:
			at := d.IntN(len(parts) - 1)
			parts = append(append(parts[:at:at], parts[at]+inner+parts[at+1]), parts[at+2:]...)
		case kinds == 1 && len(parts) > 1 && holds(parts[0], "name", "code", "number", "count", "id", "user") && d.IntN(4) == 0:
			parts = append([]string{d.add("salt", salt(strings.Trim(parts[0], "{}")))}, parts...)
		}
		thing := strings.Fields(records)[things[k]]
		if kinds > 1 || d.IntN(6) == 0 {
			switch {
			case place < 7 || len(parts) == 1:
				parts = append([]string{thing}, parts...)
			case place == 7:
				parts = append(parts, thing)
			default:
				parts = append([]string{parts[0], thing}, parts[1:]...)
			}
		}
		keys = append(keys, strings.Join(parts, " "))
	}
	if kinds == 1 && d.IntN(3) == 0 {
		keys[0] += " || " + d.shuffled(keys[0])
	}
	if kinds == 1 && d.IntN(9) == 0 {
		first, _, _ := strings.Cut(keys[0], " || ")
		keys = []string{first, first + " " + d.add("word", words("detail", columns))}
	}
	return d.plan("text", seps, keys)
}

// holds reports whether a key has a field of one of some sorts.
func holds(key string, sorts ...string) bool {
	return slices.ContainsFunc(sorts, func(sort string) bool { return strings.Contains(key, "{"+sort) })
}

// repeats reports whether a key would tell the time of a row twice.
func repeats(key, field string) bool {
	times := []string{"time", "latest", "hour", "day", "tick", "tock"}
	return holds(key, times...) && holds(field, times...)
}

// shuffled returns the parts of a key in another order.
func (d *designer) shuffled(key string) string {
	parts := strings.Split(key, " ")
	d.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return strings.Join(parts, " ")
}

// plan is the production of keys. Its name is the design in words.
func (d *designer) plan(what, seps string, keys []string) kg.Production {
	least := max(1, len(keys)-d.IntN(2))
	shape := strings.Join(keys, " + ")
	for name := range d.vars {
		shape = strings.ReplaceAll(shape, "{"+name+"}", "{"+strings.TrimRight(name, digits)+"}")
	}
	return plan(what+" "+strings.Trim(strconv.Quote(shape), `"`), seps, least, d.vars, keys...)
}

// field draws a field of text; values that may hold anything come last only.
func (d *designer) field(at, of int, inner string) string {
	free := func(m kg.Maker) kg.Maker {
		return func(w *kg.World, not string) kg.Field { return m(w, not+inner) }
	}
	lists := []string{nouns, adjectives, towns, nations, brands, services, gauges, senses, airports, states, verbs, columns, shares, languages, levels, money, seaports, teams, topics}
	if at == of-1 && of > 1 && d.IntN(12) == 0 && inner == "" {
		return d.add("tail", []kg.Maker{title, slug(5), person}[d.IntN(3)])
	}
	switch d.IntN(24) {
	case 0, 1, 2, 3:
		return d.add("word", free(words("word", lists[d.IntN(len(lists))])))
	case 4, 5:
		return d.add("name", free(maybe(nickname, person, slug(2), slug(3), code("name", "user+", "n-+"))))
	case 6, 7, 8, 9:
		return d.add("code", free(code("code", d.pattern(), d.pattern(), d.pattern())))
	case 10, 11:
		return d.add("number", free(decimal([]int{0, 1, 1000, 100000}[d.IntN(4)], []int{400000, 9000000, 1 << 30}[d.IntN(3)])))
	case 12:
		return d.add("padded", free(padded(4+d.IntN(9), 1+d.IntN(9000))))
	case 13:
		return d.add("count", free(counting(6+d.IntN(5))))
	case 14:
		return d.add("few", free(few(3+d.IntN(90))))
	case 15, 16:
		return d.add("id", free(maybe(newUUID, random, sortable, number)))
	case 17, 18:
		return d.add("time", free(instant))
	case 19:
		return d.add("latest", free(latest))
	case 20:
		return d.add("day", free(day))
	case 21:
		return d.add("hour", free(hour))
	case 22:
		return d.add("user", free(user))
	}
	return d.add("place", free(maybe(cell, ip, site, mail, cell, uuid("text"))))
}

// pattern draws a pattern of codes.
func (d *designer) pattern() string {
	prefix := strings.ToUpper(strings.Fields(records)[d.IntN(60)])[:2+d.IntN(2)]
	n, m := 2+d.IntN(6), 2+d.IntN(3)
	return d.one(
		fmt.Sprintf("%s-9<%d>", prefix, n), fmt.Sprintf("%s9<%d>", prefix, n), fmt.Sprintf("@<%d>9<%d>", m, n), fmt.Sprintf("@<%d>-9<%d>-@", m, n),
		fmt.Sprintf("%s!<%d>", prefix, n+3), fmt.Sprintf("9<%d>-9<%d>", m, n), fmt.Sprintf("%s_*<%d>", strings.ToLower(prefix), n+6), fmt.Sprintf("9<%d>@<%d>", n, m),
		fmt.Sprintf("~<%d>", 2*n+6), fmt.Sprintf("^<%d>", n+5), fmt.Sprintf("%s.9<%d>.9<%d>", prefix, m, n), fmt.Sprintf("(%s|%s)+", prefix, prefix[:2]+"Q"), fmt.Sprintf("@<%d>", m+1), fmt.Sprintf("%%<%d>", n+6))
}

// bytes designs keys that hold bytes.
func (d *designer) bytes() kg.Production {
	kinds := d.count()
	tag := d.one("\x01", "a", "\x10", "\xf0", "A", "\x80")[0]
	var keys []string
	shared := ""
	for k := range kinds {
		fields := 1 + d.IntN(4)
		key, before := "", ""
		if kinds > 1 {
			key = string([]byte{tag + byte(k)})
		} else if fields > 1 && d.IntN(5) == 0 {
			key, before = d.add("saltByte", saltByte("lead")), "small"
		}
		for i := range fields {
			if i == 0 && before == "small" {
				d.vars["lead"] = be(8, 1<<(20+d.IntN(20)))
				key, before = key+"{lead}", "wide"
				continue
			}
			if i == 0 && shared != "" && d.IntN(2) == 0 {
				key, before = key+shared, d.character(shared)
				continue
			}
			field, character := d.raw(before, i == fields-1)
			for repeats(key, field) {
				field, character = d.raw(before, i == fields-1)
			}
			before = character
			if key += field; shared == "" && strings.HasSuffix(field, "}") && !strings.HasPrefix(field, "{tail") {
				shared = field
			}
		}
		keys = append(keys, key)
	}
	return d.plan("bytes", "", keys)
}

// character tells which fields may stand beside one.
func (d *designer) character(field string) string {
	switch name := strings.TrimRight(strings.Trim(field, "{}"), digits); name {
	case "raw", "uuid":
		return "random"
	case "small", "pair", "odd":
		return name
	}
	return "wide"
}

// raw draws a field in bytes that may stand behind one of a character: where its own would end cannot be known behind some.
func (d *designer) raw(before string, last bool) (field, character string) {
	for {
		switch sort := d.IntN(16); sort {
		case 0, 1, 2:
			return d.add("number", be(8, 1<<(10+d.IntN(34)))), "wide"
		case 3, 4:
			return d.add("four", be(4, 1<<(7+d.IntN(17)))), "wide"
		case 5:
			if before == "" || before == "wide" || before == "random" {
				return d.add("pair", be(2, 40+d.IntN(4000))), "pair"
			}
		case 6:
			if before == "wide" || before == "random" {
				return d.add("small", be(1, 2+d.IntN(40))), "small"
			}
		case 7:
			if before == "" || before == "wide" {
				width := []int{3, 5, 6, 7}[d.IntN(4)]
				return d.add("odd", be(width, 1<<(8*(width-1)-1-d.IntN(5)))), "odd"
			}
		case 8, 9:
			if before != "random" && before != "odd" {
				return d.add("raw", raw([]int{4, 6, 8, 12, 16, 20, 32}[d.IntN(7)], 200<<d.IntN(10))), "random"
			}
		case 10:
			if before != "random" {
				return d.add("uuid", rawUUID), "random"
			}
		case 11, 12:
			return d.add("tick", tick), "wide"
		case 13:
			return d.add("tock", tock), "wide"
		case 14:
			text := maybe(slug(2), nickname, words("word", towns), code("code", d.pattern(), "@@-999"), mail)
			if n := []int{0, 1, 2, 4}[d.IntN(4)]; n > 0 {
				return d.add("sized", sized(n, "sized", text)), "wide"
			}
			return d.add("text", text) + d.one("\x00", "\x00", "\x1f", "\x00\x01"), "wide"
		case 15:
			if last {
				return d.add("tail", maybe(slug(3), nickname, words("word", nouns), mail, code("code", d.pattern(), "@<3>9"))), "wide"
			}
			return d.add("text", words("word", []string{towns, brands, columns, gauges}[d.IntN(4)])) + "\x00", "wide"
		}
	}
}
