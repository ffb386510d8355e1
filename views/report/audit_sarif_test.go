package report

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/model/audit"
)

// sarifShape is what the schema of SARIF 2.1.0 says of one type of object: which properties there are, which of them it
// requires, and those that GitHub's code scanning requires besides.
type sarifShape struct {
	required string
	optional string
}

// sarifShapes are the types that the log uses, by the path to them. [] is an item of an array. Property bags are free.
func sarifShapes() map[string]sarifShape {
	return map[string]sarifShape{
		"": {"$schema version runs", "inlineExternalProperties properties"},
		".runs[]": {"tool results",
			"automationDetails invocations artifacts columnKind properties originalUriBaseIds"},
		".runs[].tool": {"driver", "extensions properties"},
		".runs[].tool.driver": {"name version rules",
			"informationUri semanticVersion fullName organization properties"},
		".runs[].tool.driver.rules[]": {"id name shortDescription fullDescription help",
			"helpUri defaultConfiguration properties"},
		".runs[].automationDetails": {"id", "guid correlationGuid description properties"},
		".runs[].invocations[]": {"executionSuccessful",
			"toolExecutionNotifications startTimeUtc endTimeUtc exitCode properties"},
		".runs[].artifacts[]":          {"location", "mimeType contents length description properties"},
		".runs[].artifacts[].location": {"uri", "uriBaseId index description properties"},
		".runs[].results[]": {"ruleId message locations",
			"ruleIndex kind level partialFingerprints fingerprints baselineState suppressions properties"},
		".runs[].results[].locations[]":     {"physicalLocation", "logicalLocations id message properties"},
		".runs[].results[].suppressions[]":  {"kind", "justification status location properties"},
		"logicalLocations[]":                {"", "name fullyQualifiedName kind decoratedName parentIndex properties"},
		"physicalLocation":                  {"artifactLocation region", "contextRegion address properties"},
		"physicalLocation.artifactLocation": {"uri", "uriBaseId index description properties"},
		"physicalLocation.region": {"startLine",
			"startColumn endLine endColumn charOffset charLength snippet properties"},
		"toolExecutionNotifications[]": {"message", "level descriptor exception locations threadId timeUtc properties"},
		"text":                         {"text", "markdown id arguments properties"},
	}
}

// sarifEnums are the values that the schema allows.
func sarifEnums() map[string]string {
	return map[string]string{"kind": "fail resource external", "level": "none note warning error",
		"baselineState": "new unchanged updated absent", "columnKind": "unicodeCodePoints utf16CodeUnits",
		"version": "2.1.0"}
}

// validSARIF returns the first thing in a log that SARIF 2.1.0 or code scanning does not take.
func validSARIF(data []byte) error {
	var doc map[string]any
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	if err := validObject("", doc); err != nil {
		return err
	}
	run := doc["runs"].([]any)[0].(map[string]any)
	rules := run["tool"].(map[string]any)["driver"].(map[string]any)["rules"].([]any)
	names := map[any]bool{}
	for _, r := range rules {
		rule := r.(map[string]any)
		if rule["id"] == rule["name"] || names[rule["name"]] ||
			!regexp.MustCompile(`^[A-Z][A-Za-z0-9]+$`).MatchString(rule["name"].(string)) {
			return fmt.Errorf("rule %v is called %v", rule["id"], rule["name"])
		}
		names[rule["name"]] = true
	}
	for _, r := range run["results"].([]any) {
		res := r.(map[string]any)
		if i := int(res["ruleIndex"].(float64)); rules[i].(map[string]any)["id"] != res["ruleId"] {
			return fmt.Errorf("a result of %v points to rule %d", res["ruleId"], i)
		}
		if len(res["locations"].([]any)) != 1 {
			return fmt.Errorf("a result of %v has %d locations", res["ruleId"], len(res["locations"].([]any)))
		}
	}
	return nil
}

func shapeOf(path string) (sarifShape, bool) {
	shapes := sarifShapes()
	if s, ok := shapes[path]; ok {
		return s, ok
	}
	for suffix, s := range shapes {
		if suffix != "" && suffix[0] != '.' && strings.HasSuffix(path, "."+suffix) {
			return s, true
		}
	}
	if i := strings.LastIndexByte(path,
		'.'); slices.Contains(strings.Fields("message shortDescription fullDescription help contents"), path[i+1:]) {
		return shapes["text"], true
	}
	return sarifShape{}, false
}

