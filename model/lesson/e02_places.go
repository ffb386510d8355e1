package lesson

// places is E02: from the common to the specific.
func places() *Lesson {
	const (
		ofCountry = "continent equal, country equal"
		ofCity    = "city equal"
		cityLeft  = "{city}#{country}#{continent}"
	)
	return &Lesson{
		ID: "E02", Name: "places", Title: "Common first", Demo: "places",
		About:  "A key that goes from common to specific: every prefix of segments answers a query.",
		Tables: []Table{{Name: "places", Layout: "{continent:enum}#{country:text}#{city:text}"}},
		Steps: []Step{
			{
				Table:   "places",
				Text:    "One row per town: `asia#india#bangalore`. The key starts with the common value and ends with the specific one (G35).",
				Task:    "Open {@space}: which continent has the most rows?",
				Hint:    "The column rows; s sorts.",
				Why:     "Asia, {asia} adjacent rows. Each level of the key is one range of the table (G20).",
				Figures: Measures{"asia": RowsBelow("asia#")},
				Check: Choice{Options: []string{"africa", "europe", "asia", "oceania"}, Answer: 2,
					Right: Most(RowsBelow("africa#"), RowsBelow("europe#"), RowsBelow("asia#"), RowsBelow("oceania#"))},
			},
			{
				Text:    "A country of a continent: the two leading segments.",
				Task:    "In {@lab}, W: continent equal, country equal; enter, esc.",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "A {access}: {read} rows, all of them returned (G31).",
				Figures: Measures{"access": AccessOf(ofCountry), "read": ReadOf(ofCountry)},
				Check:   Asks(ofCountry, ofCity, "continent equal", "country equal"),
			},
			{
				Text:    "A town by its name alone, wherever it is.",
				Task:    "How is it read under the current layout?",
				Hint:    "W: city equal.",
				Why:     "A {access}: {read} rows for {returned}. The end of a key is of no use without its prefix (G33).",
				Figures: Measures{"access": AccessOf(ofCity), "read": ReadOf(ofCity), "returned": Returned(ofCity)("")},
				Check:   Choice{Options: []string{"point", "prefix", "range", "full scan"}, Answer: 3, Right: Named(AccessOf(ofCity), "point", "prefix", "range", "full scan")},
			},
			{
				Text: "Reverse the key for it.",
				Task: "In {@lab}, make a candidate that finds a town without a full table scan.",
				Hint: "The city is first: `{city}#{country}#{continent}`",
				Why:  "A {access} of {read} rows. But a country now reads {country} (G41): other rows are adjacent now.",
				Check: Make{Where: InLab, Right: cityLeft, Wrong: []string{"{country}#{continent}#{city}", "{continent}#{city}#{country}"}, Conds: []Cond{
					Is("access", Access(ofCity), "With {made} a town is a {access}.", "prefix", "point"),
					Zero("hidden", OlderVersions, "With {made} towns of one name meet: {hidden} cells become versions."),
					Shows(map[string]Of{"read": Read(ofCity), "country": Read(ofCountry)}),
				}},
			},
			{
				Text:    "Adjacent keys with a common prefix are stored compactly.",
				Task:    "How many bytes do the packed keys take if the city is first?",
				Hint:    "The line keys packed in {@lab}.",
				Why:     "{answer} instead of {today}, although the letters are the same. Order is also what compresses (G20, G35).",
				Figures: Measures{"today": PackedKeys("")},
				Check:   Number{Of: PackedKeys(cityLeft)},
			},
			{
				Text:    "Both queries matter now.",
				Task:    "In {@lab}, combine two tables: write ` ++ ` between the two keys.",
				Hint:    "`{continent}#{country}#{city} ++ {city}#{country}#{continent}`",
				Why:     "Country {country} rows, town {town}: each query has its table. The bytes are {size} instead of {today} (G60).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: "{continent}#{country}#{city} ++ " + cityLeft, Wrong: []string{cityLeft, "{continent}#{country}#{city}"}, Conds: []Cond{
					Is("access", Access(ofCity), "With {made} a town is a {access}.", "prefix", "point"),
					Is("access", Access(ofCountry), "With {made} a country is a {access}.", "prefix"),
					Shows(map[string]Of{"country": Read(ofCountry), "town": Read(ofCity), "size": Size}),
				}},
			},
		},
	}
}
