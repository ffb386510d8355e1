package lesson

// tallOrWide is E08: one row per day, or one row per month with one column per day.
func tallOrWide() *Lesson {
	const (
		month = "garden equal, day range 30d"
		one   = "garden equal, day equal"
		mixed = "{garden}#{bucket(day, 1mo)}"
		wide  = "{garden}#{bucket(day, 1mo)} => * -> *:{day:date(02)}"
		ever  = "{garden} => * -> *:{day}"
	)
	return &Lesson{
		ID: "E08", Name: "tall-or-wide", Title: "Tall or wide", Demo: "garden",
		About: "Many narrow rows by default; one wide row only if something bounds its width.",
		Tables: []Table{
			{Name: "mornings", Layout: "{garden:text}#{day:date(20060102)}"},
			{Name: "months", Layout: "{garden:text}#{month:date(20060102)}"},
		},
		Steps: []Step{
			{
				Table:   "mornings",
				Text:    "The temperature of a garden each morning, tall: `VEGGIEGARDEN#20150301`, one row per day (G58).",
				Task:    "In {@lab}, W: garden equal, day range 30d; enter, esc. What does a month cost?",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "A {access} of {read} rows. That is good: all of them are returned, and they are adjacent (G20).",
				Figures: Measures{"access": AccessOf(month), "read": ReadOf(month)},
				Check:   Asks(month, one, "garden equal"),
			},
			{
				Text: "Wide would be one row per month. First try it carelessly.",
				Task: "In {@lab}, make the candidate `{garden}#{bucket(day, 1mo)}`. What happens to the cells?",
				Hint: "The line collisions: move the cursor down to it.",
				Why:  "{mine} cells become older versions of one column, and a policy of one version collects them: one morning per month would remain (G59).",
				Check: Make{Where: InLab, Right: mixed, Wrong: []string{"{garden}#{day}", wide}, Conds: []Cond{
					Above(OlderVersions, 1, nothing, "With {made} no cell becomes a version: cut the day to its month, and nothing else."),
				}},
			},
			{
				Text:    "The day is no longer in the key, so it must be elsewhere: it can be the qualifier.",
				Task:    "In {@lab}, add ` => * -> *:{day:date(02)}` to the candidate.",
				Hint:    "e edits: `{garden}#{bucket(day, 1mo)} => * -> *:{day:date(02)}`",
				Why:     "{rows} rows, no cell lost or hidden, {size} instead of {today}. A qualifier may carry data (G17).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: wide, Wrong: []string{mixed, "{garden}#{day}"}, Conds: []Cond{
					Below(Rows, 0.1, Rows(""), "With {made} there are {mine} rows of {than}: put a month into a row."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells still become versions: the day must name the column."),
					Shows(map[string]Of{"rows": Rows, "size": Size}),
				}},
			},
			{
				Text:    "The query for a month again: 30 days from any day on.",
				Task:    "How many rows does it read, on average, when a month is a row?",
				Hint:    "Its line in {@lab}, under the candidate of the step before.",
				Why:     "{answer}: 30 days mostly touch two months. Now it is {today} (G56).",
				Figures: Measures{"today": ReadOf(month)},
				Check:   Number{Of: Read(month)(wide)},
			},
			{
				Table:   "months",
				Text:    "The wide table. A wide row needs a bound (G58).",
				Task:    "{@columns}: how many columns are there?",
				Hint:    "See the number after the family name.",
				Why:     "{answer}: no month has more days. The largest row has {largest}, and never will have much more.",
				Figures: Measures{"largest": Largest("")},
				Check:   Number{Of: Columns(), Within: 0.01},
			},
			{
				Table: "mornings",
				Text:  "Back in the tall table. Someone proposes one row per garden, a column for every day there ever was.",
				Task:  "In {@lab}, make the candidate `{garden} => * -> *:{day}`. See the largest row.",
				Hint:  "The line largest row.",
				Why:   "{mine} instead of {than}, and it grows each morning without bound: stay tall (G58, G18).",
				Check: Make{Where: InLab, Right: ever, Wrong: []string{wide, "{garden}#{day}"}, Conds: []Cond{
					Below(Rows, 0.01, Rows(""), "With {made} there are {mine} rows: leave only the garden in the key."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells become versions: name the columns by the day."),
					Above(Largest, 1, Largest(""), "The largest row of {made} has {mine}."),
				}},
			},
			{
				Text:    "One row per month has two virtues: few rows to read, and a bound.",
				Task:    "Of the keys whose largest row is below 1 kB, which reads the fewest rows for a month?",
				Hint:    "Compare the candidates in {@lab}: the line of the query, and largest row.",
				Why:     "One row per month reads {wide} rows, one row per day {tall}. A row for ever reads 1, but of {forever}, and growing (G58).",
				Figures: Measures{"wide": Read(month)(wide), "tall": Read(month)(""), "forever": Largest(ever)},
				Check: Choice{Options: []string{"one row per day", "one row per month", "a row for ever"}, Answer: 1,
					Right: Least(within(Largest, 1000, Read(month))(""), within(Largest, 1000, Read(month))(wide), within(Largest, 1000, Read(month))(ever))},
			},
		},
	}
}