func validObject(path string, o map[string]any) error {
	shape, ok := shapeOf(path)
	if !ok {
		return fmt.Errorf("nothing is known of %s", path)
	}
	for _, name := range strings.Fields(shape.required) {
		if _, ok := o[name]; !ok {
			return fmt.Errorf("%s lacks %s", path, name)
		}
	}
	for name, v := range o {
		if !slices.Contains(strings.Fields(shape.required+" "+shape.optional), name) {
			return fmt.Errorf("%s has %s, which there is not", path, name)
		}
		at := path + "." + name
		if allowed, ok := sarifEnums()[name]; ok && path != ".runs[].tool.driver" &&
			!slices.Contains(strings.Fields(allowed), fmt.Sprint(v)) {
			return fmt.Errorf("%s is %v", at, v)
		}
		switch v := v.(type) {
		case map[string]any:
			if name == "properties" || name == "partialFingerprints" {
				continue
			}
			if err := validObject(at, v); err != nil {
				return err
			}
		case []any:
			for _, item := range v {
				if err := validObject(at+"[]", item.(map[string]any)); err != nil {
					return err
				}
			}
		case float64:
			if v < 0 || name == "startLine" && v < 1 {
				return fmt.Errorf("%s is %v", at, v)
			}
		case nil:
			return fmt.Errorf("%s is null", at)
		}
	}
	return nil
}

func sarifLogOf(t *testing.T, in Input, a AuditInput) sarifRun {
	t.Helper()
	out := written(t, in, a, SARIF)
	if err := validSARIF([]byte(out)); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(out), &log); err != nil {
		t.Fatal(err)
	}
	return log.Runs[0]
}

// TestSARIFResults reads the log back: one result per finding, the baseline's state, and suppressions.
func TestSARIFResults(t *testing.T) {
	in := meters(t, quick())
	a := audited(t, in)
	a.Based = true
	a.Findings[0].Known = true
	c, err := audit.ParseConfig([]byte("suppress:\n- {rule: " + a.Findings[1].Rule + ", reason: agreed}\n"))
	if err != nil {
		t.Fatal(err)
	}
	n := len(a.Findings)
	a.Report = a.Suppress(c.Suppress)
	run := sarifLogOf(t, in, a)
	if len(run.Results) != n || n < 2 {
		t.Fatalf("%d results of %d findings", len(run.Results), n)
	}
	states, suppressed, ids := map[string]int{}, 0, map[string]bool{}
	for _, res := range run.Results {
		states[res.Baseline]++
		suppressed += len(res.Suppressions)
		ids[res.Fingerprints["primaryLocationLineHash"]] = true
	}
	if states["unchanged"] != 1 || states["new"] != n-1 || suppressed == 0 || len(ids) != n {
		t.Errorf("states %v, %d suppressed, %d fingerprints", states, suppressed, len(ids))
	}
}

// TestSARIFHasPhysicalLocations verifies that a result points to the file of the audit's configuration, if there is
// one, and to the line of the report in the log where the finding begins, if there is none.
func TestSARIFHasPhysicalLocations(t *testing.T) {
	in := meters(t, quick())
	a := audited(t, in)
	a.Artifact, a.Version = "ci/audit rules.yaml", "v1.2.3"
	run := sarifLogOf(t, in, a)
	if run.Tool.Driver.Version != "v1.2.3" {
		t.Errorf("version %q", run.Tool.Driver.Version)
	}
	for _, r := range run.Results {
		if at := r.Locations[0].Physical; at.Artifact.URI != "ci/audit%20rules.yaml" || at.Region.StartLine != 1 {
			t.Errorf("%s is at %+v", r.RuleID, at)
		}
	}
	for name, in := range auditTables(t) {
		a := audited(t, in)
		run := sarifLogOf(t, in, a)
		page := strings.Split(run.Artifacts[0].Contents.Text, "\n")
		for i, r := range run.Results {
			at := r.Locations[0].Physical
			if at.Artifact.URI != run.Artifacts[0].Location.URI || at.Region.StartLine > len(page) ||
				page[at.Region.StartLine-1] !=
					"### "+mdText(findingHeading(string(a.Findings[i].Severity), a.Findings[i].Title)) {
				t.Errorf("%s: %s is at %+v", name, r.RuleID, at)
			}
		}
	}
}
