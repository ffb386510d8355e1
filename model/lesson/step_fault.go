package lesson

import "slices"

// StepFault is one thing that is wrong with a step of a lesson.
type StepFault struct {
	Step int // from 0
	Line int // of its file, on which the step begins
	Text string
}

// Faults returns those that a walk of the lesson found, in the order of the steps.
func (l *Lesson) Faults(walked []StepResult) []StepFault {
	var faults []StepFault
	for _, result := range walked {
		for _, said := range result.Faults {
			faults = append(faults, StepFault{Step: result.Step, Line: l.Steps[result.Step].Line, Text: said})
		}
	}
	return faults
}

// FaultsOnlyIn returns the faults of some that are not among others. A step that moved to another line has the same
// faults.
func FaultsOnlyIn(some, others []StepFault) []StepFault {
	var only []StepFault
	for _, f := range some {
		if !slices.ContainsFunc(others, func(o StepFault) bool { return o.Step == f.Step && o.Text == f.Text }) {
			only = append(only, f)
		}
	}
	return only
}
