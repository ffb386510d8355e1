package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/bounded"
	"tabletop/model/sample"
	"tabletop/views/report"
	"tabletop/views/report/doc"
)

// tool is a command that an assistant can run.
type tool struct {
	command string
	sources []string // the names of its SOURCEs
	flags   []string // of the command, that it can give
	always  []string // arguments of the command that every call has
	queries bool     // it can give a workload
	picture bool     // the command draws a picture too
	defined bool     // the schema of its documents is small enough to be listed
}

// tools returns the commands that an assistant can run. None of their flags names a file or changes what is read.
func tools() []tool {
	one := []string{"source"}
	const redacted = "--redact=false" // the rows are redacted already where that is wanted
	return []tool{
		{command: "describe", sources: one, defined: true},
		{command: "schema", sources: one, flags: []string{"layout"}},
		{command: "stats", sources: one, flags: []string{"layout"}},
		{command: "gc", sources: one, flags: []string{"layout", "policy", "now"}},
		{command: "heat", sources: one, flags: []string{"layout", "metric", "windows", "buckets"}, picture: true,
			always: []string{"--windows=24", "--buckets=32"}}, // less than people see, since all of it is read
		{command: "simulate", sources: one, flags: []string{"layout", "current-layout", "horizon"}, queries: true},
		{command: "advise", sources: one, flags: []string{"layout", "expect"}, queries: true},
		{command: "audit", sources: one, flags: []string{"layout"},
			always: []string{redacted, "--instance-tables=false"}},
		{command: "diff", sources: []string{"before", "after"}, flags: []string{"layout"}, always: []string{redacted}},
	}
}

// addTools adds all tools to a server.
func (a *assistant) addTools(server *mcp.Server) error {
	server.AddTool(&mcp.Tool{Name: "tables", Annotations: harmless("List what can be asked about"),
		Description: "List the SOURCEs that the other tools can be asked about.",
		InputSchema: object{Type: "object", Properties: map[string]property{}}},
		func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			a.mu.Lock()
			defer a.mu.Unlock()
			sources, err := a.sources(ctx)
			if err != nil {
				return failed(err.Error()), nil
			}
			document, err := json.Marshal(map[string]any{"sources": sources})
			return answer(document, ""), err
		})
	for _, tool := range tools() {
		described, err := a.describeTool(tool)
		if err != nil {
			return err
		}
		server.AddTool(described, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return a.call(ctx, tool, request.Params.Arguments), nil
		})
	}
	return nil
}

// harmless states that a tool changes nothing, and is of tables that others may change.
func harmless(title string) *mcp.ToolAnnotations {
	no, yes := false, true
	return &mcp.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no,
		OpenWorldHint: &yes}
}

// object and property are a JSON Schema of what a tool is given.
type object struct {
	Type       string              `json:"type"`
	Properties map[string]property `json:"properties"`
	Required   []string            `json:"required,omitempty"`
	Additional bool                `json:"additionalProperties"`
}

type property struct {
	Type        string    `json:"type"`
	Description string    `json:"description"`
	Items       *property `json:"items,omitempty"`
}

// describeTool returns a tool as a server lists it: what the command's help and flags say.
func (a *assistant) describeTool(tool tool) (*mcp.Tool, error) {
	command := commandNamed((&program{}).rootCommand(), tool.command)
	input := object{Type: "object", Properties: map[string]property{}, Required: tool.sources}
	for _, name := range tool.sources {
		input.Properties[name] = property{Type: "string", Description: "One of the SOURCEs that tables lists"}
	}
	input.Properties["again"] = property{Type: "boolean", Description: "Read the rows again"}
	if tool.queries {
		input.Properties["workload"] = property{Type: "string", Description: "The queries that read the table, in " +
			"YAML: a list queries of name, frequency, and where, which maps segments of the key to equal, prefix N, " +
			"or range WIDTH. Without it, queries are generated from the key"}
	}
	for _, name := range tool.flags {
		input.Properties[name] = propertyOf(command.Flags().Lookup(name))
	}
	out := &mcp.Tool{Name: tool.command, Annotations: harmless(command.Short), InputSchema: input,
		Description: strings.Join(strings.Fields(command.Short+". "+command.Long), " ")}
	if tool.defined {
		for _, described := range doc.Reports() {
			if described.Name != tool.command {
				continue
			}
			schema, err := described.JSONSchema()
			if err != nil {
				return nil, err
			}
			out.OutputSchema = json.RawMessage(schema)
		}
	}
	return out, nil
}

// commandNamed returns a subcommand.
func commandNamed(root *cobra.Command, name string) *cobra.Command {
	all := root.Commands()
	return all[slices.IndexFunc(all, func(c *cobra.Command) bool { return c.Name() == name })]
}

// propertyOf describes a flag.
func propertyOf(flag *pflag.Flag) property {
	_, usage := pflag.UnquoteUsage(flag)
	switch flag.Value.Type() {
	case "int", "int64", "uint64":
		return property{Type: "integer", Description: usage}
	case "bool":
		return property{Type: "boolean", Description: usage}
	case "stringArray":
		return property{Type: "array", Description: usage, Items: &property{Type: "string", Description: "one of them"}}
	}
	return property{Type: "string", Description: usage}
}

