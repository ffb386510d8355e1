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

// identity is who calls are made as.
type identity struct {
	tokens oauth2.TokenSource
	quota  string // the project that calls are billed to; empty if the credentials name none
	kind   string // in words
}

// identify returns the credentials.
func identify(ctx context.Context, c Config) (identity, error) {
	if c.AuthToken != "" {
		return identity{tokens: oauth2.StaticTokenSource(&oauth2.Token{AccessToken: c.AuthToken}),
			kind: "the access token (auth-token) of ~/.cbtrc, of the scopes that it was made with"}, nil
	}
	// Tokens are renewed for as long as the connection lives, which is longer than ctx.
	ctx = context.WithoutCancel(ctx)
	creds, err := findCredentials(ctx, c.Creds)
	if err != nil {
		return identity{}, err
	}
	var file struct {
		QuotaProject string `json:"quota_project_id"`
		Type         string `json:"type"`
		Email        string `json:"client_email"`
	}
	who := identity{tokens: creds.TokenSource, kind: "those of this machine on Google Cloud, with its scopes"}
	// Without a file, as on a Google Cloud VM, there is no quota project.
	if bounded.SmallJSON(creds.JSON, &file) != nil {
		return who, nil
	}
	who.quota = file.QuotaProject
	switch google.CredentialsType(file.Type) {
	case google.ServiceAccount:
		who.kind = "those of the service account " + file.Email + ", with the scope " + readOnlyScope
	case google.AuthorizedUser:
		who.kind = "those of a user, with the scopes of the login"
	default:
		who.kind = "those of type " + file.Type + ", with the scope " + readOnlyScope
	}
	return who, nil
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
