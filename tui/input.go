package tui

import (
	"bytes"
	"os"
	"strconv"
)

// keyboard is the terminal's input, with one correction: a bracketed paste that never ends would have every later key
// taken for pasted text. A ctrl+c that comes alone ends the paste.
type keyboard struct {
	*os.File
	paste pasteState
}

func (k *keyboard) Read(p []byte) (int, error) {
	n, err := k.File.Read(p)
	return k.paste.correct(p, n), err
}

const (
	pasteBegin = "\x1b[200~"
	pasteEnd   = "\x1b[201~"
)

// pasteState knows whether a paste is under way after the bytes seen.
type pasteState struct {
	open bool
	tail []byte // the last bytes seen, which may be the beginning of a mark
}

// correct looks at the first n bytes of p, which were just read, and returns how many there are after the correction.
func (s *pasteState) correct(p []byte, n int) int {
	if s.open && isInterruptKey(p[:n]) && n+len(pasteEnd) <= len(p) {
		copy(p[len(pasteEnd):], p[:n])
		copy(p, pasteEnd)
		s.open, s.tail = false, nil
		return n + len(pasteEnd)
	}
	seen := append(s.tail, p[:n]...)
	begin, end := bytes.LastIndex(seen, []byte(pasteBegin)), bytes.LastIndex(seen, []byte(pasteEnd))
	if begin != end { // else there is neither
		s.open = begin > end
	}
	s.tail = bytes.Clone(seen[max(len(seen)-len(pasteEnd)+1, 0):])
	return n
}

// isInterruptKey reports whether bytes are ctrl+c and nothing else: as a control character, or by the keyboard protocol
// of kitty (CSI 99 ; modifiers u, where 1 + 4 is ctrl).
func isInterruptKey(b []byte) bool {
	if string(b) == "\x03" {
		return true
	}
	b, ok := bytes.CutPrefix(b, []byte("\x1b[99;"))
	b, ends := bytes.CutSuffix(b, []byte("u"))
	modifiers, _, _ := bytes.Cut(b, []byte(":"))
	n, err := strconv.Atoi(string(modifiers))
	return ok && ends && err == nil && n > 0 && (n-1)&4 != 0
}
