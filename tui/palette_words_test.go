package tui

import (
	"strings"
	"testing"
)

// everydayWords are words of everyday speech, and what they should find.
func everydayWords() map[string]string {
	return map[string]string{
		"queries": "Lab/queries", "waste": "screen/Retention", "gc": "screen/Retention", "ttl": "screen/Retention",
		"hotspot": "screen/Heat", "skew": "screen/Heat",
		"compare": "Diff/compare", "theme": "everywhere/theme", "dark": "everywhere/theme", "biggest": "screen/Largest",
		"large":  "screen/Largest",
		"schema": "screen/Keys", "lint": "screen/Findings", "audit": "screen/Findings", "exit": "everywhere/quit",
		"quit": "everywhere/quit", "keys": "screen/Keys",
		"simulate": "screen/Lab", "cancel": "everywhere/stop", "learn": "screen/Lessons",
		"METRIC:value": "column/METRIC:value",
		"cost":         "screen/Lab", "price": "screen/Retention", "storage": "screen/Space", "disk": "screen/Space",
		"expire": "screen/Retention", "expiration": "screen/Retention",
		"wide rows": "screen/Largest", "big rows": "screen/Largest", "biggest row": "screen/Largest",
		"timestamp": "screen/Heat", "versions": "Columns/sort by versions",
		"delete": "screen/Retention", "gc policy": "screen/Retention", "max versions": "screen/Retention",
		"old data": "screen/Retention", "light": "everywhere/theme", "dark mode": "everywhere/theme",
		"color blind": "everywhere/theme", "preferences": "everywhere/theme", "open table": "screen/Tables",
		"switch table": "screen/Tables", "close": "everywhere/quit", "help": "everywhere/help",
		"shortcuts": "everywhere/help", "settings": "everywhere/help", "key structure": "screen/Keys",
		"row key": "screen/Keys", "segments": "screen/Keys", "cardinality": "screen/Keys",
		"hot keys": "screen/Heat", "traffic": "screen/Heat", "write pattern": "screen/Heat", "latency": "screen/Heat",
		"salt": "glossary/meaning of salt", "save sample": "everywhere/save",
		"report": "everywhere/export", "html": "everywhere/export", "screenshot": "everywhere/export",
		"anonymize": "everywhere/save redacted", "last week": "screen/Diff", "changes": "screen/Diff",
		"history": "everywhere/messages", "search": "Keys/find", "filter": "Keys/find", "find key": "Keys/go to",
		"jump": "everywhere/open in", "value": "screen/Row", "hex": "Row/form",
		"families": "screen/Columns", "column family": "screen/Columns", "unused": "screen/Columns",
		"more rows": "everywhere/more", "refresh": "everywhere/reread", "retry": "everywhere/reread",
		"errors": "screen/Findings", "fix": "screen/Findings", "personal data": "screen/Findings",
		"recommendations": "Lab/advise", "best layout": "Lab/advise", "workload": "Lab/queries",
		"tutorial": "screen/Lessons", "confidence": "screen/Keys", "zoom": "Heat/zoom, Space/zoom", "distribution": "screen/Space",
		"tenant": "screen/Space", "strategy": "everywhere/plan",
		"recommend": "Lab/advise", "treemap": "screen/Space", "dashboard": "screen/Overview",
		"continue": "everywhere/more",
	}
}

