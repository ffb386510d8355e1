package audit

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
)

// Config is the configuration of an audit: limits, and findings that a team accepts.
type Config struct {
	Limits   Limits        `yaml:"limits"`
	Suppress []Suppression `yaml:"suppress"`
}

// Suppression accepts findings of a rule. Evidence is a regular expression (RE2) that the subject or a piece of
// evidence must match; empty accepts all findings of the rule. A reason is required.
type Suppression struct {
	Rule     string `yaml:"rule"`
	Evidence string `yaml:"evidence"`
	Reason   string `yaml:"reason"`

	match *regexp.Regexp
}

// Suppressed is a finding that was accepted, and why.
type Suppressed struct {
	Finding
	Reason string
}

// ParseConfig parses a file in YAML: limits by name, and suppressions. Limits that are left out have their defaults.
// Unknown rules, limits and fields are errors, and so is a suppression without a reason.
func ParseConfig(data []byte) (Config, error) {
	config := Config{Limits: DefaultLimits()}
	if err := bounded.YAML(data, &config, true); err != nil && !errors.Is(err, io.EOF) {
		return config, yamlError(err)
	}
	if err := config.Limits.check(); err != nil {
		return config, err
	}
	for i := range config.Suppress {
		s := &config.Suppress[i]
		if err := s.compile(); err != nil {
			return config, fmt.Errorf("suppression %d: %w", i+1, err)
		}
	}
	return config, nil
}

// yamlError returns err, reworded if it is about an unknown field.
func yamlError(err error) error {
	match := regexp.MustCompile(`line (\d+): field (\S+) not found in type (\S+)`).FindStringSubmatch(err.Error())
	if match == nil {
		return err
	}
	what := map[string]string{"audit.Limits": "limit", "audit.Suppression": "word in a suppression"}[match[3]]
	if what == "" {
		what = "setting"
	}
	return fmt.Errorf("line %s: there is no %s %q; docs/audit.md lists them", match[1], what, match[2])
}

func (s *Suppression) compile() error {
	ids := RuleIDs()
	if !slices.Contains(ids, s.Rule) {
		return fmt.Errorf("there is no rule %q; the rules are %s", s.Rule, strings.Join(ids, ", "))
	}
	if strings.TrimSpace(s.Reason) == "" {
		return fmt.Errorf("rule %s is suppressed without a reason", s.Rule)
	}
	var err error
	if s.match, err = regexp.Compile(s.Evidence); err != nil {
		return fmt.Errorf("the evidence of rule %s: %w", s.Rule, err)
	}
	return nil
}

// NewSuppression returns a suppression of one finding, by its subject.
func NewSuppression(f *Finding, reason string) Suppression {
	pattern := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return unicode.ReplacementChar
		}
		return r
	}, f.Subject.ID())
	// no file shows such a byte well
	pattern = strings.ReplaceAll(regexp.QuoteMeta(pattern), string(unicode.ReplacementChar), ".")
	s := Suppression{Rule: f.Rule, Evidence: "(?s)^" + pattern + "$", Reason: reason}
	s.match = regexp.MustCompile(s.Evidence)
	return s
}

// YAML returns the suppression as ParseConfig parses it.
func (s Suppression) YAML() string {
	out, err := yaml.Marshal(struct {
		Suppress []Suppression `yaml:"suppress"`
	}{[]Suppression{s}})
	if err != nil { // strings can be written, all of them
		return ""
	}
	return string(out)
}

// accepts reports whether s accepts f.
func (s Suppression) accepts(f *Finding) bool {
	if s.Rule != f.Rule {
		return false
	}
	if s.Evidence == "" || s.match.MatchString(f.Subject.ID()) {
		return true
	}
	return slices.ContainsFunc(f.Evidence, func(e Evidence) bool { return s.match.MatchString(e.Text()) })
}

// Suppress returns the report with the findings that a suppression accepts moved to Suppressed, with the reason.
func (r *Report) Suppress(all []Suppression) *Report {
	out := *r
	out.Findings, out.Suppressed = nil, slices.Clone(r.Suppressed)
	for i := range r.Findings {
		f := &r.Findings[i]
		k := slices.IndexFunc(all, func(s Suppression) bool { return s.accepts(f) })
		if k < 0 {
			out.Findings = append(out.Findings, *f)
			continue
		}
		out.Suppressed = append(out.Suppressed, Suppressed{*f, all[k].Reason})
	}
	return &out
}

// RuleIDs returns the ids of all rules, also of those of expectations.
func RuleIDs() []string {
	var ids []string
	for _, r := range AllRules() {
		ids = append(ids, r.ID)
	}
	return ids
}
