package lesson

// hotspots is E11: the time in front makes one node take all writes; promotion and salt are the ways out.
func hotspots() *Lesson {
	const (
		promoted = "BATTERY#{column(METRIC:USER)}#{at}"
		salted   = "BATTERY#{salt(3, at)}#{at}"
		aDay     = "at range 1d"
	)
	return &Lesson{
		ID: "E11", Name: "hotspots", Title: "Hotspots", Demo: "battery",
		About: "Time in front of the key sends all writes to one node. Promotion spreads them, salt does at a price.",
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
				Why:     "One diagonal: at any time all writes are at one place, the end of the table. The place moves on, but it stays one (G40).",
				Assumes: []Claim{{PatternSeen(), "moving frontier"}},
				Check:   OpenScreen{heatScreen},
			},
			{
				Text:    "Think of the keys as 20 equal parts. Spread evenly, the busiest part would take about {chance} of a moment's writes, by chance.",
				Task:    "What share of the writes does the busiest part take here?",
				Hint:    "The sentence at the foot of {@heat} says it; w shows all of it.",
				Why:     "{answer}. One node takes every write while the others wait, and more nodes or splits do not help (G40).",
				Figures: Measures{"chance": ChanceSeen()},
				Check:   Number{Of: HotSeen()},
			},
			{
				Text: "A common idea: turn the time around, so that the newest rows come first.",
				Task: "Go to {@lab}, press e, type `BATTERY#{reverse(at)}` and enter. Which writes does it have?",
				Hint: "The line writes compares today with your candidate.",
				Why:  "Still a {pattern}: the busiest part takes {hot}. Now everything is written at the beginning instead of the end. A reversed time never leads (G51).",
				Check: Make{Where: InLab, Right: "BATTERY#{reverse(at)}", Wrong: []string{promoted, salted}, Conds: []Cond{
					Is("pattern", Pattern, "With {made} the writes are {pattern}: turn only the time around.", "moving frontier"),
					Shows(map[string]Of{"hot": Hot}),
				}},
			},
			{
				Text: "Promotion: move a column with many values into the key, before the time. Each row has METRIC:USER.",
				Task: "In {@lab}, edit the candidate: put `{column(METRIC:USER)}#` before the time, so that the writes become even.",
				Hint: "e edits: `BATTERY#{column(METRIC:USER)}#{at}`",
				Why:  "The busiest part takes {mine} instead of {than}, in {writers} places at once. Promotion is the first remedy to try (G61).",
				Check: Make{Where: InLab, Right: promoted, Wrong: []string{"BATTERY#{reverse(at)}", "BATTERY#{at}#{column(METRIC:USER)}"}, Conds: []Cond{
					Below(Hot, 0.3, Hot(""), "With {made} the busiest part still takes {mine} of the writes: what comes right after BATTERY must have many values."),
					Is("access", Access("METRIC:USER equal, at range 1d"), "A user's day would be read by a {access}: the user must be in the key, before the time.", "range"),
					Shows(map[string]Of{"writers": Writers}),
				}},
			},
			{
				Text: "Salt: a number computed from the time, put in front of it. It spreads writes when nothing can be promoted.",
				Task: "In {@lab}, make a candidate with `{salt(3, at)}#` before the time, and look at the line writes.",
				Hint: "n makes another candidate, e edits it: `BATTERY#{salt(3, at)}#{at}`",
				Why:  "{fronts} frontiers move in step: {fronts} nodes share the writes, and each still takes a frontier of its own. Salt is the second remedy (G61).",
				Check: Make{Where: InLab, Right: salted, Wrong: []string{promoted, "BATTERY#{reverse(at)}"}, Conds: []Cond{
					Is("pattern", Pattern, "With {made} the writes are {pattern}: the salt goes before the time.", "salted frontier"),
					Shows(map[string]Of{"fronts": Frontiers}),
				}},
			},
			{
				Text:  "Salt has a price. Someone asks for a day of all users: one range of keys today.",
				Task:  "How many ranges must be read with 3 salts?",
				Hint:  "In {@lab}, W puts a query together: choose range 1d for at, enter, esc. Then see its line under your salted candidate.",
				Why:   "{answer}, one for each salt, to be merged by the client. And another number of salts means another table (G61).",
				Check: Number{Of: Ranges(aDay)(salted), Within: 0.01},
			},
			{
				Text: "Promotion has its price too: under the user, the day of all users is scattered.",
				Task: "Which reads the fewest rows for one user's day?",
				Hint: "In {@lab}, W: METRIC:USER equal and at range 1d make the query.",
				Why: "The user promoted: {promoted} rows against {today} today, which reads the day of everybody and throws most away. " +
					"For the day of all it is the other way round: the query you need most decides (G03).",
				Figures: Measures{"today": Read("METRIC:USER equal, at range 1d")(""), "promoted": Read("METRIC:USER equal, at range 1d")(promoted)},
				Check: Choice{Options: []string{"the time in front, as today", "the user promoted", "salt 3"}, Answer: 1,
					Right: Least(Read("METRIC:USER equal, at range 1d")(""), Read("METRIC:USER equal, at range 1d")(promoted), Read("METRIC:USER equal, at range 1d")(salted))},
			},
			{
				Table:   "battery_by_user",
				Text:    "The same readings, written under the user: this table is the candidate, carried out.",
				Task:    "Open {@heat} and hold it against what you saw first.",
				Hint:    "Wait until all rows are read.",
				Why:     "Here the busiest part takes {hot}, where chance alone makes {chance}. Keys a person can read made this visible (G67).",
				Figures: Measures{"hot": HotSeen(), "chance": ChanceSeen()},
				Assumes: []Claim{{PatternSeen(), "even"}},
				Check:   OpenScreen{heatScreen},
			},
		},
	}
}
