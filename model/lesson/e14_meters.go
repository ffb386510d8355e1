package lesson

// meters is E14: one row per meter and day, and a table for the other question.
func meters() *Lesson {
	const (
		ofMeter = "meter equal, day equal"
		ofDay   = "day equal"
		byMeter = "{meter}#{day}"
	)
	return &Lesson{
		ID: "E14", Name: "meters", Title: "Energy meters", Demo: "meters",
		About: "One key cannot serve two questions that pull apart: one wide row per day, and a second table each night.",
		Tables: []Table{
			{Name: "SENSOR_DAY_FIRST", Layout: "{day:date(20060102)}#{meter:pad(10)}"},
			{Name: "SENSOR", Layout: "{meter:pad(10)}#{day:date(20060102)}"},
			{Name: "SENSOR_YYYYMMDD", Layout: "{meter:pad(10)}#{day:date(20060102)}"},
		},
		Steps: []Step{
			{
				Table:   "SENSOR_DAY_FIRST",
				Text:    "Meters send a reading every 15 minutes. Two queries: a meter's day, and the day of all meters. Here the day is first.",
				Task:    "In {@lab}, W: day equal; enter, esc. What does the day of all meters cost?",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "A {access}: {read} rows read, {returned} returned. For this query no key is better.",
				Figures: Measures{"access": AccessOf(ofDay), "read": ReadOf(ofDay), "returned": Returned(ofDay)("")},
				Check:   Asks(ofDay, ofMeter, "meter equal"),
			},
			{
				Text:    "Now the writes. If they were uniform, the busiest 5% of the keys would take {chance}.",
				Task:    "{@heat}: what share does it take?",
				Hint:    "The sentence at the foot; w shows all of it.",
				Why:     "{answer} on average, up to {peak}. At midnight all meters start to write at the end of the table (G40).",
				Figures: Measures{"chance": ChanceSeen(), "peak": PeakSeen()},
				Check:   Number{Of: HotSeen()},
			},
			{
				Text: "Start the key with a high-cardinality segment.",
				Task: "In {@lab}, make a candidate whose writes are even.",
				Hint: "Press < or > to move a part of the key: `{meter}#{day}`",
				Why:  "{mine} instead of {than}: each meter writes to a key range of its own (G40, G35).",
				Check: Make{Where: InLab, Right: byMeter, Wrong: []string{"{reverse(day)}#{meter}", "{day}#{mirror(meter)}"}, Conds: []Cond{
					Below(Hot, 0.5, Hot(""), "With {made} the busiest part takes {mine} of the writes."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells become versions: keep meter and day."),
				}},
			},
			{
				Text:    "That has a cost.",
				Task:    "How many rows does the day of all meters read under `{meter}#{day}`?",
				Hint:    "Its line in {@lab}, under the candidate.",
				Why:     "{answer}: every row of the table, {returned} returned. A meter's day stays a single row (G03).",
				Figures: Measures{"returned": Returned(ofDay)("")},
				Check:   Number{Of: Read(ofDay)(byMeter)},
			},
			{
				Table:   "SENSOR",
				Text:    "The table with the meter first. One row per day: one column for each 15 minutes.",
				Task:    "{@columns}: how many columns are there?",
				Hint:    "See the number after the family name.",
				Why:     "{answer}: 96 readings and the meter's number. A day bounds the row, so wide is fine (G58); the largest has {largest}.",
				Figures: Measures{"largest": Largest("")},
				Check:   Number{Of: Columns(), Within: 0.005},
			},
			{
				Text:    "What if each reading were a row?",
				Task:    "In {@lab}, make the candidate `{meter}#{day}#{qualifier()}` and see rows and bytes.",
				Hint:    "n makes a candidate, e edits it.",
				Why:     "{mine} rows instead of {than}, {size} instead of {today}: the key is stored with every reading (G56).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: "{meter}#{day}#{qualifier()}", Wrong: []string{byMeter, "{meter}"}, Conds: []Cond{
					Above(Rows, 20, Rows(""), "With {made} there are {mine} rows: add the qualifier to the key."),
					Shows(map[string]Of{"size": Size}),
				}},
			},
			{
				Table: "SENSOR_YYYYMMDD",
				Text:  "For the other query a nightly job writes the day of all meters to a table of its own, which is read in full.",
				Task:  "{@overview}: how many rows does that read?",
				Hint:  "SIZE shows the rows.",
				Why:   "{answer}, all of them returned. Two conflicting queries need two tables, each with its key (G60, G68).",
				Check: Number{Of: Rows(""), Within: 0.01},
			},
		},
	}
}
