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
