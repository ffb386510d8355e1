package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoticesAreOfLinkedModules verifies that the file is what the linked modules ask for: that of a module that is
// added or removed, or changes its license, makes it differ.
func TestNoticesAreOfLinkedModules(t *testing.T) {
	if err := run("../..", true); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	// One of each license, the notices that Apache-2.0 asks for, code inside modules under other terms, and Go itself.
	for _, want := range []string{"google.golang.org/grpc", "charm.land/bubbletea/v2",
		"klauspost/compress/internal/snapref", "the Go standard library", "dchest/siphash", "The Go Authors",
		"\nnotice\n  google.golang.org/grpc\n", "\nnotice\n  go.yaml.in/yaml/v3\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is not in the notices", want)
		}
	}
	if strings.Contains(string(text), "pgregory.net/rapid") {
		t.Error("a module that only tests import is in the notices")
	}
}

// TestFilesOfAModule verifies that the legal files of a package are those of its directory and of all above it in its
// module, and nothing else.
func TestFilesOfAModule(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"LICENSE", "license.go", "a/NOTICE.txt", "a/b/LICENSE-MIT", "a/b/notices.md", "c/COPYING"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for _, name := range (pkg{"m", root, filepath.Join(root, "a", "b")}).files() {
		got = append(got, strings.TrimPrefix(filepath.ToSlash(name), filepath.ToSlash(root)+"/"))
	}
	if want := "a/b/LICENSE-MIT a/NOTICE.txt LICENSE"; strings.Join(got, " ") != want {
		t.Errorf("files %v, want %s", got, want)
	}
}

// TestKindsOfLicenses verifies that a license that is not allowed has no name.
func TestKindsOfLicenses(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\n   Version 2.0, January 2004":                                               "Apache-2.0",
		"Permission is hereby granted,\nfree of charge, to any person":                               "MIT",
		"GNU GENERAL PUBLIC LICENSE Version 3":                                                       "",
		"Mozilla Public License Version 2.0":                                                         "",
		"Redistributions in binary form must reproduce; may be used to endorse or promote\nproducts": "BSD-3-Clause",
	} {
		if got := kind(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
