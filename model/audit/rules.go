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
		{"key-unexplained", []string{"G31"}, "Keys match no layout", "Keys that match no pattern cannot be read by prefix or range, only one by one.", rows, keyUnexplained},
		{"key-undelimited", []string{"G31"}, "Adjacent key segments without a delimiter", "Without a delimiter a prefix can end in the middle of a value, and one more digit changes how two values are read.", keys, keyUndelimited},
		{"key-long", []string{"G30"}, "Row keys are long", "Every cell is found through its row key: long keys cost memory, storage, and time, and 4 KiB is the maximum.", anyRow, keyLong},
		{"number-unpadded", []string{"G32"}, "Number in the key is not zero-padded", "Keys sort by bytes, so 3 sorts after 20 and ranges over the number return wrong rows.", keys, numberUnpadded},
		{"key-binary", []string{"G46", "G34"}, "Key segment of raw bytes", "People, logs, and Key Visualizer read text; raw bytes hide hotspots and mistakes.", keys, keyBinary},
		{"hash-first", []string{"G45", "G41", "G20"}, "Row key starts with a hash", "A hash leaves neither order nor ranges: rows that are read together are scattered, and reading several takes one request each.", keys, hashFirst},
		{"granular-first", []string{"G35"}, "Row key goes from the specific to the common value", "The second value follows from the first, so all rows of the second cannot be read with one prefix.", keys, granularFirst},
		{"tenant-behind", []string{"G37"}, "Tenant is not the first segment", "The rows of one tenant cannot be read or dropped as one range.", keys, tenantBehind},
		{"entity-split", []string{"G19", "G20"}, "One entity is spread over several rows", "A row is read and changed atomically; several rows take a scan, and their changes become visible separately.", keys, entitySplit},
		{"domain-forward", []string{"G38"}, "Host names are not reversed", "Hosts of one company are scattered across the key space: they cannot be read with one range scan, and similar pages are not adjacent, so they compress less.", keys, domainForward},
		{"domains-few", []string{"G38"}, "Few domains, and the key starts with the domain", "All rows are in a few ranges, so load cannot spread beyond these.", keys, domainsFew},
		{"schema-misfit", []string{"G36"}, "Keys do not match the declared row-key schema", "GoogleSQL cannot address the segments of these keys, and queries miss or reject their rows.", rows, schemaMisfit},
	}
}

func timeRules() []Rule {
	return []Rule{
		{"time-first", []string{"G40", "G50", "G51"}, "Row key starts with a timestamp", "Every new row is appended to the end of one range, so a single node serves all writes while the others idle; splitting does not help.", keys, timeFirst},
		{"time-behind-few", []string{"G40", "G61"}, "Low-cardinality prefix before the timestamp", "Writes concentrate on one key range per prefix value, and each range is a moving hotspot.", keys, timeBehindFew},
		{"id-sequential", []string{"G42"}, "Row key starts with ascending IDs", "The newest IDs are the most active and are adjacent, so one node serves them.", keys, idSequential},
		{"salted", []string{"G61"}, "Row key starts with a salt", "Reading a period takes one range scan per salt bucket, merged by the client, and changing the number of buckets takes another table.", keys, salted},
		{"write-hotspot", []string{"G08", "G67"}, "Writes concentrate on one key range", "Tables of an instance share nodes: a hot range slows down its neighbors and those of other tables.", times, writeHotspot},
		{"tablet-hot", []string{"G08", "G67"}, "Bigtable reports hot tablets", "One node serves a tablet: while it is busy, everything else on that node waits.", tablets, tabletHot},
		{"row-overwritten", []string{"G43", "G63"}, "Rows are overwritten again and again", "Old versions accumulate until they are garbage-collected, and reads pass over them.", keys, rowOverwritten},
		{"events-as-versions", []string{"G59", "G58"}, "Events are stored as versions of a column", "Versions are for corrections; events stored as versions cannot be read by key, and the row grows with each.", keys, eventsAsVersions},
		{"row-unbounded", []string{"G58", "G17"}, "Rows grow without a bound", "Each event or entity adds a column to the same row, which has no time bucket, so the row grows toward the maximum row size.", rows, rowUnbounded},
		{"write-rate", []string{"G44", "G22"}, "A value is written several times a second", "Every write is a cell that is stored, replicated, and garbage-collected.", rows, writeRate},
		{"timestamps-artificial", []string{"G05", "G22"}, "Age-based garbage collection of cells without real timestamps", "An age-based policy uses nothing but the timestamp: it collects such cells at once or never.", anyRow, timestampsArtificial},
	}
}