// documentWords are from the documentation of Bigtable and HBase, their issues and questions about them; the answers
// were written before the palette was asked.
func documentWords() map[string]string {
	return map[string]string{
		"hotspotting": "Heat", "hot node": "Heat", "one node does all the work": "Heat", "uneven writes": "Heat",
		"key visualizer": "Heat", "access pattern": "Heat",
		"monotonically increasing": "Heat, Findings, error, warning, note",
		"timestamp as row key":     "Heat, Findings, error, warning, note, Lab", "salting": "Lab",
		"field promotion": "Lab", "row key design": "Lab, Keys", "change the row key": "Lab",
		"reverse timestamp": "Lab", "secondary index": "Lab", "slow queries": "Lab", "range scan": "Lab",
		"full table scan": "Lab", "tombstones": "Retention", "column families": "Columns, Retention",
		"qualifiers": "Columns", "too many columns": "Columns", "multiple versions": "Columns",
		"cell versions": "Columns", "max versions": "Retention", "time to live": "Retention",
		"expired cells": "Retention", "data is not deleted": "Retention", "delete old data": "Retention",
		"keep only the latest value": "Retention", "compaction": "Retention", "retention period": "Retention",
		"storage cost": "Lab, Retention", "billing": "Lab, Retention", "reduce storage": "Retention, Space",
		"why is my table so big": "Space", "disk usage": "Space", "large rows": "Largest, Space/largest",
		"row too big": "Largest, Space/largest", "256 mb": "Largest, Space/largest",
		"row size": "Largest, Space/largest, Overview", "count rows": "Overview, everywhere/plan",
		"ssd or hdd": "Retention", "partial key": "Keys/go to, Keys/find", "lookup": "Keys/go to",
		"binary keys": "Keys", "hex": "Keys, Row", "composite key": "Keys", "delimiter": "Keys",
		"protobuf": "Columns, Row", "decode values": "Row, Columns", "multi tenant": "Space, everywhere/scope",
		"noisy neighbor": "Space, Heat", "biggest customer": "Space", "export csv": "everywhere/export",
		"share with a colleague": "everywhere/save redacted, everywhere/export", "anonymize": "everywhere/save redacted",
		"best practices": "Findings, error, warning, note", "anti-patterns": "Findings, error, warning, note",
		"recommendations": "Findings, error, warning, note, Lab", "compare two tables": "Diff",
		"schema drift": "Diff", "backfill": "Lab", "dataflow": "Lab", "cbt": "Overview/copy", "sql": "Overview/copy",
		"cancel": "everywhere/stop", "colors": "everywhere/theme", "keyboard shortcuts": "everywhere/help",
		"tutorial": "Lessons", "missing data": "Heat/gaps",
	}
}

// measuredWords were chosen beside documentWords to measure how far other words carry: half of them found what was meant
// before any word of either list was added.
func measuredWords() map[string]string {
	return map[string]string{
		"hot tablet": "Heat", "write pressure": "Heat", "load distribution": "Heat",
		"sequential ids": "Heat, Findings, error, warning, note", "overloaded": "Heat", "hash prefix": "Lab",
		"alternative schema": "Lab, Keys", "read latency": "Lab, Findings, error, warning, note",
		"sparse columns": "Columns", "data types": "Columns, Keys", "old versions": "Columns, Retention",
		"maxage": "Retention", "old data": "Retention", "data lifecycle": "Retention",
		"infrequent access": "Retention", "price": "Lab, Retention", "table size": "Space, Overview",
		"largest tenant": "Space", "wide rows": "Largest, Space/largest",
		"prefix scan": "Keys/go to, Keys/find, everywhere/scope", "search by key": "Keys/go to",
		"base64": "Keys, Columns, Row", "redact": "everywhere/save redacted",
		"download":                     "everywhere/export, everywhere/save",
		"what is wrong with my schema": "Findings, error, warning, note",
		"guidelines":                   "Findings, error, warning, note", "difference since yesterday": "Diff",
		"migrate to a new key": "plan folder, Lab", "light theme": "everywhere/theme",
		"how many rows": "Overview, everywhere/plan",
	}
}

// TestWordsOfAQuestion verifies that words which name nothing are dropped unless they are all that is typed, that a
// phrase counts only as a whole, and that a word with another ending is the same word, while others stay apart.
func TestWordsOfAQuestion(t *testing.T) {
	for typed, want := range map[string]string{"why is my table so big": "table big", "what is it": "what is it"} {
		if got := strings.Join(content(strings.Fields(typed)), " "); got != want {
			t.Errorf("%q asks for %q, not %q", typed, got, want)
		}
	}
	for typed, want := range map[string]string{"row": "key", "rows size": "key row size"} {
		if got := strings.Join(applied([]string{"key", "row+size"}, strings.Fields(typed)), " "); got != want {
			t.Errorf("%q counts for %q, not %q", typed, got, want)
		}
	}
	for _, same := range [][2]string{{"hotspotting", "hotspot"}, {"policies", "policy"}, {"expired", "expire"}} {
		if stem(same[0]) != stem(same[1]) {
			t.Errorf("%q and %q are two words", same[0], same[1])
		}
	}
	if stem("row") == stem("rowkey") || stem("bus") == stem("bu") {
		t.Error("different words are one")
	}
}
