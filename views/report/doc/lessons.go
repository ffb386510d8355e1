package doc

// Lessons is the report of tabletop lesson without a name: the lessons in the order in which they are best taken.
type Lessons struct {
	Lessons []Lesson `json:"lessons"`
}

// Lesson is a lesson and how far the user has come in it.
type Lesson struct {
	Name string `json:"name"`
	// ID is that of the worked example; empty if it is of none.
	ID    string `json:"id"`
	Title string `json:"title"`
	About string `json:"about"`
	// Tables are those it works on, as they are opened.
	Tables []string `json:"tables"`
	// After are the lessons to take before, by name.
	After []string `json:"after"`
	// Guidelines are those that it cites.
	Guidelines []string `json:"guidelines"`
	Steps      int      `json:"steps"`
	Done       int      `json:"done"`
	Skipped    int      `json:"skipped"`
}

// LessonChecks is the report of tabletop lesson check: the lessons that were run non-interactively.
type LessonChecks struct {
	// Lessons has one entry per lesson that was checked.
	Lessons []LessonCheck `json:"lessons"`
}

// LessonCheck is a lesson that was run non-interactively.
type LessonCheck struct {
	// Name is that of tabletop lesson NAME.
	Name  string `json:"name"`
	Title string `json:"title"`
	// Steps are those that were checked, in order.
	Steps []StepCheck `json:"steps"`
}

// StepCheck is the result of one step.
type StepCheck struct {
	// Step is the number of the step, from 1.
	Step int `json:"step"`
	// Table is the table that the step was checked on.
	Table string `json:"table"`
	// Passed reports whether the step rejected wrong answers and accepted the measured one.
	Passed bool `json:"passed"`
	// Why is the explanation of the step, with the measured figures.
	Why string `json:"why"`
	// Faults are the checks that failed.
	Faults []string `json:"faults"`
}
