package candidate

// Action is what becomes of the rows of a record kind.
type Action uint8

// The actions.
const (
	Same       Action = iota // the rows stay as they are
	Rekey                    // a template states their keys and cells
	Drop                     // the rows go
	Quarantine               // the rows are set aside as they are, in none of the new tables
)

// actionWords are how texts write the actions for which no template stands.
func actionWords() map[Action]string {
	return map[Action]string{Same: "same", Drop: "drop", Quarantine: "quarantine"}
}

// String returns the word of an action; that of Rekey is empty.
func (a Action) String() string { return actionWords()[a] }

// Foreign is the record kind of the rows whose keys no layout decodes, and ForeignName what texts call it where no kind
// has that name.
const (
	Foreign     = -1
	ForeignName = "foreign"
)

// KindRule states what becomes of the rows of one record kind.
type KindRule struct {
	Kind   int // index of the layout that decodes their keys, or Foreign
	Action Action
	Into   int       // the new table that Same and Rekey write the rows to
	To     *Template // of Rekey
}

// Set states what becomes of the rows of each record kind. Several rules of a kind write its rows several times. The
// rows of a kind without a rule are in no new table.
type Set struct {
	Source string // as it was typed; offsets in the templates are bytes of it
	Tables int    // new ones
	Rules  []KindRule
}
