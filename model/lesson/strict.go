package lesson

import (
	"context"
	"maps"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
)

// What a step may allow of a layout that is otherwise refused, by the words of the file.
const (
	allowHotspot     = "hotspot"
	allowOverwritten = "overwritten cells"
	allowConstant    = "constant"
	allowTwice       = "twice"
	allowUnchanged   = "unchanged"
	allowLost        = "lost " // and the name of a segment
)

// strict returns what a layout made in the Lab must meet in every lesson: it is another layout than the current one,
// keeps every segment once, adds no constant and nothing computed that the right one does not have, overwrites no cells
// and makes no hotspot. f.Allow names exceptions, with reasons. form is of the layout itself, effect of what it does to
// the rows.
func (r *reader) strict(f *makeFile, t Table) (form, effect []Cond) {
	set := r.tables[t.Name]
	if len(set) == 0 {
		return nil, nil // reported with the table
	}
	segments := segmentNames(set)
	known := []string{allowHotspot, allowOverwritten, allowConstant, allowTwice, allowUnchanged}
	for _, s := range segments {
		known = append(known, allowLost+s)
	}
	for _, word := range slices.Sorted(maps.Keys(f.Allow)) {
		r.in("allow", func() {
			r.in(word, func() {
				if !slices.Contains(known, word) {
					r.fail("allow has no %q; it has %s", word, strings.Join(known, ", "))
				}
				if strings.TrimSpace(f.Allow[word]) == "" {
					r.fail("allow needs a reason for %q", word)
				}
			})
		})
	}
	allowed := func(word string) bool { _, ok := f.Allow[word]; return ok }
	add := func(to *[]Cond, word string, c Cond) {
		if !allowed(word) {
			*to = append(*to, c)
		}
	}
	add(&form, allowUnchanged, unchanged(set))
	for _, s := range segments {
		add(&form, allowLost+s, keeps(s))
	}
	add(&form, allowTwice, once())
	add(&form, allowConstant, noConstant(set))
	if right, err := candidate.Parse(f.Right); err == nil {
		form = append(form, onlyComputed(right))
		if times := timeSegments(set); !timeFirst(right, times) {
			add(&form, allowHotspot,
				parsed("{made} begins with the time: the writes of a moment would all be neighbors (G40).",
					func(c *candidate.Candidate) bool { return !timeFirst(c, times) }))
		}
	}
	add(&effect, allowOverwritten,
		Zero("overwritten", Lost, "With {made}, {overwritten} cells would be overwritten: rows that were apart meet."))
	add(&effect, allowHotspot, noHotspot())
	return form, effect
}

// timeSegments are the segments that hold a time.
func timeSegments(set rowkey.Set) map[string]bool {
	out := map[string]bool{}
	for _, l := range set {
		for _, s := range l.Segments() {
			if s.Codec.Type() == rowkey.Timestamp {
				out[s.Name] = true
			}
		}
	}
	return out
}

// timeFirst reports whether a key of the layout begins with a time, also a reversed one, whatever constant precedes it.
func timeFirst(c *candidate.Candidate, times map[string]bool) bool {
	for i := range c.Templates {
		for _, part := range c.Templates[i].Key {
			if part.Field == nil {
				continue
			}
			e := &part.Field.Expr
			for e.Op == candidate.Reverse || e.Op == candidate.Pad || e.Op == candidate.Bucket {
				e = &e.Args[0]
			}
			if e.Op == candidate.CellTime || e.Op == candidate.Segment && times[e.Name] {
				return true
			}
			break
		}
	}
	return false
}

// onlyComputed refuses what is computed in a key or a qualifier and not computed in the right layout: a segment turned
// around, or a salt or hash that the task does not ask for.
func onlyComputed(right *candidate.Candidate) Cond {
	known := computed(right)
	return Cond{Say: "{made} computes more than the task asks for: leave {extra} as it is.",
		Figures: map[string]Of{"extra": func(text string) Measure {
			return func(context.Context, *Workbench) (Figure, error) {
				proposed, err := candidate.Parse(text)
				if err != nil {
					return Figure{}, err
				}
				for _, name := range slices.Sorted(maps.Keys(computed(proposed))) {
					if !known[name] {
						return word(name), nil
					}
				}
				return word("the rest"), nil
			}
		}},
		Met: func(_ context.Context, _ *Workbench, text string) (bool, error) {
			proposed, err := candidate.Parse(text)
			if err != nil {
				return false, err
			}
			for name := range computed(proposed) {
				if !known[name] {
					return false, nil
				}
			}
			return true, nil
		}}
}

