package lesson

// versions is E09: an event is a row; a version amends a value.
func versions() *Lesson {
	const month = "ticker equal, day range 30d"
	return &Lesson{
		ID: "E09", Name: "versions", Title: "Versions", Demo: "stocks",
		About: "A new event is a new row. A version corrects a value.",
		Tables: []Table{
			{Name: "closing_versions", Layout: "{ticker:text}"},
			{Name: "closings", Layout: "{ticker:text}#{day:date(20060102)}"},
		},
		Steps: []Step{
			{
				Table: "closing_versions",
				Text:  "The closing price of shares. Here a share is a row, and each day overwrites the price: one version per day.",
				Task:  "{@columns}: how many versions of STOCK:PRICE has the fullest row?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer}: the history is hidden in versions, and the row grows with each day (G43, G59).",
				Check: Number{Of: MostVersions("STOCK", "PRICE")},
			},
			{
				Text:  "The family's garbage-collection policy limits the history: maxversions=250.",
				Task:  "{@retention}: what share of the bytes is GC-eligible?",
				Hint:  "The column waste, beside the family.",
				Why:   "{answer}: the oldest days of shares with a longer history, deleted although no user asked for it (G22).",
				Check: Number{Of: GarbageShare("STOCK")("")},
			},
			{
				Text: "Someone tidies up and sets the usual rule.",
				Task: "In {@retention}, try maxversions=1. What is kept?",
				Hint: "e, then `maxversions=1` and enter. Nothing is set.",
				Why:  "{mine} of the bytes: the history is gone. Data that depends on a version limit is not safe (G59, G22).",
				Check: Make{Where: InRetention, Family: "STOCK", Right: "maxversions=1", Wrong: []string{"maxversions=200", "maxage=365d"}, Conds: []Cond{
					Below(Kept("STOCK"), 0.02, all, "{made} keeps {mine}: try one version."),
				}},
			},
			{
				Table: "closings",
				Text:  "Here each day is a row: `ZXZZT#20150301`. Versions have their intended use.",
				Task:  "{@columns}: how many versions of STOCK:PRICE has the fullest row now?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer}: a wrong price that was corrected. That is what versions are for (G59).",
				Check: Number{Of: MostVersions("STOCK", "PRICE"), Within: 0.01},
			},
			{
				Text: "Now a policy can state the intent: the right price of each day, for 90 days.",
				Task: "In {@retention}, try a rule that keeps one version and nothing older than 90 days.",
				Hint: "Two limits, joined by or: either makes a cell eligible. `maxversions=1 || maxage=90d`",
				Why:  "{mine} cells stay: one price and one volume for each day of 90. A union collects what any of its rules collects (G14, G22).",
				Check: Make{Where: InRetention, Family: "STOCK", Right: "maxversions=1 || maxage=90d", Wrong: []string{"maxage=90d", "maxversions=1", "maxversions=1 && maxage=90d"}, Conds: []Cond{
					alike(KeptCells("STOCK"), KeptCells("STOCK")("maxversions=1 || maxage=90d"), "{made} keeps {mine} cells; the intended policy keeps {than}."),
				}},
			},
			{
				Text:    "A month of one share: in rows it is a range. In versions, the whole row is read.",
				Task:    "Which reads fewer bytes for 30 days of a share?",
				Hint:    "In {@lab}: W for ticker equal, day range 30d; then the candidate `{ticker}`. w on the query's line shows bytes.",
				Why:     "Rows: {rows} against {versions}. A key range can select the days; a row of versions is read in full (G50).",
				Figures: Measures{"rows": ReadBytes(month)(""), "versions": ReadBytes(month)("{ticker}")},
				Check:   Choice{Options: []string{"one row per day", "a row of versions"}, Answer: 0, Right: Least(ReadBytes(month)(""), ReadBytes(month)("{ticker}"))},
			},
		},
	}
}
