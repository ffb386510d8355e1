// Package debuglog writes the requests to tables, and the reads that they are part of, as a structured log (log/slog).
// It holds no data of a table: row keys are hashes with a secret of the run, values and filters do not appear. A log
// travels in the context, to where connections are made.
package debuglog

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"strconv"
	"time"

	"google.golang.org/grpc/status"
)

// Log is where requests and jobs are written. A nil Log writes nothing.
type Log struct {
	to     *slog.Logger
	keys   bool
	secret []byte
}

// New returns a log that writes a line of JSON to w for each entry. With keys, row keys and the messages of errors,
// which may quote one, are written as they are.
func New(w io.Writer, keys bool) *Log {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // never returns an error
	return &Log{to: slog.New(slog.NewJSONHandler(w, nil)), keys: keys, secret: secret}
}

type inContext struct{}

// With returns a context that carries the log.
func With(ctx context.Context, log *Log) context.Context {
	return context.WithValue(ctx, inContext{}, log)
}

// From returns the log that a context carries; nil if there is none.
func From(ctx context.Context) *Log {
	log, _ := ctx.Value(inContext{}).(*Log)
	return log
}

// Write writes an entry with attributes as those of slog.Logger.Info. They must hold no data of a table.
func (l *Log) Write(entry string, attributes ...any) {
	if l != nil {
		l.to.Info(entry, attributes...)
	}
}

// Ended writes an entry about something that began at started and ended with err.
func (l *Log) Ended(entry string, started time.Time, err error, attributes ...any) {
	if l == nil {
		return
	}
	attributes = append(attributes, "took_ms", float64(time.Since(started).Microseconds())/1000,
		"code", status.Code(err).String())
	if err != nil && l.keys {
		attributes = append(attributes, "error", err.Error())
	}
	l.to.Info(entry, attributes...)
}

// Key returns a row key as the log has it: a hash, equal for equal keys of one run; empty for an end of the table.
func (l *Log) Key(key []byte) string {
	switch {
	case len(key) == 0:
		return ""
	case l.keys:
		quoted := strconv.QuoteToASCII(string(key))
		return quoted[1 : len(quoted)-1]
	}
	hash := hmac.New(sha256.New, l.secret)
	hash.Write(key)
	return "#" + hex.EncodeToString(hash.Sum(nil)[:8])
}
