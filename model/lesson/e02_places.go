package lesson

// places is E02: from the common to the particular.
func places() *Lesson {
	const (
		ofCountry = "continent equal, country equal"
		ofCity    = "city equal"
		cityLeft  = "{city}#{country}#{continent}"
	)
	return &Lesson{
		ID: "E02", Name: "places", Title: "Common first", Demo: "places",
		About:  "A key that goes from what many rows share to what each has: any leading part is a question.",
		Tables: []Table{{Name: "places", Layout: "{continent:enum}#{country:text}#{city:text}"}},
		Steps: []Step{
			{
				Table:   "places",
				Text:    "A row for each town: `asia#india#bangalore`. The common value leads, the particular one ends the key (G35).",
				Task:    "Open {@space}: which continent has the most rows?",
				Hint:    "The column rows; s sorts.",
				Why:     "Asia, {asia} rows side by side. Each level of the key is one stretch of the table (G20).",
				Figures: Measures{"asia": RowsBelow("asia#")},
				Check: Choice{Options: []string{"africa", "europe", "asia", "oceania"}, Answer: 2,
					Right: Most(RowsBelow("africa#"), RowsBelow("europe#"), RowsBelow("asia#"), RowsBelow("oceania#"))},
			},
			{
				Text:    "A country of a continent: two parts of the front.",
				Task:    "In {@lab}, W: continent equal, country equal; enter, esc.",
				Hint:    "Left and right choose how a line is asked by.",
				Why:     "A {access}: {read} rows, all of them wanted (G31).",
				Figures: Measures{"access": AccessOf(ofCountry), "read": ReadOf(ofCountry)},
				Check:   Asks(ofCountry, ofCity, "continent equal", "country equal"),
			},
			{
				Text:    "A town by its name alone, wherever it is.",
				Task:    "How is it reached today?",
				Hint:    "W: city equal.",
				Why:     "A {access}: {read} rows for {returned}. The end of a key is of no use without its front (G33).",
				Figures: Measures{"access": AccessOf(ofCity), "read": ReadOf(ofCity), "returned": Returned(ofCity)("")},
				Check:   Choice{Options: []string{"point", "prefix", "range", "full scan"}, Answer: 3, Right: Named(AccessOf(ofCity), "point", "prefix", "range", "full scan")},
			},
			{
				Text: "Turn the key around for it.",
				Task: "In {@lab}, make a candidate under which a town is not searched for in all rows.",
				Hint: "The city leads: `{city}#{country}#{continent}`",
				Why:  "A {access} of {read} rows. But a country now reads {country} (G41): what lies together changed.",
				Check: Make{Where: InLab, Right: cityLeft, Wrong: []string{"{country}#{continent}#{city}", "{continent}#{city}#{country}"}, Conds: []Cond{
					Is("access", Access(ofCity), "With {made} a town is a {access}.", "prefix", "point"),
					Zero("hidden", OlderVersions, "With {made} towns of one name meet: {hidden} cells become versions."),
					Shows(map[string]Of{"read": Read(ofCity), "country": Read(ofCountry)}),
				}},
			},
			{
				Text:    "Neighbours with a common front are stored in short.",
				Task:    "How many bytes do the keys take, packed, when the city leads?",
				Hint:    "The line keys packed in {@lab}.",
				Why:     "{answer} instead of {today}, although the letters are the same. Order is also what compresses (G20, G35).",
				Figures: Measures{"today": PackedKeys("")},
				Check:   Number{Of: PackedKeys(cityLeft)},
			},
			{
				Text:    "Both questions matter now.",
				Task:    "In {@lab}, put two tables side by side: write ` ++ ` between the two keys.",
				Hint:    "`{continent}#{country}#{city} ++ {city}#{country}#{continent}`",
				Why:     "Country {country} rows, town {town}: each question has its table. The bytes are {size} instead of {today} (G60).",
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
