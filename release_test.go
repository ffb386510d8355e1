package tabletop_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// TestLinkedPackages verifies that nothing links what doubles the size of the program: the high-level client of Bigtable,
// which brings xds, envoy and OpenTelemetry, and the generated client of the admin API's REST form. Tests may use them.
func TestLinkedPackages(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", "./cmd/tabletop").Output()
	if err != nil {
		t.Fatal(err)
	}
	unwanted := regexp.MustCompile(`^(google\.golang\.org/grpc/xds|github\.com/envoyproxy/|go\.opentelemetry\.io/|` +
		`cloud\.google\.com/go/bigtable$|google\.golang\.org/api/)`)
	packages := strings.Fields(string(list))
	for _, name := range packages {
		if unwanted.MatchString(name) {
			t.Errorf("the program links %s; go list -deps -f '{{.ImportPath}}: {{.Imports}}' ./cmd/tabletop shows why", name)
		}
	}
	if !slices.Contains(packages, "cloud.google.com/go/bigtable/bttest") {
		t.Errorf("the list of %d packages lacks the emulator: the test does not see it", len(packages))
	}
}

// release is the part of .goreleaser.yaml that tests look at.
type release struct {
	Archives []struct{ Files []any }
	Nfpms    []struct {
		Contents []struct{ Src, Dst string }
	}
	Kos []struct{ Build, Disable string }
}

// TestReleasesHaveNotices verifies that each archive, package and image of a release has the license and the notices
// of what is linked.
func TestReleasesHaveNotices(t *testing.T) {
	var made release
	readYAML(t, ".goreleaser.yaml", &made)
	if len(made.Archives) == 0 || len(made.Nfpms) == 0 || len(made.Kos) == 0 {
		t.Fatalf("the test does not see the archives: %+v", made)
	}
	for _, file := range []string{"LICENSE", "THIRD_PARTY_NOTICES"} {
		here, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		for _, archive := range made.Archives {
			if !slices.Contains(archive.Files, any(file)) {
				t.Errorf("an archive has no %s", file)
			}
		}
		for _, of := range made.Nfpms {
			if !slices.ContainsFunc(of.Contents, func(c struct{ Src, Dst string }) bool { return c.Src == file }) {
				t.Errorf("a package has no %s", file)
			}
		}
		// ko puts the folder kodata of the package into the image.
		if text, err := os.ReadFile(filepath.Join("cmd/tabletop/kodata", file)); err != nil || !bytes.Equal(text, here) {
			t.Errorf("the image has another %s: %v", file, err)
		}
	}
}

// TestReleaseConfiguration verifies .goreleaser.yaml by the schema of the version that the workflow runs, which
// "goreleaser jsonschema" writes, and that a snapshot needs neither a variable nor Docker nor an identity.
func TestReleaseConfiguration(t *testing.T) {
	var configuration any
	readYAML(t, ".goreleaser.yaml", &configuration)
	if err := goreleaserSchema(t).Validate(asJSON(t, configuration)); err != nil {
		t.Error(err)
	}
	text := readText(t, ".goreleaser.yaml")
	for _, variable := range regexp.MustCompile(`\.Env\.\w+`).FindAllString(text, -1) {
		if name := strings.TrimPrefix(variable, ".Env."); !strings.Contains(text, "\n  - "+name+"={{ envOrDefault ") {
			t.Errorf("a snapshot fails where %s is not set", name)
		}
	}
	var made release
	readYAML(t, ".goreleaser.yaml", &made)
	if made.Kos[0].Disable != "{{ .IsSnapshot }}" {
		t.Errorf("a snapshot builds the image, for which it needs Docker")
	}
	if !strings.Contains(text, "{{ if .IsSnapshot }}echo") {
		t.Errorf("a snapshot signs, for which it needs an identity")
	}
}

// goreleaserSchema returns the schema of the version that the workflow runs; its license is beside it.
func goreleaserSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("testdata/goreleaser.schema.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	object, err := jsonschema.UnmarshalJSON(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("goreleaser.json", object); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("goreleaser.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// workflow is the part of a workflow of GitHub that tests look at.
type workflow struct {
	Jobs map[string]struct {
		Uses        string
		Needs       string
		Permissions map[string]string
		Strategy    struct {
			Matrix struct{ Step []string }
		}
		Steps []struct {
			Uses, Run string
			With      map[string]any
		}
	}
}

// TestWorkflows verifies that the workflows run the scripts that people run, that each action is of a commit, not of a
// tag that can be moved, that all steps run at night, and that a release is tested first, may sign itself, and is attested.
func TestWorkflows(t *testing.T) {
	pinned := regexp.MustCompile(`^[\w-]+/[\w-]+@[0-9a-f]{40}$`)
	runs, uses := map[string]string{}, map[string]string{}
	for _, name := range []string{"ci", "nightly", "release"} {
		var of workflow
		readYAML(t, filepath.Join(".github/workflows", name+".yml"), &of)
		for _, job := range of.Jobs {
			for _, step := range job.Steps {
				if step.Uses != "" && !pinned.MatchString(step.Uses) {
					t.Errorf("%s: %s is not of a commit", name, step.Uses)
				}
				runs[name] += step.Run + "\n"
				uses[name] += step.Uses + fmt.Sprint(step.With) + "\n"
			}
		}
		if steps := "steps=(" + strings.Join(of.Jobs["run"].Strategy.Matrix.Step, " ") + ")\n"; name == "nightly" &&
			!strings.Contains(readText(t, ".ci/nightly"), "\n"+steps) {
			t.Errorf("the nightly workflow has not the %s of .ci/nightly", steps)
		}
		if publish := of.Jobs["publish"]; name == "release" && (publish.Needs != "ci" ||
			of.Jobs["ci"].Uses != "./.github/workflows/ci.yml" || publish.Permissions["id-token"] != "write" ||
			publish.Permissions["attestations"] != "write" || publish.Permissions["contents"] != "write" ||
			publish.Permissions["packages"] != "write") {
			t.Errorf("a release is not tested first, or cannot sign, attest or publish: %+v", of.Jobs)
		}
	}
	if runs["ci"] != "\n\n.ci/run\n" || !strings.Contains(runs["nightly"], ".ci/nightly ${{ matrix.step }}\n") {
		t.Errorf("the workflows run %q", runs)
	}
	for _, part := range []string{"goreleaser/goreleaser-action@", "version:v2.16.0", "sigstore/cosign-installer@", "actions/attest@",
		"subject-checksums:dist/checksums.txt"} {
		if !strings.Contains(uses["release"], part) {
			t.Errorf("the release has no %s: %s", part, uses["release"])
		}
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readYAML(t *testing.T, file string, v any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readText(t, file)), v); err != nil {
		t.Fatal(file, err)
	}
}

// asJSON returns the value as a decoder of JSON would.
func asJSON(t *testing.T, v any) any {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	object, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return object
}