// maxAnswer is the maximum length of the document in an answer, in bytes: an assistant reads all of it.
const maxAnswer = 256 << 10

// call runs a tool. What is wrong with the call, and an error of the command, is an answer that the assistant can act
// on.
func (a *assistant) call(ctx context.Context, tool tool, arguments json.RawMessage) *mcp.CallToolResult {
	a.mu.Lock()
	defer a.mu.Unlock()
	given := map[string]any{}
	if len(arguments) > 0 {
		if err := bounded.SmallJSON(arguments, &given); err != nil {
			return failed("the arguments are no JSON object: " + err.Error())
		}
	}
	args, end, err := tool.arguments(given)
	if err != nil {
		return failed(err.Error())
	}
	defer end()
	held := map[string]*sample.Sample{}
	again, _ := given["again"].(bool)
	for _, name := range tool.sources {
		source := given[name].(string)
		if err := a.know(ctx, source, again); err != nil {
			return failed(err.Error())
		}
		held[source] = a.known[source]
	}
	var picture bytes.Buffer
	document, said, ok := a.runHeld(ctx, held, append(args, "--format", string(report.JSON)), &picture)
	switch {
	case !ok:
		return failed(said)
	case len(document) > maxAnswer:
		return failed(fmt.Sprintf("the answer has %d bytes, and at most %d are sent: ask for less, for example with "+
			"fewer layouts, windows, or buckets, or use tabletop %s itself", len(document), maxAnswer, tool.command))
	}
	result := answer(document, said)
	if tool.picture && picture.Len() > 0 {
		result.Content = append(result.Content, &mcp.ImageContent{Data: picture.Bytes(), MIMEType: "image/png"})
	}
	return result
}

// arguments returns the command line that the arguments of a call stand for, and what removes its files.
func (t *tool) arguments(given map[string]any) (args []string, end func(), err error) {
	args, end = []string{t.command}, func() {}
	for _, name := range t.sources {
		source, ok := given[name].(string)
		if !ok || source == "" {
			return nil, end, fmt.Errorf("%s is missing: name one of the SOURCEs that tables lists", name)
		}
		args = append(args, source)
	}
	args = append(args, t.always...)
	for name, value := range given {
		switch {
		case slices.Contains(t.sources, name) || name == "again":
		case name == "workload" && t.queries:
			file, err := scratch(fmt.Sprint(value))
			if err != nil {
				return nil, end, err
			}
			end = func() { os.Remove(file) }
			args = append(args, "--workload="+file)
		case !slices.Contains(t.flags, name):
			return nil, end, fmt.Errorf("%s takes no %q: it takes %s", t.command, name, listed(t.names(), "and"))
		default:
			values, isList := value.([]any)
			if !isList {
				values = []any{value}
			}
			for _, one := range values {
				if text := fmt.Sprint(one); strings.HasPrefix(text, "@") {
					return nil, end, fmt.Errorf("%s cannot name a file: %q", name, text)
				}
				args = append(args, fmt.Sprintf("--%s=%v", name, one))
			}
		}
	}
	return args, end, nil
}

// names returns the names of all arguments.
func (t *tool) names() []string {
	names := append(slices.Clone(t.sources), "again")
	if t.queries {
		names = append(names, "workload")
	}
	return append(names, t.flags...)
}

// scratch writes a text to a file of its own.
func scratch(text string) (string, error) {
	file, err := os.CreateTemp("", "tabletop-*.yaml")
	if err != nil {
		return "", err
	}
	_, err = file.WriteString(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return file.Name(), err
}

// runHeld runs a command on rows that were read; see program.picture. It returns what it printed, and what it said
// beside that or why it failed.
func (a *assistant) runHeld(ctx context.Context, held map[string]*sample.Sample, args []string,
	picture io.Writer) (printed []byte, said string, ok bool) {
	var out, errs bytes.Buffer
	inner := &program{std: streams{in: strings.NewReader(""), out: &out, err: &errs}, env: a.env, codecs: a.codecs,
		held: held, demosAsOf: a.demosAsOf, picture: picture}
	code := inner.execute(ctx, inner.rootCommand(), args)
	return out.Bytes(), strings.TrimSpace(errs.String()), code == exitOK || code == exitPartial && out.Len() > 0
}

// answer is the result of a call: the document as such and as text, and what was said beside it.
func answer(document []byte, said string) *mcp.CallToolResult {
	content := []mcp.Content{&mcp.TextContent{Text: untrusted}, &mcp.TextContent{Text: string(document)}}
	if said != "" {
		content = append(content, &mcp.TextContent{Text: said})
	}
	return &mcp.CallToolResult{Content: content, StructuredContent: json.RawMessage(document)}
}

// failed is the result of a call that has no document.
func failed(why string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: why}}}
}
