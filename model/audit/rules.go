package audit

// Rule is one rule of the registry.
type Rule struct {
	ID         string   // stable, in lower case with hyphens
	Guidelines []string // of docs/guidelines.md, the closest first
	Title      string   // what is wrong, in a sentence
	Why        string   // why it matters, in a sentence
	needs      needs
	check      func(*facts) []Finding // leaves out what is the same for all findings of the rule
}

// Rules is the registry: a new rule is one value here. Lines tells which guidelines they cover.
func Rules() []Rule {
	return slicesOf(keyRules(), timeRules(), columnRules(), sizeRules(), familyRules(), privacyRules(), instanceRules())
}

func slicesOf(groups ...[]Rule) []Rule {
	var all []Rule
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// FindRule finds a rule by its id.
func FindRule(id string) (Rule, bool) {
	for _, r := range Rules() {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

func keyRules() []Rule {
	return []Rule{
		{"key-unexplained", []string{"G31"}, "Keys follow no layout", "What no pattern explains can be asked for neither by prefix nor by range, only one by one.", rows, keyUnexplained},
		{"key-undelimited", []string{"G31"}, "Parts of the key touch", "Without a delimiter a prefix may end in the middle of a value, and one more digit makes two values read as others.", keys, keyUndelimited},
		{"key-long", []string{"G30"}, "Row keys are long", "Every cell is found through its key; long ones cost memory, storage and time, and 4 KB is the limit.", anyRow, keyLong},
		{"number-unpadded", []string{"G32"}, "A number in the key is not padded", "Keys sort by bytes, so 3 comes after 20: ranges over the number give wrong rows.", keys, numberUnpadded},
		{"key-binary", []string{"G46", "G34"}, "Part of the key is raw bytes", "People, logs and Key Visualizer can read text; raw bytes hide hot spots and mistakes.", keys, keyBinary},
		{"hash-first", []string{"G45", "G41", "G20"}, "A hash leads the key", "A hash leaves neither order nor ranges: rows that are fetched together are torn apart, and whoever wants several reads them one by one.", keys, hashFirst},
		{"granular-first", []string{"G35"}, "The key goes from the particular to what many rows share", "The second value follows from the first, so all rows of the second can be asked for by no prefix.", keys, granularFirst},
		{"tenant-behind", []string{"G37"}, "The tenant does not lead the key", "All of one tenant is no range, so it can be neither read nor dropped as one.", keys, tenantBehind},
		{"entity-split", []string{"G19", "G20"}, "What belongs to one entity is spread over several rows", "A row is read and changed as one; several rows cost a scan, and their changes are seen apart.", keys, entitySplit},
		{"domain-forward", []string{"G38"}, "Host names are not turned around", "Hosts of one company are scattered: they can be no range, and alike pages are not neighbours for the compressor.", keys, domainForward},
		{"domains-few", []string{"G38"}, "A table about a handful of domains is keyed by domain", "All rows are in a few ranges, so load cannot spread beyond these.", keys, domainsFew},
		{"schema-misfit", []string{"G36"}, "The declared row-key schema does not fit the keys", "GoogleSQL cannot name the parts of a key that does not follow the schema, and queries miss or refuse these rows.", rows, schemaMisfit},
	}
}

func timeRules() []Rule {
	return []Rule{
		{"time-first", []string{"G40", "G50", "G51"}, "Time leads the key", "New rows all go to the end of one range, so one node takes all writes while the others wait; splitting does not help.", keys, timeFirst},
		{"time-behind-few", []string{"G40", "G61"}, "Few values stand before the time", "All writes go to as many places as there are values, each of them a moving hot spot.", keys, timeBehindFew},
		{"id-sequential", []string{"G42"}, "Ascending ids lead the key", "The newest ids are the busiest and are neighbours, so they share a node.", keys, idSequential},
		{"salted", []string{"G61"}, "A salt leads the key", "Whoever wants a period must merge a scan for each bucket, and another number of buckets means another table.", keys, salted},
		{"write-hotspot", []string{"G08", "G67"}, "Writes go to one place of the key space", "Tables of an instance share nodes: a hot range slows down its neighbours and those of other tables.", times, writeHotspot},
		{"tablet-hot", []string{"G08", "G67"}, "The service found busy tablets", "One node serves a tablet: while it is busy with one, everything else on it waits.", tablets, tabletHot},
		{"row-overwritten", []string{"G43", "G63"}, "The same rows are written over and over", "Old versions pile up until they are collected, and reads pass over them.", keys, rowOverwritten},
		{"events-as-versions", []string{"G59", "G58"}, "Events are kept as versions of a column", "A version says that a value was wrong; events kept so cannot be asked for by key, and the row grows with each.", keys, eventsAsVersions},
		{"row-unbounded", []string{"G58", "G17"}, "Rows grow by columns that nothing bounds", "Each event or entity is a new column of the same row, which has no time bucket: it grows towards the limit of a row.", rows, rowUnbounded},
		{"write-rate", []string{"G44", "G22"}, "A value is written several times a second", "Each write is a cell that is stored, replicated and collected; let the application count and store the result now and then.", rows, writeRate},
		{"timestamps-artificial", []string{"G05", "G22"}, "Cell timestamps are no times, but the rule goes by age", "A rule by age looks at nothing but the timestamp: it collects such cells at once, or never.", anyRow, timestampsArtificial},
	}
}

func columnRules() []Rule {
	return []Rule{
		{"columns-many", []string{"G16", "G15"}, "Rows have very many columns", "Every cell carries its family, qualifier and timestamp; a kilobyte is best as one cell and worst as 1,024 cells of a byte.", rows, columnsMany},
		{"qualifier-long", []string{"G17"}, "Qualifiers are long", "Each cell stores and sends its qualifier; the service refuses more than 16 KB.", anyRow, qualifierLong},
		{"names-long", []string{"G64"}, "Long column names take a good part of the bytes", "Every cell carries the name, on disk and on the wire.", rows, namesLong},
		{"placeholders", []string{"G09"}, "Absent values are written out", "Where a row lacks a column it takes no space; a written nothing takes that of a cell.", rows, placeholders},
		{"column-repeats-key", []string{"G68"}, "A column repeats what the key says", "The key is read with every row already; the copy takes a cell in each and can only come to contradict it.", keys, columnRepeatsKey},
		{"counter-plain", []string{"G22", "G06"}, "A counter is kept in a plain column", "Each step is a version to read, write and collect; an aggregate family adds up in place.", rows, counterPlain},
	}
}

func sizeRules() []Rule {
	return []Rule{
		{"row-large", []string{"G18", "G19", "G57"}, "Rows are too large", "A row beyond 256 MB cannot be read whole, and those above 100 MB slow down every read that meets them.", anyRow, rowLarge},
		{"row-unreadable", []string{"G18"}, "Rows could not be read", "The service refuses to send them, mostly because they are over the limit of 256 MB.", description, rowUnreadable},
		{"cell-large", []string{"G21"}, "Cells are too large", "A cell should stay below 10 MB; above 100 MB it is refused.", anyRow, cellLarge},
	}
}

func familyRules() []Rule {
	return []Rule{
		{"families-many", []string{"G12"}, "The table has too many column families", "Reads and compactions pay for each family; about a hundred is the most.", description, familiesMany},
		{"family-name-long", []string{"G13", "G64"}, "Family names are long", "Every request and every cell carries the name of its family.", description, familyNameLong},
		{"family-unused", []string{"G02"}, "A declared family has no cells", "Only families are declared, and one that nothing is written to is a trace of a mistake or of something given up.", rows, familyUnused},
		{"families-apart", []string{"G11", "G62"}, "Families that are written together and have one rule", "What is read together belongs into one family; each further one makes a read dearer.", rows, familiesApart},
		{"retention-mixed", []string{"G14"}, "Columns of one family need different retention", "The rule is the family's, so what needs little is kept as long as what needs much.", anyRow, retentionMixed},
		{"versions-unlimited", []string{"G22"}, "No rule limits the versions of a family", "Without a rule every version is kept for ever, and rows grow with each write.", anyRow, versionsUnlimited},
		{"garbage-kept", []string{"G22"}, "Garbage stays for longer than a week", "Condemned cells are stored, billed and read until they are collected, which should take a week at most.", rows, garbageKept},
	}
}

func privacyRules() []Rule {
	return []Rule{
		{"personal-data", []string{"G47"}, "Names, addresses or numbers of people stand in keys or names", "Logs, metrics and encryption metadata show keys and names to more eyes than values.", anyRow, personalData},
	}
}

func instanceRules() []Rule {
	return []Rule{
		{"tables-many", []string{"G10"}, "The instance has too many tables", "Each table costs load of its own, and 1,000 is the limit of an instance.", instance, nil},
		{"table-per-period", []string{"G10"}, "There is a table for each period", "Data of one shape belongs into one table, told apart by the key; rules of collection drop what is old.", neighbors, tablePerPeriod},
		{"tables-alike", []string{"G10", "G37"}, "Tables differ only in part of the name", "Data of one shape shares one table, told apart by a key prefix; a table for each customer only adds load.", neighbors, tablesAlike},
	}
}
