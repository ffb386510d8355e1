package main

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/spelling"
	"tabletop/views/tables"
)

// completeTime is how long completion waits for the tables of an instance.
const completeTime = 2 * time.Second

// completions adds to a command and those below it what completes SOURCEs and the values of flags that several have. A
// command or flag that has its own keeps it.
func (p *program) completions(cmd *cobra.Command) {
	if n := sourcesOf(cmd); n > 0 && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = p.completeSources(n)
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		complete := map[string]cobra.CompletionFunc{
			"color":          words("auto", "always", "never"),
			"progress":       words((&choice[progressForm]{all: progressForms()}).formats()...),
			"strategy":       words(strategyNames()...),
			"theme":          words(themeNames()...),
			"layout":         p.completeLayouts,
			"current-layout": p.completeLayouts,
			"from":           p.completeLayouts,
		}[f.Name]
		if _, exists := cmd.GetFlagCompletionFunc(f.Name); complete != nil && !exists {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // it fails only for a flag that is not there
		}
	})
	for _, below := range cmd.Commands() {
		p.completions(below)
	}
}

// words completes a flag by the values that it can have.
func words(of ...string) cobra.CompletionFunc {
	return cobra.FixedCompletions(of, cobra.ShellCompDirectiveNoFileComp)
}

// sourcesOf returns how many SOURCEs a command takes.
func sourcesOf(cmd *cobra.Command) int {
	before, _, _ := strings.Cut(cmd.Use, " -") // flags follow
	count := 0
	for _, word := range strings.Fields(before) {
		switch word {
		case "SOURCE", "[SOURCE]", "BEFORE", "AFTER", "OLD", "NEW":
			count++
		}
	}
	return count
}

// completeSources completes at most n SOURCEs by what the picker lists: tables opened before, saved samples, demos, and
// the tables of the instance that the word, the flags, or the environment name.
func (p *program) completeSources(n int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= n {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		config, _, err := p.resolve()
		if err != nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		if parts := strings.Split(word, "/"); len(parts) == 3 {
			config.Project, config.Instance = parts[0], parts[1]
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), completeTime)
		defer cancel()
		var out []cobra.Completion
		// What was found before an error is offered: a shell has no place for its message.
		_ = (&catalog{program: p, config: config, names: true}).Entries(ctx, func(entries []tables.Entry) {
			for _, e := range entries {
				if strings.HasPrefix(e.Source, word) {
					out = append(out, cobra.CompletionWithDesc(e.Source, strings.TrimSpace(e.Kind+" "+e.Title)))
				}
			}
		})
		return out, cobra.ShellCompDirectiveDefault // a file is a SOURCE, too
	}
}

// completeLayouts completes a template by the layouts that were saved for the SOURCE before it.
func (p *program) completeLayouts(_ *cobra.Command, args []string, word string) ([]cobra.Completion,
	cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	layouts, err := p.keptLayouts(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var out []cobra.Completion
	for _, l := range layouts {
		if strings.HasPrefix(l.String(), word) {
			out = append(out, l.String())
		}
	}
	return out, cobra.ShellCompDirectiveDefault
}

// flagFor suggests the flag that a word was meant to be: a second line of an error, or nothing.
func flagFor(cmd *cobra.Command, word string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	if near := spelling.Closest(strings.ToLower(word), names); near != "" {
		return "\ndid you mean --" + near + "?"
	}
	return ""
}
