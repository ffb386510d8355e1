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
	// Progress is that in words.
	Progress string `json:"-"`
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
	// Line is the line of the lesson file on which the step begins, from 1.
	Line int `json:"line"`
	// Table is the table that the step was checked on.
	Table string `json:"table"`
	// Passed reports whether the step rejected wrong answers and accepted the measured one.
	Passed bool `json:"passed"`
	// Why is the explanation of the step, with the measured figures.
	Why string `json:"why"`
	// Faults are the checks that failed.
	Faults []string `json:"faults"`
}

// LessonGrades is the report of tabletop lesson grade: what students did in lessons, judged again.
type LessonGrades struct {
	// Grades has one entry per student and lesson.
	Grades []LessonGrade `json:"grades"`
	// Mistakes are the replies to wrong work, the commonest first.
	Mistakes []CommonMistake `json:"mistakes"`
	// Broken has an entry for each kind of fault of a record and each student that the lines name.
	Broken []BrokenRecord `json:"broken"`
	// Note says what records do not prove.
	Note string `json:"note"`
}

// CommonMistake is a reply to wrong work.
type CommonMistake struct {
	Lesson string `json:"lesson"`
	// Step is the number of the step, from 1.
	Step int `json:"step"`
	// Mistake is the reply, with … for figures, which differ between students.
	Mistake string `json:"mistake"`
	// Students is how many students got it.
	Students int `json:"students"`
}

// LessonGrade is what a student did in a lesson.
type LessonGrade struct {
	// Student is the ID in the record.
	Student string `json:"student"`
	Lesson  string `json:"lesson"`
	// Steps is the number of steps of the lesson, the exercise included.
	Steps int `json:"steps"`
	// Done is the number of steps done by work that was judged again.
	Done int `json:"done"`
	// Points is the sum of the points of the steps done.
	Points int `json:"points"`
	// PointsPossible is the sum of the points of all steps.
	PointsPossible int `json:"points_possible"`
	// Exam reports whether it was judged as an exam: of each step the work that was handed in last.
	Exam bool `json:"exam"`
	// Started is when the student began the exam, and Last when the last attempt was made, as the record states it;
	// empty if it does not.
	Started string `json:"started"`
	Last    string `json:"last"`
	// ExerciseDone reports whether the unaided exercise is among them; null if the lesson has none.
	ExerciseDone *bool `json:"exercise_done"`
	// Attempts is the number of works, predictions not counted.
	Attempts int `json:"attempts"`
	// Hints is the number of hints shown.
	Hints int `json:"hints"`
	// Revealed is the number of steps at which work came after the answer had been shown.
	Revealed int `json:"revealed"`
	// Seconds is the sum over the steps of the time from opening a step to its last attempt.
	Seconds int `json:"seconds"`
	// Predictions is the number of steps with a prediction, PredictedRight of those whose first one was right.
	Predictions    int `json:"predictions"`
	PredictedRight int `json:"predicted_right"`
	// Unconfirmed is the number of attempts recorded as right whose work is refused: they count for nothing.
	Unconfirmed int `json:"unconfirmed"`
	// Problem is why some attempts were not judged; empty if all were, or only the record is at fault, which
	// broken lists.
	Problem string `json:"problem"`
	// NotJudged is the number of attempts that were not judged.
	NotJudged int `json:"not_judged"`
	// ByStep has the steps with at least one attempt.
	ByStep []StepGrade `json:"by_step"`
}

// StepGrade is what a student did in one step.
type StepGrade struct {
	// Step is the number of the step, from 1.
	Step int  `json:"step"`
	Done bool `json:"done"`
	// Points is what the step is worth.
	Points int `json:"points"`
	// Exercise reports whether it is the unaided exercise.
	Exercise bool `json:"exercise"`
	// Attempts is the number of works, predictions not counted.
	Attempts int `json:"attempts"`
	// Hints is the number of hints shown.
	Hints int `json:"hints"`
	// Revealed reports whether work came after the answer had been shown.
	Revealed bool `json:"revealed"`
	// Seconds is the time from opening the step to its last attempt.
	Seconds int `json:"seconds"`
	// Predicted is right or wrong for the first prediction; empty without one.
	Predicted string `json:"predicted"`
	// Answer is the work that was accepted first, or else the last.
	Answer string `json:"answer"`
	// Mistakes are the replies to wrong work, each once.
	Mistakes []string `json:"mistakes"`
	// Unconfirmed is the number of attempts recorded as right whose work is refused.
	Unconfirmed int `json:"unconfirmed"`
	// Unmeasurable is the number of attempts whose work could not be judged.
	Unmeasurable int `json:"unmeasurable"`
}

// BrokenRecord is a kind of fault of a record: lines that are no attempt, attempts that are too many to be judged,
// or attempts of several students in one file. All other lines are graded.
type BrokenRecord struct {
	File string `json:"file"`
	// Student is the ID that the lines name; empty if they name none, or several.
	Student string `json:"student"`
	// Line is the first of the lines, from 1; 0 if the fault is of the whole file.
	Line int `json:"line"`
	// Lines is how many lines have the fault.
	Lines int `json:"lines"`
	// Reason is what is wrong with the first of the lines.
	Reason string `json:"reason"`
}
