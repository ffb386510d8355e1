package audit

import "slices"

// Rule is one rule: its texts, what it needs, its limits, how it is evaluated, and whose candidate layout it proposes.
// Each rule is one value in a rule_*.go file.
type Rule struct {
	ID         string   // stable, in lower case with hyphens
	Guidelines []string // of docs/guidelines.md, the closest first
	Title      string   // the problem, as a sentence
	Why        string   // the consequence, as a sentence
	needs      needs
	about      []Harm // what the problem does harm to
	// leads states that the rule looks at the first segment that varies alone, so that doubts about the others do not
	// matter.
	leads bool
	scope scope // what has to be read of the table
	// check returns the findings of a table without the fields that are the same for all findings of the rule; nil for
	// rules that evaluate only instances.
	check func(*facts) []Finding
	// instance returns the findings of an instance; nil for rules that evaluate only tables.
	instance func(*facts, Instance) []Finding
	// limits sets the defaults of the limits that the rule defines; nil if it has none.
	limits func(*Limits)
	// explainedBy are the rules that explain a finding of this one: it is one with theirs if that is as severe, and
	// otherwise has the layouts of the first of them tried.
	explainedBy []string
}

// Rules returns the registry: a new rule is one value here. Lines returns which guidelines they cover.
func Rules() []Rule {
	return []Rule{
		keyUnexplainedRule(), keyUndelimitedRule(), keyLongRule(), numberUnpaddedRule(), dateUnsortedRule(),
		caseMixedRule(), formatsMixedRule(), delimiterInValueRule(), stateInKeyRule(),
		keyBinaryRule(), hashFirstRule(),
		granularFirstRule(), tenantBehindRule(), entitySplitRule(), domainForwardRule(), domainsFewRule(),
		schemaMisfitRule(),
		timeFirstRule(), timeBehindFewRule(), idSequentialRule(), saltedRule(), saltUnevenRule(),
		writeHotspotRule(), tabletHotRule(),
		versionsRepeatRule(), rowOverwrittenRule(), eventsAsVersionsRule(), rowUnboundedRule(), writeRateRule(),
		timestampsArtificialRule(),
		columnsManyRule(), qualifierLongRule(), namesLongRule(), placeholdersRule(), columnRepeatsKeyRule(),
		softDeletesRule(),
		counterPlainRule(),
		rowLargeRule(), rowUnreadableRule(), cellLargeRule(),
		familiesManyRule(), familyNameLongRule(), familyUnusedRule(), familiesApartRule(), retentionMixedRule(),
		versionsUnlimitedRule(), policyIdleRule(), garbageKeptRule(),
		personalDataRule(),
		tablesManyRule(), tablePerPeriodRule(), similarTablesRule(),
	}
}

// FindRule finds a rule by its id, also one of an expectation.
func FindRule(id string) (Rule, bool) {
	rule := findIn(AllRules(), id)
	return rule, rule.ID != ""
}

// findIn finds a rule by its id; the zero value if it is not there. To make all rules takes longer than to look through
// them: who asks for several makes them once.
func findIn(all []Rule, id string) Rule {
	if i := slices.IndexFunc(all, func(r Rule) bool { return r.ID == id }); i >= 0 {
		return all[i]
	}
	return Rule{}
}
