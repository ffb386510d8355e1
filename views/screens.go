package views

// ID names a screen. The registry of screens, requests and lessons go by it.
type ID string

// The screens of the app.
const (
	OverviewScreen  ID = "overview"
	KeysScreen      ID = "keys"
	SpaceScreen     ID = "space"
	ColumnsScreen   ID = "columns"
	RetentionScreen ID = "retention"
	HeatScreen      ID = "heat"
	LabScreen       ID = "lab"
	FindingsScreen  ID = "findings"
	DiffScreen      ID = "diff"
	RowScreen       ID = "row"
	LargestScreen   ID = "large"
	LessonsScreen   ID = "lessons"
	TablesScreen    ID = "tables"
)
