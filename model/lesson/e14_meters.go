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
				Text:    "Meters send a reading each quarter of an hour. Two questions: a meter's day, and the day of all. Here the day leads.",
				Task:    "In {@lab}, W: day equal; enter, esc. What does the day of all meters cost?",
				Hint:    "Left and right choose how a line is asked by.",
				Why:     "A {access}: {read} rows for {returned} wanted. For this question nothing is better.",
				Figures: Measures{"access": AccessOf(ofDay), "read": ReadOf(ofDay), "returned": Returned(ofDay)("")},
				Check:   Asks(ofDay, ofMeter, "meter equal"),
			},
			{
				Text:    "Now the writes. By chance the busiest twentieth of the keys would take {chance}.",
				Task:    "{@heat}: what share does it take?",
				Hint:    "The sentence at the foot; w shows all of it.",
				Why:     "{answer} on average, up to {peak}. At midnight all meters begin to write at the end of the table (G40).",
				Figures: Measures{"chance": ChanceSeen(), "peak": PeakSeen()},
				Check:   Number{Of: HotSeen()},
			},
			{
				Text: "Let a value with many values lead.",
				Task: "In {@lab}, make a candidate whose writes are even.",
				Hint: "Press < or > to move a part of the key: `{meter}#{day}`",
				Why:  "{mine} instead of {than}: each meter writes at a place of its own (G40, G35).",
				Check: Make{Where: InLab, Right: byMeter, Wrong: []string{"{reverse(day)}#{meter}", "{day}#{mirror(meter)}"}, Conds: []Cond{
					Below(Hot, 0.5, Hot(""), "With {made} the busiest part takes {mine} of the writes."),
					Zero("hidden", OlderVersions, "With {made}, {hidden} cells become versions: keep meter and day."),
				}},
			},
			{
				Text:    "That has its price.",
				Task:    "How many rows does the day of all meters read under `{meter}#{day}`?",
				Hint:    "Its line in {@lab}, under the candidate.",
				Why:     "{answer}: every row of the table, for {returned} wanted. A meter's day stays a single row (G03).",
				Figures: Measures{"returned": Returned(ofDay)("")},
				Check:   Number{Of: Read(ofDay)(byMeter)},
			},
			{
				Table:   "SENSOR",
				Text:    "The table with the meter in front. A row is a day: a column for each quarter of an hour.",
				Task:    "{@columns}: how many columns are there?",
				Hint:    "It stands behind the name of the family.",
				Why:     "{answer}: 96 quarters of an hour and the meter's number. A day bounds the row, so wide is fine (G58); the largest has {largest}.",
				Figures: Measures{"largest": Largest("")},
				Check:   Number{Of: Columns(), Within: 0.005},
			},
			{
				Text:    "What if each reading were a row?",
				Task:    "In {@lab}, make the candidate `{meter}#{day}#{qualifier()}` and see rows and bytes.",
				Hint:    "n makes a candidate, e edits it.",
				Why:     "{mine} rows instead of {than}, {size} instead of {today}: the key is said with every reading (G56).",
				Figures: Measures{"today": Size("")},
				Check: Make{Where: InLab, Right: "{meter}#{day}#{qualifier()}", Wrong: []string{byMeter, "{meter}"}, Conds: []Cond{
					Above(Rows, 20, Rows(""), "With {made} there are {mine} rows: let the qualifier be part of the key."),
					Shows(map[string]Of{"size": Size}),
				}},
			},
			{
				Table: "SENSOR_YYYYMMDD",
				Text:  "For the other question a nightly job writes the day of all meters to a table of its own: all of it is wanted, so it is read in full.",
				Task:  "{@overview}: how many rows does that read?",
				Hint:  "SIZE tells the rows.",
				Why:   "{answer}, all of them wanted. Two questions that pull apart want two tables, each with its key (G60, G68).",
				Check: Number{Of: Rows(""), Within: 0.01},
			},
		},
	}
}
