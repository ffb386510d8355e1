package bigtable

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tabletop/sampler"
)

func TestParsePath(t *testing.T) {
	with := Config{Project: "dp", Instance: "di"}
	for in, want := range map[string]Path{
		"p/i/t":                           {"p", "i", "t"},
		"p/i":                             {"p", "i", ""},
		"p/i/":                            {"p", "i", ""},
		"t":                               {"dp", "di", "t"},
		"example.com:p/i/T-1_x.y":         {"example.com:p", "i", "T-1_x.y"},
		"projects/p/instances/i/tables/t": {"p", "i", "t"},
		"projects/p/instances/i":          {"p", "i", ""},
		"p/i/t/authorizedViews/v":         {"p", "i", "t/authorizedViews/v"},
		"p/i/materializedViews/v":         {"p", "i", "materializedViews/v"},
		"p/i/materializedViews":           {"p", "i", "materializedViews"},
		"projects/p/instances/i/tables/t/authorizedViews/v": {"p", "i", "t/authorizedViews/v"},
		"projects/p/instances/i/materializedViews/v":        {"p", "i", "materializedViews/v"},
	} {
		if got, err := ParsePath(in, with); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", in, got, err, want)
		}
	}
	for _, in := range []string{"", "/", "p//t", "p/i/t/x", "p/i/t t", "p /i", "p/i/täble",
		"projects/p/instances/i/views/v", "a b", "p/i/t/views/v", "p/i/t/authorizedViews/a b", "p/i/logicalViews/v",
		"p/i/t t/authorizedViews/v", "projects/p/instances/i/tables/t/authorizedViews"} {
		_, err := ParsePath(in, with)
		var ours *sampler.Error
		if !errors.As(err, &ours) || ours.Next == "" {
			t.Errorf("%q: %v, without a next step", in, err)
		}
	}
	if _, err := ParsePath("t", Config{Project: "p"}); err == nil || !strings.Contains(err.Error(), "--instance") {
		t.Errorf("a bare name without an instance: %v", err)
	}
}

func TestResolve(t *testing.T) {
	env := map[string]string{"GOOGLE_CLOUD_PROJECT": "envp", "BIGTABLE_EMULATOR_HOST": "http://localhost:8086/"}
	lookup := func(k string) (string, bool) { v, ok := env[k]; return v, ok }
	const rc = "# mine\nproject = rcp\n instance=rci \n\ncreds = /a=b.json\ncolor = red\nnonsense\ntimeout = " +
		"30s\napp-profile = boost\ndata-endpoint = d:1\n" +
		"admin-endpoint = a:1\ncert-file = c.pem\nuser-agent = me\nauth-token = tok\n"
	got, remarks, err := Resolve(Config{AppProfile: "flag"}, lookup, []byte(rc))
	want := Config{Project: "envp", Instance: "rci", Creds: "/a=b.json", AppProfile: "flag",
		EmulatorHost: "localhost:8086",
		DataEndpoint: "d:1", AdminEndpoint: "a:1", CertFile: "c.pem", UserAgent: "me", AuthToken: "tok"}
	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	if !slices.Equal(remarks, []string{`~/.cbtrc line 6: unknown key "color"`, "~/.cbtrc line 7 has no ="}) {
		t.Errorf("remarks %q", remarks)
	}
	if got, _, err = Resolve(Config{Project: "flagp"}, func(string) (string, bool) { return "", false },
		nil); err != nil || got != (Config{Project: "flagp"}) {
		t.Errorf("%+v, %v", got, err)
	}
	env["BIGTABLE_EMULATOR_HOST"] = "8086"
	if _, _, err = Resolve(Config{}, lookup, nil); err == nil || !strings.Contains(err.Error(), "host:port") {
		t.Errorf("an emulator without a port: %v", err)
	}
}
