package doc

// Lessons is the report of tabletop lesson without a name: the lessons in the order in which they are best taken.
type Lessons struct {
	Lessons []Lesson `json:"lessons"`
}

// Lesson is a lesson and how far the user has come in it.
type Lesson struct {
	Name string `json:"name"`
	// ID is that of the worked example.
	ID    string `json:"id"`
	Title string `json:"title"`
	About string `json:"about"`
	// Demo is the table it works on.
	Demo string `json:"demo"`
	// Guidelines are those that it cites.
	Guidelines []string `json:"guidelines"`
	Steps      int      `json:"steps"`
	Done       int      `json:"done"`
	Skipped    int      `json:"skipped"`
}

// LessonChecks is what lesson --check --format json prints.
type LessonChecks struct {
	Lessons []LessonCheck `json:"lessons"`
}

// LessonCheck is a lesson that was run non-interactively.
type LessonCheck struct {
	Name  string      `json:"name"`
	Title string      `json:"title"`
	Steps []StepCheck `json:"steps"`
}

// StepCheck is the result of one step.
type StepCheck struct {
	Step   int      `json:"step"`
	Table  string   `json:"table"`
	Passed bool     `json:"passed"`
	Why    string   `json:"why"`
	Faults []string `json:"faults"`
}
