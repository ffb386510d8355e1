package lesson

// servers is E13: all metrics of a machine, and the latest of all machines.
func servers() *Lesson {
	const hour = "host equal, at range 1h"
	return &Lesson{
		ID: "E13", Name: "servers", Title: "Server metrics", Demo: "servers",
		About: "Two questions on the same metrics: a machine's hour, and the latest of all machines.",
		Tables: []Table{
			{Name: "METRIC", Layout: "{host:domain}#{at:ms}"},
			{Name: "CURRENT_METRIC", Layout: "{host:domain}"},
		},
		Steps: []Step{
			{
				Table:   "METRIC",
				Text:    "Metrics of many machines: `server1.bbb.com#1426535612045`, a column a metric. More cores have more columns.",
				Task:    "{@columns}: how many columns are there?",
				Hint:    "It stands behind the name of the family.",
				Why:     "{answer}, of which a row has {mean} on average. What it lacks takes no room (G09).",
				Figures: Measures{"mean": MeanColumns()},
				Check:   Number{Of: Columns(), Within: 0.01},
			},
			{
				Text:    "The first question: a machine's hour.",
				Task:    "In {@lab}, W: host equal, at range 1h; enter, esc.",
				Hint:    "Left and right choose how a line is asked by.",
				Why:     "A {access}: {read} rows read, {returned} wanted (G50).",
				Figures: Measures{"access": AccessOf(hour), "read": ReadOf(hour), "returned": Returned(hour)("")},
				Check:   Asks(hour, "at range 1h", "host equal"),
			},
			{
				Text:    "The second: the last hour of all machines.",
				Task:    "How many rows must be read for it?",
				Hint:    "W: only at, range 1h.",
				Why:     "{answer}, the whole table, for {returned} wanted: the time is behind the machine (G03).",
				Figures: Measures{"returned": Returned("at range 1h")("")},
				Check:   Number{Of: Read("at range 1h")("")},
			},
			{
				Table: "CURRENT_METRIC",
				Text:  "So the latest have a table of their own: one row per machine, written over each time.",
				Task:  "{@overview}: how many rows must be read for the latest of all machines?",
				Hint:  "All of them are wanted: SIZE tells how many there are.",
				Why:   "{answer}, one a machine, and all are wanted. Another question, another table (G60, G68).",
				Check: Number{Of: Rows(""), Within: 0.01},
			},
			{
				Text:  "Overwriting leaves what was before.",
				Task:  "{@retention}: what share of the bytes is garbage?",
				Hint:  "The column waste, beside the family.",
				Why:   "{answer}: versions that wait to be collected, and are read meanwhile. That is the price here (G43).",
				Check: Number{Of: GarbageShare("METRIC")("")},
			},
			{
				Text:  "Rows should stay small all the same (G18).",
				Task:  "{@columns}: how many versions has the fullest row of METRIC:HOSTNAME?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer} within minutes, and collection may take a week: applications that write less often, or write sums, stay clear of it (G44, G22).",
				Check: Number{Of: MostVersions("METRIC", "HOSTNAME")},
			},
		},
	}
}
