package tui

import (
	"sync"
	"syscall"

	tea "charm.land/bubbletea/v2"
)

// loopModel is the model that the library runs. It only passes messages on, so that the library's loop takes input as
// fast as it comes: the app handles messages on a loop of its own, and what is typed waits in its inbox, where ctrl+c
// overtakes it. The library keeps no queue of its own that could be looked into: it hands over one key at a time and
// waits until it is handled.
type loopModel struct {
	app   *App
	inbox *inbox
	frame tea.View
	send  func(tea.Msg)
	early []tea.Msg    // keys that came before the size of the terminal
	sized bool         // the size is known
	quit  *SignalError // ctrl+c was pressed
}

// frameMsg is a new frame of the app, with the commands that its messages led to.
type frameMsg struct {
	frame tea.View
	cmds  tea.Cmd
}

func newLoopModel(app *App) *loopModel {
	return &loopModel{app: app, inbox: newInbox(), frame: app.View()}
}

// Init starts the app.
func (l *loopModel) Init() tea.Cmd { return l.app.Init() }

// View returns the newest frame.
func (l *loopModel) View() tea.View { return l.frame }

// Update passes a message on to the app.
func (l *loopModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case frameMsg:
		l.frame = msg.frame
		return l, msg.cmds
	case tea.KeyPressMsg:
		if isInterrupt(msg) {
			l.quit = &SignalError{Signal: syscall.SIGINT}
			l.inbox.close()
			return l, tea.Quit
		}
		if !l.sized {
			l.early = append(l.early, msg)
			return l, nil
		}
	case tea.WindowSizeMsg:
		l.inbox.put(msg)
		for _, key := range l.early {
			l.inbox.put(key)
		}
		l.sized, l.early = true, nil
		return l, nil
	}
	l.inbox.put(msg)
	return l, nil
}

// run has the app handle messages until the inbox is closed.
func (l *loopModel) run() {
	for {
		msg, ok := l.inbox.take()
		if !ok {
			return
		}
		_, cmds := l.app.Update(msg)
		if l.app.dirty || cmds != nil {
			l.send(frameMsg{l.app.View(), cmds})
		}
	}
}

// mostKeys is how many keys wait at most; more are dropped, as by the buffer of a keyboard. A paste is one.
const mostKeys = 10_000

// inbox holds messages for the app in their order.
type inbox struct {
	mu     sync.Mutex
	news   *sync.Cond
	queue  []tea.Msg
	keys   int // in queue
	closed bool
}

func newInbox() *inbox {
	in := &inbox{}
	in.news = sync.NewCond(&in.mu)
	return in
}

// put adds a message.
func (in *inbox) put(msg tea.Msg) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if _, key := msg.(tea.KeyPressMsg); key {
		if in.keys == mostKeys {
			return
		}
		in.keys++
	}
	in.queue = append(in.queue, msg)
	in.news.Signal()
}

// take waits for the next message. ok is false once the inbox is closed, whatever is in it.
func (in *inbox) take() (msg tea.Msg, ok bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.queue) == 0 && !in.closed {
		in.news.Wait()
	}
	if in.closed {
		return nil, false
	}
	msg = in.queue[0]
	in.queue[0] = nil
	in.queue = in.queue[1:]
	if _, key := msg.(tea.KeyPressMsg); key {
		in.keys--
	}
	return msg, true
}

// close drops what is in the inbox.
func (in *inbox) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed, in.queue = true, nil
	in.news.Broadcast()
}
