package tui

import (
	"context"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"tabletop/views"
	"tabletop/views/lessons"
	"tabletop/views/tables"
	"tabletop/views/widget"
)

// App is the one Bubble Tea model. All of it belongs to the loop; work outside goes through jobs.
type App struct {
	opts     Options
	ctx      context.Context // ends when the program does
	styles   *widget.Styles
	dark     bool // of the terminal's background
	mouse    bool
	terminal int // its width; frames for a screen reader are drawn at another
	width    int
	height   int
	begun    bool // what was asked for is being opened

	entries []tables.Entry
	screens []*screen // the picker first
	current *screen
	history []*screen // screens to come back to, the last one last
	over    overlay   // what lies over the screen; nil mostly
	toasts  toasts
	welcome bool     // the lines for the first run are shown
	pending *pending // a command that waits for its screen; nil mostly
	recent  []string // ids of what was chosen in the palette, the last first
	table   *session // the open table; nil before one is chosen
	tutor   lessonState
	words   glossary // empty until it is asked for

	jobs      *jobs
	delivered time.Time // the last time
	ticking   bool
	wheel     int  // lines the wheel turned since the last delivery
	wheeling  bool // a wheelMsg is on its way
	cmds      []tea.Cmd
	ended     bool
	quit      error // why the app ended, when it was not a plain quit

	faults []*fault // that were survived, the first ones reported

	dirty bool
	frame tea.View
}

// New makes the app with all its screens. ctx ends its work.
func New(ctx context.Context, opts Options) *App { return newApp(ctx, opts, screens()) }

func newApp(ctx context.Context, opts Options, screens []*screen) *App {
	opts = opts.withDefaults()
	app := &App{opts: opts, ctx: ctx, dark: true, mouse: !opts.NoMouse, dirty: true, jobs: newJobs(ctx, opts.Now)}
	app.setStyles(colorprofile.TrueColor)
	if opts.Profile != colorprofile.Unknown {
		app.setStyles(opts.Profile)
	}
	app.welcome = opts.Welcome != nil
	app.tutor.screen = &screen{key: lessonsKey, short: "Learn", fresh: constructor(lessons.New),
		about: "learn schema design on demo tables, step by step"}
	picker := &screen{key: "0", short: "Tables", fresh: constructor(tables.New),
		about: "open another table, a saved sample, or a demo"}
	app.screens = slices.Concat([]*screen{picker}, screens, []*screen{app.tutor.screen})
	for _, s := range app.screens {
		s.start(func(f *fault) { app.closedScreen(s, f) })
	}
	app.current = app.screens[0]
	return app
}

// Init starts listening for messages of jobs. Nothing is opened yet: see begin.
func (a *App) Init() tea.Cmd {
	a.listen()
	if a.opts.Theme == "" || a.opts.Theme == widget.ANSI {
		a.cmd(tea.RequestBackgroundColor)
	}
	return a.takeCmds()
}

// begin opens what was asked for, once the size is known and the first frame can be drawn: connecting or filling a
// demo table would take the processor from it.
func (a *App) begin() {
	if a.begun {
		return
	}
	a.begun = true
	switch {
	case a.opts.Lesson != nil:
		a.loadProgress(func() { a.startLesson(views.Lesson{Name: a.opts.Lesson.Name}) })
		return
	case a.opts.Source == "":
		a.list()
	default:
		a.open(a.opts.Source)
		if len(a.opts.Proposed) > 0 || a.opts.Question != nil {
			a.jump(a.find(views.LabScreen))
		}
	}
	a.loadProgress(func() {})
}

// cmd keeps a command for the end of the update.
func (a *App) cmd(c tea.Cmd) { a.cmds = append(a.cmds, c) }

func (a *App) takeCmds() tea.Cmd {
	a.tick()
	cmds := a.cmds
	a.cmds = nil
	return tea.Batch(cmds...)
}

// listen waits for the next messages of jobs.
func (a *App) listen() { a.cmd(a.jobs.queue.waitCmd(a.ctx, a.delivered)) }

// tickMsg comes once a second while there is something to wait for, to show for how long.
type tickMsg struct{}

func (a *App) tick() {
	if a.ticking || len(a.jobs.visible()) == 0 {
		return
	}
	a.ticking = true
	a.cmd(a.after(time.Second, tickMsg{}))
}

// wheelMsg comes a frame after the wheel began to turn: what it turned in between is applied at once.
type wheelMsg struct{}

// Update handles one message. Nothing in it waits or reads.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if f := contain(handling(msg), func() { a.handle(msg) }); f != nil {
		a.over, a.dirty = nil, true
		a.survived(f)
	}
	return a, a.takeCmds()
}

// handling names what a message has the app do, for faults.
func handling(msg tea.Msg) string {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		return "handling a key"
	case tea.MouseMsg:
		return "handling the mouse"
	case tea.WindowSizeMsg:
		return "handling another size of the terminal"
	}
	return "handling news"
}

