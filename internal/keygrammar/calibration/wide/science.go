package wide

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// science are genomes, health, laboratories, libraries, offices, and what else people count.
func science() []kg.Production {
	chromosome := words("chromosome", "chr1 chr2 chr3 chr7 chr11 chr17 chr22 chrX chrY chrM")
	place := maybe(padded(9, 240000000), decimal(10000, 240000000), padded(10, 240000000))
	return []kg.Production{
		plan("variants", ": - _ #", 1, vars{"c": chromosome, "p": place, "r": "A C G T", "a": "A C G T AT GC", "b": "GRCh37 GRCh38 T2T"}, "{c} {p} {r} {a} || {b} {c} {p} || {c} {p} || {c} {p} {a}"),
		plan("genes and samples", "# / |", 2, vars{"g": code("gene", "ENSG00000!<6>", "ENSG000009<6>.9", "@@@9"), "s": code("sample", "SRR9<7>", "TCGA-99-^<4>-99A", "HG0!<4>", "S+"), "rs": code("variant", "rs9<7>", "rs+")}, "{g} {s} || {s} {g}", "rs {rs} {s} || rs {s} {rs}"),
		plan("genomes in bytes", "", 1, vars{"c": be(1, 24), "p": be(4, 1<<23), "s": be(4, 90000), "k": raw(8, 2000)}, "{c}{p}{s} || {s}{c}{p} || {k}{s} || {k}{c}{p}"),
		plan("reads of a machine", ": _", 1, vars{"m": code("machine", "A99999", "M99999", "NB99999"), "run": few(400), "cell": code("cell", "H^<4>DRXX", "000000000-^<5>"), "lane": "1 2 3 4", "tile": decimal(1101, 2678), "x": decimal(1000, 32000), "y": decimal(1000, 36000)}, "{m}:{run}:{cell}:{lane}:{tile}:{x}:{y} || {cell} {lane} {tile} {x}"),
		plan("records of patients", "# | /", 2, vars{"p": code("patient", "MRN-9<6>", "P9<9>", "9<3>-9<2>-9<4>", "PT!<5>"), "v": few(60), "d": day, "icd": code("diagnosis", "(E11|I10|J45|M54).9", "@99.9"), "loinc": code("test", "9999-9", "99999-9")}, "{p} enc {v} || {p} {d} {v}", "{p} dx {icd} || dx {icd} {p}", "{p} lab {loinc} {d}"),
		plan("resources of hospitals", "/", 2, vars{"k": "Patient Encounter Observation Condition Claim", "id": maybe(uuid("text"), decimal(1, 90000), code("id", "*<12>")), "v": few(20), "t": instant}, "{k} {id} || {k} {id} _history {v}", "_lastUpdated {t} {k} {id} || {k} _index {t}"),
		plan("images of patients", "# | :", 1, vars{"study": uid, "n": few(400), "mod": "CT MR US XR PT", "d": day}, "{study}/{n} || {mod} {study} || {d} {mod} {study}"),
		plan("vital signs", "| # :", 1, vars{"bed": code("bed", "ICU-99", "W9-B99", "99-9(A|B)"), "sig": "hr spo2 rr nibp temp etco2", "t": when}, "{bed} {sig} {t} || {sig} {bed} {t} || {bed} {t}"),
		plan("molecules", "# /", 1, vars{"k": serial("molecule", "@<14>-@<10>-@"), "cas": code("cas", "9<5>-99-9", "9<2>-99-9"), "a": code("assay", "CHEMBL9<6>", "AID9<5>"), "well": code("well", "(A|B|C|D|E|F|G|H)99")}, "{k} || {a} {k} || {cas} {a} || {a} {well} {k}"),
		plan("proteins", ": | _", 1, vars{"u": code("protein", "(P|Q|O)9^^^9", "A0A9^<3>9^^9"), "pos": decimal(1, 2500), "pdb": code("structure", "9***", "AF-(P|Q)9^^^9-F1"), "ch": "A B C D E"}, "{u} {pos} || {pdb} {ch} {pos} || {u} {pdb} || {pdb} {ch}"),
		plan("telescopes", "/ _ :", 1, vars{"t": "ztf atlas lsst gaia tess", "o": code("object", "ZTF2(0|1|2|3)&<7>", "J9<6>.99(+|-)9<6>", "TIC9<8>"), "f": "u g r i z y", "mjd": mjd, "h": cell}, "{o} {f} {mjd} || {t} {o} {mjd} || {f} {o} || {t} {f} {mjd}"),
		plan("quakes", "# _ |", 1, vars{"n": "us ci nc ak hv nn", "id": code("event", "(us|ci|nc)9<4>****", "**9<6>"), "t": instant, "st": code("station", "@@.@@@@", "@@@@"), "ch": "BHZ BHN BHE HHZ LHZ"}, "{n} {t} {id} || {st} {ch} {t} || {id} {st} || {n} {st} {ch} {t}"),
		plan("books", "- # / |", 2, vars{"isbn": code("book", `\9789<10>`, "9<9>(X|9)", `\978-9-999-99999-9`), "b": code("branch", "BR99", "L-9"), "copy": few(9), "u": code("reader", "2(1|2)9<6>", "R9<6>"), "d": day}, "{isbn} {b} {copy} || {isbn} {copy}", "{u} {isbn} {d} || {u} {d}", "{b} due {d} {isbn}"),
		plan("papers", "/ # :", 1, vars{"doi": code("paper", "10.9<4>.*<8>", "2(0|1|2|3)(01|05|09|12).99999v9", "arXiv-2301.9<5>"), "ref": few(90), "orcid": code("author", "0000-000(1|2|3)-9<4>-9<4>")}, "{doi} {ref} || {orcid} {doi} || {doi} || {orcid} {ref}"),
		plan("patents", "- / _", 1, vars{"c": "US EP WO CN JP KR", "n": decimal(1000000, 12000000), "k": "A1 A2 B1 B2 U", "p": code("patent", "(US|EP|WO|CN)9<7>(A|B)(1|2)"), "ipc": code("class", "(H|G|A|B)99@-9<3>"), "y": year}, "{p} {y} || {c} {n} {k} || {ipc} {c} {n} || {y} {c} {n}"),
		plan("votes in elections", "# | /", 1, vars{"s": "AL CA FL GA MI NY OH PA TX WI", "county": padded(5, 56000), "p": code("precinct", "P-9999", "99-9@"), "c": family2, "b": few(30)}, "{s} {county} {p} || {p} {c} || {s} {p} {c} || {county} {c} {b}"),
		plan("parcels of land", "- | / :", 1, vars{"m": code("map", "9<3>-9<2>-9<3>", "9<6>"), "lot": few(900), "own": person, "d": day, "k": "deed lien tax permit"}, "{m} {lot} || {m} {lot} {k} || {m} {lot} {d} || {k} {m} {lot} {d}"),
		plan("words of languages", "# : | /", 1, vars{"l": languages, "w": words("word", nouns+" "+adjectives), "n": few(30), "to": locales}, "{l} {w} || {l} {w} {n} || {l} {to} {w} || {w} {l}"),
		plan("schedules", ". # :", 1, vars{"who": maybe(mail, person, code("calendar", "cal_*<20>", "c+")), "t": instant, "id": random, "rec": few(60)}, "{who} {t} || {who} {t} {id} || {who} {id} || {t} {who}"),
		plan("staff", "/ # _", 2, vars{"u": code("unit", "OU-99-9", "DEP9<3>", "K-9(A|B|C)"), "n": code("person", "E9<5>", "9<6>", "emp-+"), "m": calendarMonth, "g": code("grade", "(A|B|C)99", "L+")}, "{u} {n} || {n} {u}", "pay {n} {m} || {m} {n}", "{g} {n} || grade {g} {u}"),
		plan("answers to polls", "| ; #", 1, vars{"s": random, "q": code("question", "q99", "Q+", "s9q9"), "r": maybe(uuid("text"), counting(7)), "l": locales}, "{s} {q} {r} || {s} {r} {q} || {l} {s} {q} || {r} {q}"),
		plan("recipes", "- _ #", 1, vars{"s": slug(3), "step": few(20), "lang": languages, "v": code("version", "v+", "r99")}, "{s} {step} || {lang} {s} || {s} {v} || {lang} {s} {step}"),
		plan("optional suffixes", "# : / |", 2, vars{"u": user, "t": when, "x": words("detail", columns)}, "{u} {t}", "{u} {t} {x}"),
		plan("values that may be empty", "# | ;", 1, vars{"a": words("a", nations), "b": sometimes(words("b", towns)), "c": decimal(1, 90000), "d": sometimes(slug(2))}, "{a} {b} {c} || {c} {b} || {a} {d} {c} || {c} {d} {a}"),
		plan("notes with signs inside", "# |", 1, vars{"u": decimal(1000, 9999), "t": count13, "note": note}, "{u} {t} {note} || {u} {note} || {t} {note}"),
		plan("ids that look like times", "# : /", 1, vars{"a": digitsOf(10), "b": digitsOf(13), "d": day, "n": towns}, "{n} {a} || {a} {d} || {n} {b} || {b} {n}"),
		plan("times that look like ids", "# : / |", 1, vars{"a": hexTimes, "b": random, "k": words("kind", records), "n": few(90)}, "{k} {a} || {a} {b} || {k} {a} {n} || {b} {a}"),
	}
}