func columnRules() []Rule {
	return []Rule{
		{"columns-many", []string{"G16", "G15"}, "Rows have too many columns", "Every cell carries its family, qualifier, and timestamp; 1 KB is smallest as one cell and largest as 1,024 cells of 1 byte.", rows, columnsMany},
		{"qualifier-long", []string{"G17"}, "Column qualifiers are long", "Every cell stores and sends its qualifier; 16 KiB is the maximum.", anyRow, qualifierLong},
		{"names-long", []string{"G64"}, "Long column names take a large share of the bytes", "Every cell carries the name, on disk and on the wire.", rows, namesLong},
		{"placeholders", []string{"G09"}, "Missing values are written as placeholders", "A column that a row lacks takes no space; a placeholder takes that of a cell.", rows, placeholders},
		{"column-repeats-key", []string{"G68"}, "Column duplicates a row key segment", "Every read already returns the row key. The copy costs one cell per row and can only drift out of sync.", keys, columnRepeatsKey},
		{"counter-plain", []string{"G22", "G06"}, "Counter in a plain column", "Every step is a version to read, write, and garbage-collect; an aggregate family adds up in place.", rows, counterPlain},
	}
}

func sizeRules() []Rule {
	return []Rule{
		{"row-large", []string{"G18", "G19", "G57"}, "Rows are too large", "Large rows slow down every read that meets them, and a row larger than 256 MiB cannot be read.", anyRow, rowLarge},
		{"row-unreadable", []string{"G18"}, "Rows cannot be read", "Bigtable refuses to send them, mostly because they are larger than 256 MiB.", description, rowUnreadable},
		{"cell-large", []string{"G21"}, "Cells are too large", "Reads of large cells are slow; 10 MB is the recommended maximum, and 100 MB the limit.", anyRow, cellLarge},
	}
}

func familyRules() []Rule {
	return []Rule{
		{"families-many", []string{"G12"}, "Too many column families", "Reads and compactions pay for each family; about 100 is the maximum.", description, familiesMany},
		{"family-name-long", []string{"G13", "G64"}, "Column family names are long", "Every request and every cell carries the name of its family.", description, familyNameLong},
		{"family-unused", []string{"G02"}, "Declared column family without cells", "A family that nothing is written to is left over, or a sign that a writer uses another name.", rows, familyUnused},
		{"families-apart", []string{"G11", "G62"}, "Families written together under one policy", "Data that is read together belongs in one family; each additional family makes a read more expensive.", rows, familiesApart},
		{"retention-mixed", []string{"G14"}, "Columns of one family need different retention", "The policy is per family, so data that needs little retention is kept as long as data that needs much.", anyRow, retentionMixed},
		{"versions-unlimited", []string{"G22"}, "No policy limits the versions of a family", "Without a policy every version is kept indefinitely, and rows grow with every write.", anyRow, versionsUnlimited},
		{"garbage-kept", []string{"G22"}, "GC-eligible cells stored for more than a week", "GC-eligible cells are stored, billed, and returned by reads until they are garbage-collected, which should take at most a week.", rows, garbageKept},
	}
}

func privacyRules() []Rule {
	return []Rule{
		{"personal-data", []string{"G47"}, "Personal data in row keys or column names", "Logs, metrics, and encryption metadata show keys and names to more people than values.", anyRow, personalData},
	}
}

func instanceRules() []Rule {
	return []Rule{
		{"tables-many", []string{"G10"}, "The instance has too many tables", "Each table adds load of its own, and 1,000 is the maximum per instance.", instance, nil},
		{"table-per-period", []string{"G10"}, "One table per period", "Data of one shape belongs in one table, distinguished by the key; garbage collection drops what is old.", neighbors, tablePerPeriod},
		{"tables-alike", []string{"G10", "G37"}, "Tables differ only in part of the name", "Data of one shape belongs in one table, distinguished by a key prefix; one table per customer only adds load.", neighbors, tablesAlike},
	}
}
