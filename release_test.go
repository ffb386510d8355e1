package tabletop_test

import (
	"os"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"
)

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
