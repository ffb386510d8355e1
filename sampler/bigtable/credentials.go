package bigtable

import (
	"context"
	"fmt"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/google"

	"tabletop/model/bounded"
	"tabletop/sampler"
	"tabletop/sampler/files"
)

const loginHint = "log in with: gcloud auth application-default login; or name a key file with --creds"

// tokenSource returns the credentials, and the project that calls are billed to if they name one.
func tokenSource(ctx context.Context, c Config) (oauth2.TokenSource, string, error) {
	if c.AuthToken != "" {
		return oauth2.StaticTokenSource(&oauth2.Token{AccessToken: c.AuthToken}), "", nil
	}
	// Tokens are renewed for as long as the connection lives, which is longer than ctx.
	ctx = context.WithoutCancel(ctx)
	creds, err := findCredentials(ctx, c.Creds)
	if err != nil {
		return nil, "", err
	}
	var file struct {
		QuotaProject string `json:"quota_project_id"`
	}
	// Without a file, as on a Google Cloud VM, there is no quota project.
	if bounded.SmallJSON(creds.JSON, &file) != nil {
		file.QuotaProject = ""
	}
	return creds.TokenSource, file.QuotaProject, nil
}

func findCredentials(ctx context.Context, file string) (*google.Credentials, error) {
	if file == "" {
		creds, err := google.FindDefaultCredentials(ctx, readOnlyScope)
		if err != nil {
			return nil, &sampler.Error{What: "no credentials were found for Google Cloud",
				Next: loginHint + ". For an emulator set " + envEmulator, Err: err}
		}
		return creds, nil
	}
	text, err := files.Read(file, files.SmallLimit)
	if err != nil {
		return nil, &sampler.Error{What: "the credentials file could not be read", Next: loginHint, Err: err}
	}
	var kind struct {
		Type string `json:"type"`
	}
	if err := bounded.SmallJSON(text, &kind); err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("the credentials file %s is not JSON", file), Next: loginHint,
			Err: err}
	}
	creds, err := google.CredentialsFromJSONWithType(ctx, text, google.CredentialsType(kind.Type), readOnlyScope)
	if err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("the credentials file %s is of no use", file), Next: loginHint,
			Err: err}
	}
	return creds, nil
}
