package lesson

// domains is E05: names of hosts are turned around.
func domains() *Lesson {
	const (
		company = "host labels 2"
		turned  = "{reverse(host)}"
	)
	return &Lesson{
		ID: "E05", Name: "domains", Title: "Domain names", Demo: "domains",
		About: "Names of hosts as keys: turned around, the hosts of a company are neighbours.",
		Tables: []Table{
			{Name: "hostnames", Layout: "{host:domain}"},
			{Name: "domains", Layout: "{top:text}.{company:text}.{host:text...}"},
		},
		Steps: []Step{
			{
				Table: "hostnames",
				Text:  "A crawl of many hosts, by their names as people write them: `drive.google.com`.",
				Task:  "Open {@keys} and scroll a little: who are the neighbours?",
				Hint:  "Press G to see the end of the table.",
				Why:   "All mail hosts stand together, and so do all www. The hosts of one company are scattered over the table (G41).",
				Check: OpenScreen{keysScreen},
			},
			{
				Text:    "The question: all pages of one company, that is, of the last two labels of the name.",
				Task:    "In {@lab}, press W, choose labels 2 for host, then enter and esc.",
				Hint:    "Right changes the line under the cursor until it says labels 2.",
				Why:     "A {access}: {read} rows are read for {returned} wanted (G03).",
				Figures: Measures{"access": AccessOf(company), "read": ReadOf(company), "returned": Returned(company)("")},
				Check:   Asks(company, "host equal", "host labels 1"),
			},
			{
				Text: "Turn the names around: com.google.drive.",
				Task: "In {@lab}, make a candidate with the labels from last to first.",
				Hint: "e edits: `{reverse(host)}`. Or t, and choose reverse host.",
				Why:  "A {access} of {mine} rows instead of {than}: a company is one range of keys (G38).",
				Check: Make{Where: InLab, Right: turned, Wrong: []string{"{host}", "{hash(host)}"}, Conds: []Cond{
					Below(Read(company), 0.2, Read(company)(""), "With {made} the query still reads {mine} rows."),
					Zero("lost", Lost, "With {made}, {lost} cells would be lost."),
					Shows(map[string]Of{"access": Access(company)}),
				}},
			},
			{
				Text:    "Sorted keys are stored as far as they differ from the one before. Neighbours that begin alike take less.",
				Task:    "In {@lab}: how many bytes do the keys take, packed, under your candidate?",
				Hint:    "The line keys packed.",
				Why:     "{answer} instead of {today}, the same names. Pages of one company look alike too, and lie side by side (G38).",
				Figures: Measures{"today": PackedKeys("")},
				Check:   Number{Of: PackedKeys(turned)},
			},
			{
				Text: "A hash of the name would spread the hosts as well.",
				Task: "In {@lab}, try `{hash(host)}` and see what the query becomes.",
				Hint: "n makes a candidate, e edits it.",
				Why:  "A {access}, {read} rows. A hash keeps no order and no neighbours, and nobody can read it (G45, G34).",
				Check: Make{Where: InLab, Right: "{hash(host)}", Wrong: []string{turned}, Conds: []Cond{
					Above(KeyBytes, 1.05, KeyBytes(""), "The keys of {made} are no longer than today's: hash the host."),
					Is("access", Access(company), "With {made} the query is a {access}: hash the host.", "full scan"),
					Shows(map[string]Of{"read": Read(company)}),
				}},
			},
			{
				Table: "domains",
				Text:  "The table with the names turned around, read as top.company.host. It works since there are very many companies (G38).",
				Task:  "{@space}: what share of all bytes has google, below com?",
				Hint:  "Enter goes into com; / finds google there.",
				Why:   "{answer}. With a handful of domains such a key would make a few hot or huge ranges: then choose another (G38).",
				Check: Number{Of: ShareBelow("com.google."), Within: 0.1},
			},
		},
	}
}
