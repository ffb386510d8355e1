package tabletop_test

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

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

// TestReleasesHaveNotices verifies that each archive and package of a release has the license and the notices of what
// is linked, and that a snapshot needs no variable.
func TestReleasesHaveNotices(t *testing.T) {
	text, err := os.ReadFile(".goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var release struct {
		Archives []struct{ Files []any }
		Nfpms    []struct {
			Contents []struct{ Src, Dst string }
		}
		Casks []struct {
			Repository struct{ Owner string }
		} `yaml:"homebrew_casks"`
	}
	if err := yaml.Unmarshal(text, &release); err != nil {
		t.Fatal(err)
	}
	if len(release.Archives) == 0 || len(release.Nfpms) == 0 || len(release.Casks) == 0 {
		t.Fatalf("the test does not see the archives: %+v", release)
	}
	for _, file := range []string{"LICENSE", "THIRD_PARTY_NOTICES"} {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
		for _, archive := range release.Archives {
			if !slices.Contains(archive.Files, any(file)) {
				t.Errorf("an archive has no %s", file)
			}
		}
		for _, of := range release.Nfpms {
			if !slices.ContainsFunc(of.Contents, func(c struct{ Src, Dst string }) bool { return c.Src == file }) {
				t.Errorf("a package has no %s", file)
			}
		}
	}
	if owner := release.Casks[0].Repository.Owner; owner != `{{ envOrDefault "TAP_OWNER" "OWNER" }}` {
		t.Errorf("a snapshot fails where the variable in %s is not set", owner)
	}
}