// uid are object identifiers of images.
func uid(w *kg.World, _ string) kg.Field {
	root := w.One("1.2.840.113619.2.", "1.3.12.2.1107.5.1.4.", "1.2.276.0.7230010.3.1.")
	return kg.Typed("uid", "uid of an image below "+root, ".", 60+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hash}, Soft: ".", Headed: true},
		func(w *kg.World) string { return fmt.Sprint(root, 1+w.IntN(9000), ".", 100000+w.IntN(900000)) })
}

// mjd are days of astronomers with a fraction, or a number of both where no cell tells.
func mjd(w *kg.World, not string) kg.Field {
	return kg.Typed("mjd", "modified julian day", ".", 3000, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded, rowkey.Timestamp}, Soft: "."},
		func(w *kg.World) string { return fmt.Sprintf("%d.%04d", 59000+w.IntN(1500), w.IntN(10000)) })
}

// family2 are surnames in capitals or not.
func family2(w *kg.World, not string) kg.Field { return words("candidate", family)(w, not) }

// calendarMonth is a month.
func calendarMonth(*kg.World, string) kg.Field { return calendar(rowkey.Month, "2006-01") }

// sometimes are values that are missing in a few rows.
func sometimes(of kg.Maker) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		f := of(w, not)
		f.Encoding += " or nothing"
		column := f.Column
		f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
			next := column(w)
			return func(m *kg.Moment) kg.Value {
				v := next(m)
				if w.IntN(12) == 0 {
					v.Text = ""
				}
				return v
			}
		}
		return f
	}
}

// note is what people write, in which now and then the separator stands.
func note(w *kg.World, not string) kg.Field {
	return kg.Typed("note", "some words, now and then with the separator", " ", 4000, kg.Evenly, kg.Value{Type: rowkey.Text, Soft: " " + not}, func(w *kg.World) string {
		s := w.Syllables(2) + " " + w.Syllables(1)
		if w.IntN(25) == 0 {
			s += not + w.Syllables(2)
		}
		return s
	})
}

// hexTimes are seconds or milliseconds in hexadecimal digits, which nothing but cells tells from ids.
func hexTimes(w *kg.World, _ string) kg.Field {
	return kg.Among(w, hexTime(rowkey.Second, 8), hexTime(rowkey.Millisecond, 11), hexTime(rowkey.Millisecond, 12), hexTime(rowkey.Millisecond, 16))
}

// digitsOf are random numbers of so many digits.
func digitsOf(width int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.Decimal(fmt.Sprintf("number of %d digits", width), kg.Pow10(width-1), kg.Pow10(width)-1, kg.Evenly)
	}
}
