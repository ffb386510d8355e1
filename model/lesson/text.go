package lesson

import "strings"

// Fill writes a text of a lesson: {name} becomes figure(name), {@screen} becomes screen(name), and what is between
// backquotes stays as it is.
func Fill(text string, figure, screen func(name string) (string, bool)) string {
	var out strings.Builder
	for text != "" {
		index := strings.IndexAny(text, "{`")
		if index < 0 {
			break
		}
		out.WriteString(text[:index])
		text = text[index:]
		if text[0] == '`' {
			n := strings.IndexByte(text[1:], '`') + 1
			if n <= 0 {
				break
			}
			out.WriteString(text[1:n])
			text = text[n+1:]
			continue
		}
		end := strings.IndexByte(text, '}')
		if end < 0 {
			break
		}
		name, by := text[1:end], figure
		if rest, ok := strings.CutPrefix(name, "@"); ok {
			name, by = rest, screen
		}
		if s, ok := by(name); ok {
			out.WriteString(s)
		} else {
			out.WriteString(text[:end+1])
		}
		text = text[end+1:]
	}
	out.WriteString(text)
	return out.String()
}
