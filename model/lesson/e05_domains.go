package lesson

// domains is E05: reversed host names.
func domains() *Lesson {
	const (
		company  = "host labels 2"
		reversed = "{reverse(host)}"
	)
	return &Lesson{
		ID: "E05", Name: "domains", Title: "Domain names", Demo: "domains",
		About: "Host names as keys: reversed, the hosts of a company are adjacent.",
		Tables: []Table{
			{Name: "hostnames", Layout: "{host:domain}"},
			{Name: "domains", Layout: "{top:text}.{company:text}.{host:text...}"},
		},
		Steps: []Step{
			{
				Table: "hostnames",
				Text:  "A crawl of many hosts, keyed by host name: `drive.google.com`.",
				Task:  "Open {@keys} and scroll a little: which hosts are adjacent?",
				Hint:  "Press G to see the end of the table.",
				Why:   "All mail hosts are adjacent, and so are all www. The hosts of one company are scattered over the table (G41).",
				Check: OpenScreen{keysScreen},
			},
			{
				Text:    "The query: all pages of one company, that is, of the last two labels of the name.",
				Task:    "In {@lab}, press W, choose labels 2 for host, then enter and esc.",
				Hint:    "Right changes the line under the cursor until it says labels 2.",
				Why:     "A {access}: {read} rows are read, {returned} returned (G03).",
				Figures: Measures{"access": AccessOf(company), "read": ReadOf(company), "returned": Returned(company)("")},
				Check:   Asks(company, "host equal", "host labels 1"),
			},
			{
				Text: "Reverse the names: com.google.drive.",
				Task: "In {@lab}, make a candidate with reversed labels.",
				Hint: "e edits: `{reverse(host)}`. Or t, and choose reverse host.",
				Why:  "A {access} of {mine} rows instead of {than}: a company is one key range (G38).",
				Check: Make{Where: InLab, Right: reversed, Wrong: []string{"{host}", "{hash(host)}"}, Conds: []Cond{
					Below(Read(company), 0.2, Read(company)(""), "With {made} the query still reads {mine} rows."),
					Zero("lost", Lost, "With {made}, {lost} cells would be lost."),
					Shows(map[string]Of{"access": Access(company)}),
				}},
			},
			{
				Text:    "Only the difference from the previous key is stored. Adjacent keys with a common prefix take less.",
				Task:    "In {@lab}: how many bytes do the keys take, packed, under your candidate?",
				Hint:    "The line keys packed.",
				Why:     "{answer} instead of {today}, for the same names. Similar pages are adjacent too, so they compress better (G38).",
				Figures: Measures{"today": PackedKeys("")},
				Check:   Number{Of: PackedKeys(reversed)},
			},
			{
				Text: "A hash of the name would spread the hosts as well.",
				Task: "In {@lab}, try `{hash(host)}` and see what the query becomes.",
				Hint: "n makes a candidate, e edits it.",
				Why:  "A {access}, {read} rows. A hash destroys the order, and you cannot read it (G45, G34).",
				Check: Make{Where: InLab, Right: "{hash(host)}", Wrong: []string{reversed}, Conds: []Cond{
					Above(KeyBytes, 1.05, KeyBytes(""), "The keys of {made} are no longer than the current ones: hash the host."),
					Is("access", Access(company), "With {made} the query is a {access}: hash the host.", "full scan"),
					Shows(map[string]Of{"read": Read(company)}),
				}},
			},
			{
				Table: "domains",
				Text:  "The table with reversed names, read as top.company.host. It works since there are very many companies (G38).",
				Task:  "{@space}: what share of all bytes has google, below com?",
				Hint:  "Enter goes into com; / finds google there.",
				Why:   "{answer}. With a handful of domains such a key would make a few hot or huge ranges: then choose another (G38).",
				Check: Number{Of: ShareBelow("com.google."), Within: 0.1},
			},
		},
	}
}
