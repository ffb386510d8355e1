package rest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/oauth2"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serving returns a client of a server that answers so.
func serving(t *testing.T, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	return &Client{Base: server.URL, Agent: "tabletop/test"}
}

// TestAnswers verifies that what a service refuses has the status that it states, or that its HTTP status means, and
// that answers that are too long, of another kind, or sent on to another host are errors.
func TestAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		status int
		body   string
		want   string
	}{
		"refused": {http.StatusForbidden, `{"error": {"code": 403, "message": "no tables.get", "status": "PERMISSION_DENIED"}}`,
			"rpc error: code = PermissionDenied desc = no tables.get"},
		"refused without a status": {http.StatusNotFound, `{"error": {"code": 404, "message": "No such object"}}`,
			"rpc error: code = NotFound desc = No such object"},
		"not accepted":         {http.StatusUnauthorized, "", "rpc error: code = Unauthenticated desc = the service answered 401 Unauthorized"},
		"another generation":   {http.StatusPreconditionFailed, "", "rpc error: code = FailedPrecondition desc = the service answered 412 Precondition Failed"},
		"past the end":         {http.StatusRequestedRangeNotSatisfiable, "", "rpc error: code = OutOfRange desc = the service answered 416 Requested Range Not Satisfiable"},
		"wrong":                {http.StatusBadRequest, "", "rpc error: code = InvalidArgument desc = the service answered 400 Bad Request"},
		"too often":            {http.StatusTooManyRequests, "", "rpc error: code = Unavailable desc = the service answered 429 Too Many Requests"},
		"refused by a proxy":   {http.StatusBadGateway, "<html>", "rpc error: code = Unavailable desc = the service answered 502 Bad Gateway"},
		"none that is known":   {http.StatusTeapot, "", "the service answered 418 I'm a teapot"},
		"no JSON":              {http.StatusOK, "<html>", "invalid character '<' looking for beginning of value"},
		"a number, not quoted": {http.StatusOK, `{"size": 7}`, "json: invalid use of ,string struct tag, trying to unmarshal unquoted value into int64"},
		"endless":              {http.StatusOK, strings.Repeat(" ", MaxAnswer+1), "the answer about /x%2Fy has more than 16 MiB"},
		"sent elsewhere":       {http.StatusFound, "", "the service answered 302 Found"},
	} {
		t.Run(name, func(t *testing.T) {
			client := serving(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", "http://127.0.0.1:1/")
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, test.body)
			})
			var got struct {
				Size int64 `json:"size,string"`
			}
			if err := client.Get(t.Context(), "/x%2Fy", nil, &got); err == nil || err.Error() != test.want {
				t.Errorf("%+v, %v; want %s", got, err, test.want)
			}
		})
	}
}

// TestRequest verifies what a request carries, and that a connection that fails is unavailable.
func TestRequest(t *testing.T) {
	var got *http.Request
	client := serving(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		_, _ = io.WriteString(w, "{}")
	})
	client.Tokens = oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "token"})
	client.Quota = "payer"
	answer, err := client.Open(t.Context(), "/b/o/a%2Fb%20%3F", url.Values{"alt": {"media"}}, http.Header{"Range": {"bytes=0-1"}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if got.Method != http.MethodGet || got.RequestURI != "/b/o/a%2Fb%20%3F?alt=media" ||
		got.Header.Get("Authorization") != "Bearer token" || got.Header.Get("X-Goog-User-Project") != "payer" ||
		got.Header.Get("User-Agent") != "tabletop/test" || got.Header.Get("Range") != "bytes=0-1" {
		t.Errorf("%s %s %v", got.Method, got.RequestURI, got.Header)
	}
	client.Base = "http://127.0.0.1:1"
	if _, err := client.Open(t.Context(), "/", nil, nil); err == nil || !strings.HasPrefix(err.Error(),
		"rpc error: code = Unavailable desc = dial tcp 127.0.0.1:1: ") {
		t.Errorf("%v", err)
	}
}
