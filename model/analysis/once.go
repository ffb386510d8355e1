package analysis

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// once is a value that is computed when it is first asked for. Whoever asks meanwhile waits, or gives up with its own
// context; a computation that fails or is canceled is not kept, so that the next one to ask tries again. The zero value
// is ready.
type once[T any] struct {
	init  sync.Once
	turn  *semaphore.Weighted // of one: a mutex that a canceled context gives up waiting for
	done  bool
	value T
}

// get returns the value, which it makes unless it is there.
func (o *once[T]) get(ctx context.Context, make func(context.Context) (T, error)) (T, error) {
	return o.update(ctx, func(ctx context.Context, value T) (T, error) {
		if o.done {
			return value, nil
		}
		return make(ctx)
	})
}

// update replaces the value by what change makes of it, and returns that. On an error the value stays.
func (o *once[T]) update(ctx context.Context, change func(context.Context, T) (T, error)) (T, error) {
	var none T
	o.init.Do(func() { o.turn = semaphore.NewWeighted(1) })
	if err := o.turn.Acquire(ctx, 1); err != nil {
		return none, err
	}
	defer o.turn.Release(1)
	value, err := change(ctx, o.value)
	if err != nil {
		return none, err
	}
	o.value, o.done = value, true
	return value, nil
}