// computed returns the calls of a layout that change how a value sorts or what can be derived from it.
func computed(c *candidate.Candidate) map[string]bool {
	out := map[string]bool{}
	for i := range c.Templates {
		c.Templates[i].Exprs(func(e *candidate.Expr) {
			switch e.Op {
			case candidate.Salt, candidate.Hash, candidate.Reverse, candidate.Mirror, candidate.Truncate, candidate.Pad:
				out[e.String()] = true
			}
		})
	}
	return out
}

// parsed is a condition on the layout itself.
func parsed(say string, met func(c *candidate.Candidate) bool) Cond {
	return Cond{Say: say, Met: func(_ context.Context, _ *Workbench, text string) (bool, error) {
		c, err := candidate.Parse(text)
		if err != nil {
			return false, err
		}
		return met(c), nil
	}}
}

// unchanged refuses the current layout.
func unchanged(set rowkey.Set) Cond {
	names := func(text string) string {
		var b strings.Builder
		for i, field := range strings.Split(plain(text), "{") {
			name, after, _ := strings.Cut(field, "}")
			if i > 0 {
				name, _, _ = strings.Cut(name, ":")
			}
			b.WriteString("{" + name + "}" + after)
		}
		return b.String()
	}
	return parsed("{made} is the current layout: change it.", func(c *candidate.Candidate) bool {
		return len(set) != 1 ||
			names(c.Source) != names(strings.TrimSpace(set.String())) && plain(c.Source) != "{key()}"
	})
}

// keeps asks that a segment stays readable in the key or in a qualifier.
func keeps(segment string) Cond {
	return parsed("{made} has no "+segment+" any more: it must stay readable, in the key or in a qualifier.",
		func(c *candidate.Candidate) bool {
			for i := range c.Templates {
				for _, e := range readable(&c.Templates[i]) {
					if e.Op == candidate.Whole || e.Op == candidate.Rest ||
						e.Op == candidate.Segment && e.Name == segment {
						return true
					}
				}
			}
			return false
		})
}

// readable returns the values of a key and of qualifiers that can be read from what is written.
func readable(t *candidate.Template) []*candidate.Expr {
	var out []*candidate.Expr
	add := func(f *candidate.Field) {
		e := &f.Expr
		for e.Op == candidate.Reverse || e.Op == candidate.Mirror || e.Op == candidate.Pad {
			e = &e.Args[0]
		}
		out = append(out, e)
	}
	candidate.Fields(t.Key, add)
	for _, r := range t.Rules {
		candidate.Fields(r.Qualifier, add)
	}
	return out
}

// once refuses a segment that a key holds twice.
func once() Cond {
	return parsed("{made} holds a segment twice: keys are stored with every row, so keep them short.",
		func(c *candidate.Candidate) bool {
			for i := range c.Templates {
				seen := map[string]bool{}
				for _, e := range readable(&candidate.Template{Key: c.Templates[i].Key}) {
					if text := e.String(); seen[text] {
						return false
					} else {
						seen[text] = true
					}
				}
			}
			return true
		})
}

// noConstant refuses letters and digits that the current keys do not have between their segments.
func noConstant(set rowkey.Set) Cond {
	current := map[string]bool{}
	for _, l := range set {
		for _, e := range l.Parts() {
			for _, w := range words(e.Literal) {
				current[w] = true
			}
		}
	}
	return parsed("{made} adds constant text to every key: it distinguishes no rows.",
		func(c *candidate.Candidate) bool {
			for i := range c.Templates {
				for _, p := range c.Templates[i].Key {
					for _, w := range words(p.Literal) {
						if !current[w] {
							return false
						}
					}
				}
			}
			return true
		})
}

// words are the runs of letters and digits of a literal.
func words(literal []byte) []string {
	return strings.FieldsFunc(string(literal), func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// noHotspot refuses writes in fewer places than now. Half as much again for the busiest part is what the noise of a
// demo table's few windows can make; a named pattern of one place is refused whatever its share.
func noHotspot() Cond {
	const noise = 1.5
	narrow := func(p heat.Pattern) bool {
		return p == heat.MovingFrontier || p == heat.FixedRange || p == heat.Roving
	}
	return Cond{Say: "With {made} the writes are a {pattern}, and the busiest part takes {hot} of them instead of " +
		"{hotbefore}: that is a new hotspot.",
		Figures: map[string]Of{"pattern": Pattern, "hot": Hot, "hotbefore": func(string) Measure { return Hot("") }},
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			now, err := b.Heat(ctx, "")
			if err != nil {
				return false, err
			}
			then, err := b.Heat(ctx, text)
			if err != nil {
				return false, err
			}
			worse := then.Score.Hot > noise*now.Score.Hot && then.Score.Hot > noise*then.Score.UniformShare
			return !worse && (narrow(now.Score.Pattern) || !narrow(then.Score.Pattern)), nil
		}}
}