func (a *App) handle(msg tea.Msg) {
	dirty := true
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.width, a.height, a.terminal = msg.Width, msg.Height, msg.Width
		if a.opts.Plain {
			a.width = spokenWidth
		}
		a.begin()
	case tea.ColorProfileMsg:
		a.setStyles(msg.Profile)
	case tea.BackgroundColorMsg:
		a.dark = msg.IsDark()
		a.setStyles(a.profile())
	case tea.KeyPressMsg:
		a.press(msg)
	case tea.PasteMsg:
		a.press(tea.KeyPressMsg{Code: tea.KeyExtended, Text: msg.Content})
	case tea.MouseClickMsg:
		a.click(msg.Mouse())
	case tea.MouseWheelMsg:
		dirty = a.turn(msg.Mouse())
	case wheelMsg:
		dirty = a.turned()
	case tickMsg:
		a.ticking = false
		a.analyzeNewer()
	case toastMsg:
		dirty = a.toasts.expire(int(msg))
	case jobsReadyMsg:
		dirty = a.deliver()
	case tea.ResumeMsg:
	default:
		dirty = false
	}
	if dirty {
		a.dirty = true
		a.updateScreen(a.current)
		a.checkLesson()
		a.shareGoal()
	}
}

// deliver hands out the messages of jobs that came.
func (a *App) deliver() bool {
	changed := a.jobs.deliver(a.jobFailed)
	a.delivered = time.Now()
	a.listen()
	a.runPending()
	return changed
}

// end quits; err is what Run returns.
func (a *App) end(err error) {
	a.ended = true
	if a.quit == nil {
		a.quit = err
	}
	a.cmd(tea.Quit)
}

// setStyles makes the styles for a terminal's colors.
func (a *App) setStyles(p colorprofile.Profile) {
	a.styles = widget.NewStyles(a.theme().On(a.dark), p)
	if a.opts.Plain {
		a.styles = a.styles.ForSpeech()
	}
}

// profile is the colors the styles were made for.
func (a *App) profile() colorprofile.Profile { return a.styles.Profile() }

func (a *App) theme() widget.Theme {
	switch {
	case a.opts.Theme != "":
		return a.opts.Theme
	case a.dark:
		return widget.Dark
	}
	return widget.Light
}

// View is the frame. It is drawn again only after something changed: the library asks for it after every message.
func (a *App) View() tea.View {
	if a.dirty {
		a.dirty = false
		content := a.drawAnyway()
		a.frame = tea.View{AltScreen: true, WindowTitle: a.windowTitle()}
		switch {
		case a.opts.Plain:
			content, a.frame.Cursor = a.spoken(content)
		case a.opts.ASCII:
			content = widget.ASCII(content)
		}
		a.frame.Content = content
		if a.mouse {
			a.frame.MouseMode = tea.MouseModeCellMotion
		}
	}
	return a.frame
}

// spokenWidth is the width at which a frame for a screen reader is drawn, whatever that of the terminal is: one column,
// with all that is cut in fewer cells.
const spokenWidth = 99

// spoken is a frame for a screen reader with its cursor.
func (a *App) spoken(content string) (string, *tea.Cursor) {
	place := tea.Position{X: -1, Y: -1}
	at := a.cursor(content)
	if at != nil {
		place = at.Position
	}
	out, x, y := widget.Spoken(content, a.terminal, a.height, place.X, place.Y)
	out += strings.Repeat("\n", max(a.height-1-strings.Count(out, "\n"), 0)) // over what stood there
	if at == nil {
		return out, nil
	}
	return out, tea.NewCursor(x, y)
}

// cursor is the terminal's own cursor, which a screen reader follows, at what has the focus; nil where nothing has.
func (a *App) cursor(content string) *tea.Cursor {
	from := 0
	if a.over != nil { // what lies below has a mark as well
		_, at := a.overBox()
		from = max(at.y, 0)
	}
	lines := strings.Split(content, "\n")
	x, y, ok := widget.CursorIn(strings.Join(lines[min(from, len(lines)):], "\n"))
	if !ok {
		return nil
	}
	return tea.NewCursor(x, y+from)
}

func (a *App) windowTitle() string {
	parts := []string{"tabletop"}
	if a.table != nil {
		parts = append(parts, a.table.shown())
	}
	return strings.Join(parts, " ")
}

// data is what screens show; nil before a table is open.
func (a *App) data() *views.Data {
	if a.table == nil {
		return nil
	}
	return a.table.data
}

// updateScreen gives a screen the newest data. Screens out of sight get it when they come up, so that a growing
// sample costs one screen's work, not all of them.
func (a *App) updateScreen(s *screen) {
	if d := a.data(); d != nil && s.seen != d && !a.waiting() {
		s.seen = d
		s.SetData(d)
		work, _ := ask(s, "asking for the work of", views.WorkRequester.RequestWork)
		a.handleRequest(work, s)
	}
}
