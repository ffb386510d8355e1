package lesson

// hotspots is E11: a leading time sends all writes to one node; field promotion and salting are the fixes.
func hotspots() *Lesson {
	const (
		promoted = "BATTERY#{column(METRIC:USER)}#{at}"
		salted   = "BATTERY#{salt(3, at)}#{at}"
		aDay     = "at range 1d"
	)
	return &Lesson{
		ID: "E11", Name: "hotspots", Title: "Hotspots", Demo: "battery",
		About: "A leading timestamp sends all writes to one node. Field promotion spreads them; salting does too, at a cost.",
		Tables: []Table{
			{Name: "battery_by_time", Layout: "BATTERY#{at:date(20060102150405000)}"},
			{Name: "battery_by_user", Layout: "BATTERY#{user:text}#{at:date(20060102150405000)}"},
		},
		Steps: []Step{
			{
				Table:   "battery_by_time",
				Text:    "Phones report their battery. The key is `BATTERY#{time}`: rows are sorted by bytes (G01), so by time.",
				Task:    "See where the writes go: open {@heat}.",
				Hint:    "Rows are drawn from top to bottom by key, time runs to the right, brightness is writes.",
				Why:     "One diagonal: at any time all writes go to one key range, the end of the table. The range moves, but it stays one (G40).",
				Assumes: []Claim{{PatternSeen(), "moving frontier"}},
				Check:   OpenScreen{heatScreen},
			},
			{
				Text:    "Divide the keys into 20 equal parts. If writes were uniform, the busiest part would take about {chance} of a moment's writes.",
				Task:    "What share of the writes does the busiest part take here?",
				Hint:    "The sentence at the foot of {@heat} shows it; w shows all of it.",
				Why:     "{answer}. One node takes every write while the others wait, and more nodes or splits do not help (G40).",
				Figures: Measures{"chance": ChanceSeen()},
				Check:   Number{Of: HotSeen()},
			},
			{
				Text: "A common idea: reverse the time, so that the newest rows come first.",
				Task: "Go to {@lab}, press i, type `BATTERY#{reverse(at)}` and enter. Which writes does it have?",
				Hint: "The line writes compares the current layout with your candidate.",
				Why:  "Still a {pattern}: the busiest part takes {hot}. Now everything is written at the beginning instead of the end. A reversed time must not be the first segment either (G51).",
				Check: Make{Where: InLab, Right: "BATTERY#{reverse(at)}", Wrong: []string{promoted, salted}, Conds: []Cond{
					Is("pattern", Pattern, "With {made} the writes are {pattern}: reverse only the time.", "moving frontier"),
					Shows(map[string]Of{"hot": Hot}),
				}},
			},
			{
				Text: "Field promotion: move a high-cardinality column into the key, before the time. Each row has METRIC:USER.",
				Task: "In {@lab}, edit the candidate: put `{column(METRIC:USER)}#` before the time, so that the writes become even.",
				Hint: "e edits: `BATTERY#{column(METRIC:USER)}#{at}`",
				Why:  "The busiest part takes {mine} instead of {than}, in {writers} key ranges at once. Promotion is the first fix to try (G61).",
				Check: Make{Where: InLab, Right: promoted, Wrong: []string{"BATTERY#{reverse(at)}", "BATTERY#{at}#{column(METRIC:USER)}"}, Conds: []Cond{
					Below(Hot, 0.3, Hot(""), "With {made} the busiest part still takes {mine} of the writes: the segment right after BATTERY must have high cardinality."),
					Is("access", Access("METRIC:USER equal, at range 1d"), "A user's day would be read by a {access}: the user must be in the key, before the time.", "range"),
					Shows(map[string]Of{"writers": Writers}),
				}},
			},
			{
				Text: "Salt: a number computed from the time, before it in the key. It spreads writes if no column can be promoted.",
				Task: "In {@lab}, make a candidate with `{salt(3, at)}#` before the time, and look at the line writes.",
				Hint: "n makes another candidate, e edits it: `BATTERY#{salt(3, at)}#{at}`",
				Why:  "{fronts} frontiers move in step: {fronts} nodes share the writes, and each still takes a frontier of its own. Salting is the second fix (G61).",
				Check: Make{Where: InLab, Right: salted, Wrong: []string{promoted, "BATTERY#{reverse(at)}"}, Conds: []Cond{
					Is("pattern", Pattern, "With {made} the writes are {pattern}: the salt goes before the time.", "salted frontier"),
					Shows(map[string]Of{"fronts": Frontiers}),
				}},
			},
			{
				Text:  "Salting has a cost. A query for a day of all users reads one key range now.",
				Task:  "How many key ranges must be read with 3 salts?",
				Hint:  "In {@lab}, W puts a query together: choose range 1d for at, enter, esc. Then see its line under your salted candidate.",
				Why:   "{answer}, one for each salt, merged by the client. Another number of salts needs another table (G61).",
				Check: Number{Of: Ranges(aDay)(salted), Within: 0.01},
			},
			{
				Text: "Promotion has a cost too: after the user, the day of all users is scattered.",
				Task: "Which reads the fewest rows for one user's day?",
				Hint: "In {@lab}, W: METRIC:USER equal and at range 1d make the query.",
				Why: "The promoted user: {promoted} rows against {today} now, which reads the day of all users and filters most out. " +
					"For the day of all users it is the opposite: the most frequent query decides (G03).",
				Figures: Measures{"today": Read("METRIC:USER equal, at range 1d")(""), "promoted": Read("METRIC:USER equal, at range 1d")(promoted)},
				Check: Choice{Options: []string{"the time first, as now", "the user promoted", "salt 3"}, Answer: 1,
					Right: Least(Read("METRIC:USER equal, at range 1d")(""), Read("METRIC:USER equal, at range 1d")(promoted), Read("METRIC:USER equal, at range 1d")(salted))},
			},
			{
				Table:   "battery_by_user",
				Text:    "The same readings with the user in the key: this table has the candidate's layout.",
				Task:    "Open {@heat} and compare it with the first table.",
				Hint:    "Wait until all rows are read.",
				Why:     "Here the busiest part takes {hot}, where uniform writes would give {chance}. Readable keys made this visible (G67).",
				Figures: Measures{"hot": HotSeen(), "chance": ChanceSeen()},
				Assumes: []Claim{{PatternSeen(), "even"}},
				Check:   OpenScreen{heatScreen},
			},
		},
	}
}
