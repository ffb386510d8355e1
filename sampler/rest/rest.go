// Package rest requests resources of the REST APIs of Google Cloud, by plain HTTP: the generated clients link a hundred
// packages and more for a few requests. Nothing but GET is sent, and a token goes to no other host; see guard.Client.
package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"golang.org/x/oauth2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/model/bounded"
	"tabletop/sampler/debuglog"
	"tabletop/sampler/guard"
)

// MaxAnswer is the maximum of bytes that a resource may have: a page of hot tablets has some hundred kilobytes.
const MaxAnswer = 16 << 20

// Client calls one API.
type Client struct {
	Base   string             // scheme and host
	Tokens oauth2.TokenSource // nil sends none
	Quota  string             // the project that calls are billed to; empty leaves it to the service
	Agent  string             // the program that sends the requests
	Log    *debuglog.Log      // of the requests; may be nil
}

// Open requests what is at path, which is escaped, and returns the answer, whose body the caller closes. What the
// service refuses is an error with the gRPC status that it states, or that its HTTP status means, and so is a
// connection that fails, which is unavailable.
func (c *Client) Open(ctx context.Context, path string, query url.Values, header http.Header) (*http.Response, error) {
	target, err := url.Parse(c.Base + path)
	if err != nil {
		return nil, err
	}
	target.RawQuery = query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	if header != nil {
		request.Header = header
	}
	request.Header.Set("User-Agent", c.Agent)
	if c.Quota != "" {
		request.Header.Set("X-Goog-User-Project", c.Quota)
	}
	answer, err := c.client().Do(request)
	if err != nil {
		return nil, lost(ctx, err)
	}
	if answer.StatusCode == http.StatusOK || answer.StatusCode == http.StatusPartialContent {
		return answer, nil
	}
	body, err := read(answer, path)
	if err != nil {
		return nil, lost(ctx, err)
	}
	return nil, refusal(answer, body)
}

// client returns what sends requests. It has no state of its own: connections are those of the transport.
func (c *Client) client() *http.Client {
	if c.Tokens == nil {
		return guard.Client(c.Log.Transport(http.DefaultTransport))
	}
	return guard.Client(c.Log.Transport(&oauth2.Transport{Source: c.Tokens}))
}

// Get requests a resource and decodes it into v. Errors are as in Open.
func (c *Client) Get(ctx context.Context, path string, query url.Values, v any) error {
	answer, err := c.Open(ctx, path, query, nil)
	if err != nil {
		return err
	}
	body, err := read(answer, path)
	if err != nil {
		return lost(ctx, err)
	}
	return bounded.JSON(body, v)
}

// tooLongError is the error of an answer of more than MaxAnswer bytes.
type tooLongError struct{ path string }

func (t *tooLongError) Error() string {
	return fmt.Sprintf("the answer about %s has more than %d MiB", t.path, MaxAnswer>>20)
}

// read reads an answer and closes it.
func read(answer *http.Response, path string) ([]byte, error) {
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, MaxAnswer+1))
	if err == nil && len(body) > MaxAnswer {
		err = &tooLongError{path}
	}
	return body, err
}

// lost returns the error of a connection that failed: with the status UNAVAILABLE, unless it was not the connection.
func lost(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	_, blocked := errors.AsType[*guard.BlockedError](err)
	_, token := errors.AsType[*oauth2.RetrieveError](err)
	_, long := errors.AsType[*tooLongError](err)
	switch {
	case token:
		return status.Error(codes.Unauthenticated, err.Error())
	case blocked, long:
		return err
	}
	// Without the address, which Do puts in front: the one who explains the error names what was asked for.
	if of, ok := errors.AsType[*url.Error](err); ok {
		err = of.Err
	}
	return status.Error(codes.Unavailable, err.Error())
}

// refusal returns the error that an answer states, or one of its HTTP status where it states none.
func refusal(answer *http.Response, body []byte) error {
	var stated struct {
		Error struct {
			Message string     `json:"message"`
			Status  codes.Code `json:"status"`
		} `json:"error"`
	}
	message := "the service answered " + answer.Status
	if bounded.JSON(body, &stated) == nil && stated.Error.Message != "" {
		message = stated.Error.Message
	}
	if stated.Error.Status != codes.OK {
		return status.Error(stated.Error.Status, message)
	}
	code := meaning(answer.StatusCode)
	if code == codes.Unknown {
		return errors.New(message)
	}
	return status.Error(code, message)
}

// meaning returns the code of gRPC for a status of HTTP, after google/rpc/code.proto.
func meaning(answer int) codes.Code {
	switch answer {
	case http.StatusBadRequest:
		return codes.InvalidArgument
	case http.StatusUnauthorized:
		return codes.Unauthenticated
	case http.StatusForbidden:
		return codes.PermissionDenied
	case http.StatusNotFound:
		return codes.NotFound
	case http.StatusPreconditionFailed:
		return codes.FailedPrecondition
	case http.StatusRequestedRangeNotSatisfiable:
		return codes.OutOfRange
	case http.StatusRequestTimeout, http.StatusTooManyRequests:
		return codes.Unavailable
	}
	if answer >= http.StatusInternalServerError {
		return codes.Unavailable
	}
	return codes.Unknown
}
