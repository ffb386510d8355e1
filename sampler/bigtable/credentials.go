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

// LoginHint is what to do where credentials are missing or not accepted.
const LoginHint = "log in with: gcloud auth application-default login; or name a key file with --creds"

// Identity is who calls are made as.
type Identity struct {
	Tokens oauth2.TokenSource
	Quota  string // the project that calls are billed to; empty if the credentials name none
	Kind   string // in words
}

// Access is what calls to a service need.
type Access struct {
	Scope    string // of the tokens
	Emulator string // the environment variable that names an emulator, which needs none
}

// Identify returns the credentials that c names. Errors are of type *sampler.Error.
func (c *Config) Identify(ctx context.Context, to Access) (Identity, error) {
	if c.AuthToken != "" {
		return Identity{Tokens: oauth2.StaticTokenSource(&oauth2.Token{AccessToken: c.AuthToken}),
			Kind: "the access token (auth-token) of ~/.cbtrc, of the scopes that it was made with"}, nil
	}
	// Tokens are renewed for as long as the connection lives, which is longer than ctx.
	ctx = context.WithoutCancel(ctx)
	creds, err := findCredentials(ctx, c.Creds, to)
	if err != nil {
		return Identity{}, err
	}
	var file struct {
		QuotaProject string `json:"quota_project_id"`
		Type         string `json:"type"`
		Email        string `json:"client_email"`
	}
	who := Identity{Tokens: creds.TokenSource, Kind: "those of this machine on Google Cloud, with its scopes"}
	// Without a file, as on a Google Cloud VM, there is no quota project.
	if bounded.SmallJSON(creds.JSON, &file) != nil {
		return who, nil
	}
	who.Quota = file.QuotaProject
	switch google.CredentialsType(file.Type) {
	case google.ServiceAccount:
		who.Kind = "those of the service account " + file.Email + ", with the scope " + to.Scope
	case google.AuthorizedUser:
		who.Kind = "those of a user, with the scopes of the login"
	default:
		who.Kind = "those of type " + file.Type + ", with the scope " + to.Scope
	}
	return who, nil
}

func findCredentials(ctx context.Context, file string, to Access) (*google.Credentials, error) {
	if file == "" {
		creds, err := google.FindDefaultCredentials(ctx, to.Scope)
		if err != nil {
			return nil, &sampler.Error{What: "no credentials were found for Google Cloud",
				Next: LoginHint + ". For an emulator set " + to.Emulator, Err: err}
		}
		return creds, nil
	}
	text, err := files.Read(file, files.SmallLimit)
	if err != nil {
		return nil, &sampler.Error{What: "the credentials file could not be read", Next: LoginHint, Err: err}
	}
	var kind struct {
		Type string `json:"type"`
	}
	if err := bounded.SmallJSON(text, &kind); err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("the credentials file %s is not JSON", file), Next: LoginHint,
			Err: err}
	}
	creds, err := google.CredentialsFromJSONWithType(ctx, text, google.CredentialsType(kind.Type), to.Scope)
	if err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("the credentials file %s is of no use", file), Next: LoginHint,
			Err: err}
	}
	return creds, nil
}
