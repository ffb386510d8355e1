package sample

import (
	"cmp"
	"slices"
	"strings"
)

// Ending is the kind of event that ended a read.
type Ending string

// The endings. Only EndError and EndInterrupt make a sample partial: a limit is part of what was asked for.
const (
	EndPlan      Ending = ""          // the read ran to the end of its plan
	EndLimit     Ending = "limit"     // a limit of the Options: Rows, Bytes or Time
	EndError     Ending = "error"     // an error, a silent server or a lost connection
	EndInterrupt Ending = "interrupt" // a signal, or the user stopped it
)

// nothingRead is the reason of a sample without rows whose read ran to its end.
const nothingRead = "no rows were read, and the table is not known to be empty"

// EndedEarly reports whether an error or an interrupt ended the read.
func (p *Provenance) EndedEarly() bool { return p.Ending != EndPlan && p.Ending != EndLimit }

// ToTheEnd reports whether every row was read that was asked for.
func (p *Provenance) ToTheEnd() bool {
	return len(p.Unreadable) == 0 && p.Stopped == "" && p.AllDone()
}

// AllDone reports whether all key ranges of the plan were read to their end, or the plan had none.
func (p *Provenance) AllDone() bool {
	return !slices.ContainsFunc(p.Places, func(r ReadRange) bool { return !r.Done })
}

// Partial returns why the sample holds less than was planned, or "" when it does not. A read that an error or an
// interrupt ended is partial. A read that a limit of the user ended is not, unless it has no rows and the table, or the
// part of it that was requested, is not known to be empty.
func (s *Sample) Partial() string {
	switch how := &s.How; {
	case how.EndedEarly():
		return cmp.Or(how.Stopped, "the read ended early")
	case s.Rows() > 0 || how.Complete:
		return ""
	case how.Stopped != "":
		return "no rows were read: " + how.Stopped
	}
	return nothingRead
}

// describeEnding classifies Stopped for a sample that was saved before Ending existed. Whatever is not known to be a
// limit counts as an error, so that a broken read does not pass for a planned one.
func describeEnding(stopped string) Ending {
	switch {
	case stopped == "":
		return EndPlan
	case strings.Contains(stopped, "limit of"):
		return EndLimit
	case strings.Contains(stopped, "on request"), strings.Contains(stopped, "still loading"):
		return EndInterrupt
	}
	return EndError
}
