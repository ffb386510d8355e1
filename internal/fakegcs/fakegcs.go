// Package fakegcs is a server of the JSON API of Cloud Storage, as far as objects are listed and read, for tests: it
// pages, serves ranges of generations, and fails on request.
package fakegcs

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// Server serves objects. Its fields can be set while no request is under way.
type Server struct {
	URL string
	// PageSize is the maximum number of names of a page; 0 is 1,000.
	PageSize int
	// DropAfter is the number of bytes after which an answer with content breaks off; 0 sends all.
	DropAfter int
	// Fault returns the HTTP status and the message by which a request fails; a status of 0 lets it pass. It may be
	// nil.
	Fault func(r *http.Request) (status int, message string)

	mu         sync.Mutex
	buckets    map[string]map[string]object
	generation int64
	requests   []*http.Request
	written    int64
}

type object struct {
	data       []byte
	generation int64
	encoding   string
}

// New starts a server, which ends with the test.
func New(t testing.TB) *Server {
	s := &Server{buckets: map[string]map[string]object{}, generation: 1 << 60} // more than a float64 holds exactly
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Put stores an object under a new generation, in place of the one that it had.
func (s *Server) Put(bucket, name string, data []byte) { s.PutEncoded(bucket, name, data, "") }

// PutEncoded is Put of an object with a Content-Encoding.
func (s *Server) PutEncoded(bucket, name string, data []byte, encoding string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.buckets[bucket] == nil {
		s.buckets[bucket] = map[string]object{}
	}
	s.generation++
	s.buckets[bucket][name] = object{data, s.generation, encoding}
}

// Requests returns the requests so far.
func (s *Server) Requests() []*http.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Sent returns how many bytes of objects were sent, or were about to be when who asked for them went away.
func (s *Server) Sent() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.written
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, r)
	s.mu.Unlock()
	if s.Fault != nil {
		if status, message := s.Fault(r); status != 0 {
			fail(w, status, message)
			return
		}
	}
	rest, ok := strings.CutPrefix(r.URL.EscapedPath(), "/storage/v1/b/")
	bucket, rest, _ := strings.Cut(rest, "/")
	if !ok || r.Method != http.MethodGet || rest != "o" && (!strings.HasPrefix(rest, "o/") ||
		strings.Count(rest, "/") > 1) {
		fail(w, http.StatusBadRequest, "no such resource: "+r.URL.EscapedPath())
		return
	}
	s.mu.Lock()
	objects := maps.Clone(s.buckets[bucket])
	s.mu.Unlock()
	if objects == nil {
		fail(w, http.StatusNotFound, "The specified bucket does not exist.")
		return
	}
	if rest == "o" {
		s.list(w, r, objects)
		return
	}
	name, err := url.PathUnescape(strings.TrimPrefix(rest, "o/"))
	found, ok := objects[name]
	if generation := r.URL.Query().Get("generation"); err != nil || !ok || generation != "" &&
		generation != strconv.FormatInt(found.generation, 10) {
		fail(w, http.StatusNotFound, "No such object: "+bucket+"/"+name)
		return
	}
	if r.URL.Query().Get("alt") == "media" {
		s.media(w, r, found)
		return
	}
	answer(w, found.resource(name))
}

func (o object) resource(name string) map[string]string {
	out := map[string]string{"name": name, "size": strconv.Itoa(len(o.data)),
		"generation": strconv.FormatInt(o.generation, 10)}
	if o.encoding != "" {
		out["contentEncoding"] = o.encoding
	}
	return out
}

// list answers with a page of names.
func (s *Server) list(w http.ResponseWriter, r *http.Request, objects map[string]object) {
	query := r.URL.Query()
	var items []map[string]string
	var prefixes []string
	size := s.PageSize
	if size == 0 {
		size = 1000
	}
	next := ""
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		prefix, delimiter := query.Get("prefix"), query.Get("delimiter")
		if !strings.HasPrefix(name, prefix) || query.Get("pageToken") >= name && query.Get("pageToken") != "" {
			continue
		}
		if folder, _, deeper := strings.Cut(name[len(prefix):], delimiter); delimiter != "" && deeper {
			prefixes = append(prefixes, prefix+folder+delimiter)
			continue
		}
		if len(items) == size {
			next = items[size-1]["name"]
			break
		}
		items = append(items, objects[name].resource(name))
	}
	answer(w, map[string]any{"items": items, "prefixes": slices.Compact(prefixes), "nextPageToken": next})
}

// media answers with a range of an object.
func (s *Server) media(w http.ResponseWriter, r *http.Request, o object) {
	from, to := 0, len(o.data)-1
	status := http.StatusOK
	if stated := r.Header.Get("Range"); stated != "" {
		if _, err := fmt.Sscanf(stated, "bytes=%d-%d", &from, &to); err != nil || from >= len(o.data) {
			fail(w, http.StatusRequestedRangeNotSatisfiable, "range not satisfiable")
			return
		}
		to, status = min(to, len(o.data)-1), http.StatusPartialContent
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to, len(o.data)))
	}
	content := o.data[from : to+1]
	w.Header().Set("Content-Length", strconv.Itoa(len(content)))
	w.WriteHeader(status)
	drop := s.DropAfter > 0 && len(content) > s.DropAfter
	if drop {
		content = content[:s.DropAfter]
	}
	s.mu.Lock()
	s.written += int64(len(content)) // first: who has read all of it may ask
	s.mu.Unlock()
	_, _ = w.Write(content)
	if drop {
		panic(http.ErrAbortHandler)
	}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// fail answers with an error in the form of this API, which states no status of gRPC.
func fail(w http.ResponseWriter, status int, message string) {
	w.WriteHeader(status)
	answer(w, map[string]any{"error": map[string]any{"code": status, "message": message}})
}
