package bigtable

import (
	"cmp"
	"fmt"
	"net"
	"regexp"
	"strings"

	"tabletop/sampler"
	"tabletop/sampler/read"
)

// Config names the instance to open and how to reach it.
type Config struct {
	Project, Instance string
	AppProfile        string // empty is the instance's default; a Data Boost profile can be named here too
	Creds             string // a credentials file; empty uses Application Default Credentials
	AuthToken         string // an OAuth access token in place of credentials
	DataEndpoint      string // host:port; empty is the service's
	AdminEndpoint     string
	AdminREST         string     // base URL of the REST form of the admin service; empty is the service's
	CertFile          string     // certificate authorities of the endpoints; empty is the system's
	EmulatorHost      string     // host:port of an emulator; empty is the real service
	UserAgent         string     // empty is "tabletop"
	Retry             read.Retry // the zero value is read.DefaultRetry
}

// Name returns "project/instance".
func (c Config) Name() string { return c.Project + "/" + c.Instance }

// agent is what requests name as the program that sends them.
func (c Config) agent() string { return cmp.Or(c.UserAgent, "tabletop") }

// Path names an instance, and a table or a view in it unless Table is empty; a view is written as in View.Name.
type Path struct{ Project, Instance, Table string }

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:-]*$`)
var tableForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)

// ParsePath parses "project/instance/table", "project/instance", or the long form of either that the API uses
// ("projects/P/instances/I/tables/T"). A bare "table" is one in the instance of defaults. In place of a table there can
// be a view: "table/authorizedViews/view" or "materializedViews/view". Errors are of type *sampler.Error.
func ParsePath(s string, defaults Config) (Path, error) {
	parts := strings.Split(strings.TrimSuffix(s, "/"), "/")
	if len(parts) >= 4 && parts[0] == "projects" && parts[2] == "instances" {
		long := parts
		parts = []string{long[1], long[3]}
		switch {
		case len(long) > 5 && long[4] == "tables":
			parts = append(parts, long[5:]...)
		case len(long) == 6 && isViewKind(long[4]):
			parts = append(parts, long[4:]...)
		case len(long) != 4:
			return Path{}, wrongForm(s, "the long form is projects/PROJECT/instances/INSTANCE/tables/TABLE")
		}
	}
	parts, view, err := splitView(s, parts)
	if err != nil {
		return Path{}, err
	}
	path := Path{Project: defaults.Project, Instance: defaults.Instance}
	switch len(parts) {
	case 1:
		path.Table = parts[0]
		if path.Project == "" || path.Instance == "" {
			return Path{}, wrongForm(s,
				"a bare table name needs a project and an instance from --project and --instance, the environment or "+
					"~/.cbtrc; "+
					"or write PROJECT/INSTANCE/TABLE")
		}
	case 2:
		path.Project, path.Instance = parts[0], parts[1]
	case 3:
		path.Project, path.Instance, path.Table = parts[0], parts[1], parts[2]
	default:
		return Path{}, wrongForm(s, "write PROJECT/INSTANCE/TABLE, or PROJECT/INSTANCE for a list of its tables")
	}
	switch {
	case !nameForm.MatchString(path.Project):
		return Path{}, wrongForm(s, fmt.Sprintf("%q cannot be a project id", path.Project))
	case !nameForm.MatchString(path.Instance):
		return Path{}, wrongForm(s, fmt.Sprintf("%q cannot be an instance id", path.Instance))
	case path.Table != "" && !tableForm.MatchString(path.Table), len(parts) != 2 && path.Table == "":
		return Path{}, wrongForm(s, fmt.Sprintf("%q cannot be a table id: letters, digits, _ - and . only", path.Table))
	}
	path.Table = strings.Trim(path.Table+"/"+view, "/")
	return path, nil
}

func wrongForm(s, next string) error {
	return &sampler.Error{What: fmt.Sprintf("%q does not name a table", s), Next: next}
}

// The environment variables that Resolve reads.
const (
	envEmulator = "BIGTABLE_EMULATOR_HOST"
	envProject  = "GOOGLE_CLOUD_PROJECT"
	envSDK      = "CLOUDSDK_CORE_PROJECT"
	envInstance = "BIGTABLE_INSTANCE"
)

// Resolve fills what flags leave empty from the environment, then from cbtrc, the text of ~/.cbtrc. The strings that it
// returns are warnings about cbtrc.
func Resolve(flags Config, lookup func(string) (string, bool), cbtrc []byte) (Config, []string, error) {
	env := func(names ...string) string {
		for _, n := range names {
			if v, ok := lookup(n); ok && v != "" {
				return v
			}
		}
		return ""
	}
	config := flags
	config.fill(Config{Project: env(envProject, envSDK), Instance: env(envInstance), EmulatorHost: env(envEmulator)})
	rc, warnings := parseCbtrc(cbtrc)
	config.fill(rc)
	if config.EmulatorHost != "" {
		host, err := emulatorAddress(config.EmulatorHost)
		if err != nil {
			return config, warnings, err
		}
		config.EmulatorHost = host
	}
	return config, warnings, nil
}

// fill copies from o what c leaves empty.
func (c *Config) fill(o Config) {
	for _, entry := range []struct {
		to   *string
		from string
	}{
		{&c.Project, o.Project}, {&c.Instance, o.Instance}, {&c.AppProfile, o.AppProfile}, {&c.Creds, o.Creds},
		{&c.AuthToken, o.AuthToken},
		{&c.DataEndpoint, o.DataEndpoint}, {&c.AdminEndpoint, o.AdminEndpoint}, {&c.CertFile, o.CertFile},
		{&c.EmulatorHost, o.EmulatorHost}, {&c.UserAgent, o.UserAgent},
	} {
		if *entry.to == "" {
			*entry.to = entry.from
		}
	}
}

// emulatorAddress removes what users and tools write before host:port.
func emulatorAddress(s string) (string, error) {
	for _, prefix := range []string{"http://", "https://", "passthrough:///", "dns:///"} {
		s = strings.TrimPrefix(s, prefix)
	}
	s = strings.TrimSuffix(s, "/")
	if _, port, err := net.SplitHostPort(s); err != nil || port == "" {
		return "", &sampler.Error{
			What: fmt.Sprintf("%s is %q, which is not host:port", envEmulator, s),
			Next: "set it to the address the emulator printed, for example localhost:8086",
		}
	}
	return s, nil
}

// parseCbtrc parses the file with the defaults of cbt: lines of "key = value", # starts a comment.
func parseCbtrc(text []byte) (Config, []string) {
	var config Config
	var warnings []string
	keys := map[string]*string{
		"project": &config.Project, "instance": &config.Instance, "creds": &config.Creds,
		"admin-endpoint": &config.AdminEndpoint, "data-endpoint": &config.DataEndpoint,
		"cert-file": &config.CertFile, "user-agent": &config.UserAgent, "auth-token": &config.AuthToken,
		"app-profile": &config.AppProfile,
		"timeout":     new(string), // known to cbt; --time limits reads here
	}
	count := 0
	for line := range strings.Lines(string(text)) {
		count++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		switch to, known := keys[key]; {
		case !ok:
			warnings = append(warnings, fmt.Sprintf("~/.cbtrc line %d has no =", count))
		case !known:
			warnings = append(warnings, fmt.Sprintf("~/.cbtrc line %d: unknown key %q", count, key))
		default:
			*to = strings.TrimSpace(value)
		}
	}
	return config, warnings
}
