package bigtable

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"tabletop/sampler"
)

// ParseProject parses what names a project: "projects/PROJECT", or PROJECT alone where defaults have no instance, in
// which it would be a table.
func ParseProject(s string, defaults Config) (project string, ok bool) {
	name, long := strings.CutPrefix(s, "projects/")
	name = strings.TrimSuffix(name, "/")
	if !long && defaults.Instance != "" || !nameForm.MatchString(name) {
		return "", false
	}
	return name, true
}

// Instances lists the instances of the project of c by name, and the locations in which instances could not be listed:
// one that is in no other location is missing. It is a GET request to the service. An emulator is never asked: list
// calls crash emulators, which lose their data. Errors are of type *sampler.Error.
func Instances(ctx context.Context, c Config) (names, missing []string, err error) {
	c.Instance = ""
	what := "cannot list the instances of project " + c.Project
	const next = "name one: PROJECT/INSTANCE"
	if c.EmulatorHost != "" {
		return nil, nil, &sampler.Error{What: what + ": an emulator is not asked for them, because it may crash",
			Next: next}
	}
	in, err := connectService(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	api := in.rest()
	if api == nil {
		return nil, nil, &sampler.Error{What: what + ": only the service is asked for them, and --admin-endpoint " +
			"names another server", Next: next}
	}
	ctx, cancel := context.WithTimeout(ctx, in.callTime())
	defer cancel()
	if names, missing, err = api.instances(ctx, "projects/"+c.Project); err != nil {
		hint := "ask for the role roles/bigtable.reader on the project (it can only read), or " + next
		switch {
		case unaccepted(err):
			hint = LoginHint
		case silent(err) || unreachable(err):
			return nil, nil, &sampler.Error{What: what, Next: in.reachHint(), Err: err, Silent: true}
		}
		return nil, nil, &sampler.Error{What: what, Next: hint, Err: err}
	}
	slices.Sort(names)
	return names, missing, nil
}

// instances lists the instances of a project, page by page.
func (a *admin) instances(ctx context.Context, project string) (names, missing []string, err error) {
	for page := ""; ; {
		var answer struct {
			Instances []struct {
				Name string `json:"name"`
			} `json:"instances"`
			Failed []string `json:"failedLocations"`
			Next   string   `json:"nextPageToken"`
		}
		query := url.Values{}
		if page != "" {
			query.Set("pageToken", page)
		}
		if err := a.get(ctx, project+"/instances", query, &answer); err != nil {
			return nil, nil, err
		}
		for _, one := range answer.Instances {
			names = append(names, strings.TrimPrefix(one.Name, project+"/instances/"))
		}
		for _, location := range answer.Failed {
			if !slices.Contains(missing, location) {
				missing = append(missing, location)
			}
		}
		if page = answer.Next; page == "" {
			return names, missing, nil
		}
	}
}
