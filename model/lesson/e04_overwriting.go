package lesson

// overwriting is E04: one row written over and over, or one row per reading.
func overwriting() *Lesson {
	const (
		hour = "device equal, metric equal, at range 1h"
		rows = "{device}#memusage#{celltime()}"
	)
	return &Lesson{
		ID: "E04", Name: "overwriting", Title: "Overwriting a row", Demo: "machines",
		About: "A row that is overwritten every second grows until garbage collection. The time belongs in the key.",
		Tables: []Table{
			{Name: "memusage_latest", Layout: "{device:hex(8)}#memusage"},
			{Name: "memusage", Layout: "{device:hex(8)}#{metric:enum}#{at:ms}"},
		},
		Steps: []Step{
			{
				Table: "memusage_latest",
				Text:  "The memory that a machine uses, every second, in one row: `4c410523#memusage`.",
				Task:  "{@columns}: how many versions has the fullest row?",
				Hint:  "The column versions: behind ≤ is the most.",
				Why:   "{answer}. Each write adds a version, and older ones stay until garbage collection (G43).",
				Check: Number{Of: MostVersions("v", "n")},
			},
			{
				Text:  "The rule keeps one version.",
				Task:  "{@retention}: what share of the bytes is garbage?",
				Hint:  "The column waste, beside the family.",
				Why:   "{answer}. It is stored, billed and read until garbage collection, which can take a week (G43, G22).",
				Check: Number{Of: GarbageShare("v")("")},
			},
			{
				Text:    "Would it help to keep more versions?",
				Task:    "In {@retention}, try a rule under which less than a tenth of the bytes is garbage.",
				Hint:    "e, then `maxage=30d` for instance: nothing here is so old.",
				Why:     "{garbage} garbage: now it is data. But it is still in {rows} rows, and each of them only grows (G43, G59).",
				Figures: Measures{"rows": Rows("")},
				Check: Make{Where: InRetention, Family: "v", Right: "maxage=30d", Wrong: []string{"maxversions=2", "maxversions=1"}, Conds: []Cond{
					Below(GarbageShare("v"), 0.1, all, "{made} leaves {mine} of the bytes as garbage."),
					Shows(map[string]Of{"garbage": GarbageShare("v")}),
				}},
			},
			{
				Text:    "A reading is an event, and an event needs a row of its own.",
				Task:    "In {@lab}, make the candidate `{device}#memusage#{celltime()}`.",
				Hint:    "e edits. `celltime()` is the time of each cell.",
				Why:     "{mine} rows instead of {than}, the largest of {largest} instead of {before}. Nothing grows any more (G43, G59).",
				Figures: Measures{"before": Largest("")},
				Check: Make{Where: InLab, Right: rows, Wrong: []string{"{device}", "{hash(device)}"}, Conds: []Cond{
					Above(Rows, 10, Rows(""), "With {made} there are {mine} rows: put the time of the cell in the key."),
					Shows(map[string]Of{"largest": Largest}),
				}},
			},
			{
				Table:   "memusage",
				Text:    "This table has such keys: `4c410523#memusage#1423523569918`. The query: a machine's hour.",
				Task:    "In {@lab}, W: device equal, metric equal, at range 1h; enter, esc.",
				Hint:    "Left and right choose the condition of a line.",
				Why:     "A {access}: {read} rows read, {returned} returned. The time follows the machine in the key (G50).",
				Figures: Measures{"access": AccessOf(hour), "read": ReadOf(hour), "returned": Returned(hour)("")},
				Check:   Asks(hour, "device equal, at range 1h", "device equal, metric equal"),
			},
			{
				Text:  "What does garbage collection have to do now?",
				Task:  "{@retention}: what share of the bytes is GC-eligible?",
				Hint:  "The column waste, beside the family.",
				Why:   "{answer}: readings older than a day, of machines that were shut down. An age limit states the intent (G14).",
				Check: Number{Of: GarbageShare("v")("")},
			},
		},
	}
}
