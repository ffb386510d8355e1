package tui

import (
	"context"
	"errors"
	"reflect"
	"strings"

	"tabletop/model/bounded"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// slotTheme is that of storing a theme.
const slotTheme = "theme"

// WithTheme returns a settings file with another theme; all other lines, and comments, stay as they are.
func WithTheme(file []byte, theme widget.Theme) ([]byte, error) {
	want, err := ParseSettings(file)
	if err != nil {
		return nil, err
	}
	want.Theme = theme
	line := "theme: " + string(theme)
	lines := strings.Split(string(file), "\n")
	docs, err := bounded.Documents(file)
	if err != nil {
		return nil, err
	}
	at := -1
	if len(docs) > 0 {
		members := docs[0].Content[0].Content
		for i := 0; i+1 < len(members); i += 2 {
			if v := members[i+1]; members[i].Value == "theme" {
				at = v.Line - 1
				if v.LineComment != "" {
					line += "  " + v.LineComment
				}
			}
		}
	}
	if at < 0 {
		lines = append([]string{line}, lines...)
	} else {
		lines[at] = line
	}
	out := []byte(strings.Join(lines, "\n"))
	if got, err := ParseSettings(out); err != nil || !reflect.DeepEqual(got, want) {
		return nil, errors.New("its theme is not on a line of its own")
	}
	return out, nil
}

// keepTheme stores the theme that was chosen for the next start.
func (a *App) keepTheme(t widget.Theme) {
	if a.opts.KeepTheme == nil {
		a.say("theme " + string(t))
		return
	}
	keep := a.opts.KeepTheme
	type kept struct {
		where string
		err   error
	}
	a.jobs.start(spec{slot: slotTheme,
		run: func(context.Context, func(any)) any {
			where, err := keep(t)
			return kept{where, err}
		},
		done: func(v any) {
			switch k := v.(kept); {
			case k.err != nil:
				a.fail("theme " + string(t) + " is not kept: " + text.EscapeString(k.err.Error()))
			default:
				a.say("theme " + string(t) + ", kept in " + text.EscapeString(k.where))
			}
		},
	})
}
