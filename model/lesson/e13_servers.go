package lesson

// servers is E13: all metrics of a machine, and the latest of all machines.
func servers() *Lesson {
	const hour = "host equal, at range 1h"
	return &Lesson{
		ID: "E13", Name: "servers", Title: "Server metrics", Demo: "servers",
		About: "Two queries on the same metrics: a machine's hour, and the latest of all machines.",
		Tables: []Table{
			{Name: "METRIC", Layout: "{host:domain}#{at:ms}"},
			{Name: "CURRENT_METRIC", Layout: "{host:domain}"},
		},
		Steps: []Step{
			{
				Table:   "METRIC",
				Text:    "Metrics of many machines: `server1.bbb.com#1426535612045`, one column per metric. More cores mean more columns.",
				Task:    "{@columns}: how many columns are there?",
				Hint:    "See the number after the family name.",
				Why:     "{answer}, of which a row has {mean} on average. A missing column takes no space (G09).",
				Figures: Measures{"mean": MeanColumns()},
				Check:   Number{Of: Columns(), Within: 0.01},
			},
			{
				Text:    "The first query: a machine's hour.",
				Task:    "In {@lab}, W: host equal, at range 1h; enter, esc.",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "A {access}: {read} rows read, {returned} returned (G50).",
				Figures: Measures{"access": AccessOf(hour), "read": ReadOf(hour), "returned": Returned(hour)("")},
				Check:   Asks(hour, "at range 1h", "host equal"),
			},
			{
				Text:    "The second: the last hour of all machines.",
				Task:    "How many rows must be read for it?",
				Hint:    "W: only at, range 1h.",
				Why:     "{answer}, a full table scan, {returned} returned: the time follows the machine (G03).",
				Figures: Measures{"returned": Returned("at range 1h")("")},
				Check:   Number{Of: Read("at range 1h")("")},
			},
			{
				Table: "CURRENT_METRIC",
				Text:  "So the latest have a table of their own: one row per machine, written over each time.",
				Task:  "{@overview}: how many rows must be read for the latest of all machines?",
				Hint:  "All of them are returned: SIZE shows how many there are.",
				Why:   "{answer}, one per machine, and all are returned. Another query, another table (G60, G68).",
				Check: Number{Of: Rows(""), Within: 0.01},
			},
			{
				Text:  "Overwriting leaves older versions.",
				Task:  "{@retention}: what share of the bytes is garbage?",
				Hint:  "The column waste, beside the family.",
				Why:   "{answer}: versions that wait for garbage collection, and are read until then. That is the cost here (G43).",
				Check: Number{Of: GarbageShare("METRIC")("")},
			},
			{
				Text:  "Rows should stay small nevertheless (G18).",
				Task:  "{@columns}: how many versions has the fullest row of METRIC:HOSTNAME?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer} within minutes, and garbage collection can take a week: write less often, or write sums, to avoid it (G44, G22).",
				Check: Number{Of: MostVersions("METRIC", "HOSTNAME")},
			},
		},
	}
}
