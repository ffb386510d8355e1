package sampler

import (
	"context"

	"golang.org/x/time/rate"
)

// NewRate returns a limiter of so many a second, a tenth of them at once; nil for 0 or less, which is no limit.
func NewRate(perSecond float64) *rate.Limiter {
	if perSecond <= 0 {
		return nil
	}
	return rate.NewLimiter(rate.Limit(perSecond), max(1, int(perSecond/10)))
}

// WaitFor waits until n more are allowed by a limiter, which may be nil; n may be larger than what is allowed at once.
func WaitFor(ctx context.Context, l *rate.Limiter, n int64) error {
	for l != nil && n > 0 {
		part := min(n, int64(l.Burst()))
		if err := l.WaitN(ctx, int(part)); err != nil {
			return err
		}
		n -= part
	}
	return nil
}
