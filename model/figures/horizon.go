package figures

import (
	"context"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// Horizons returns the times for which a review looks ahead.
func Horizons() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{day, 7 * day, 30 * day}
}

// Horizon is what becomes eligible of the cells stored now, by the policies in force, if nothing is written.
type Horizon struct {
	In      time.Duration
	Garbage *retention.Garbage // what is eligible by then
	More    Figure             // of that, what is not eligible yet, in bytes of the table
	// Families are the parts of More by family, in the order of Garbage.Families.
	Families []Figure
}

// Ahead returns what becomes eligible within each of Horizons. The error is ctx's.
func (r *Review) Ahead(ctx context.Context) ([]Horizon, error) {
	var all []Horizon
	for _, in := range Horizons() {
		rules := r.Rules.Ahead(in)
		horizon := Horizon{In: in}
		var err error
		if horizon.Garbage, err = r.under(ctx, rules); err != nil {
			return nil, err
		}
		if horizon.More, err = r.saves(ctx, rules); err != nil {
			return nil, err
		}
		for _, f := range r.Garbage.Families {
			more, err := r.saves(ctx, r.Rules.With(f.Name, rules[f.Name]))
			if err != nil {
				return nil, err
			}
			horizon.Families = append(horizon.Families, more)
		}
		all = append(all, horizon)
	}
	return all, nil
}

// Tier is what is stored of cells that are older than an age, and so moves to the infrequent access tier of a table
// with that threshold, eligible cells included.
type Tier struct {
	Age   time.Duration
	Older *retention.Garbage // what is older is what is eligible in it
	// Artificial is why timestamps of a family with cells are no times of writing, by which cells would move all
	// together or never; empty if there is none. Family is that family.
	Artificial, Family string
}

// MinTierAge is the least age of the infrequent access tier (TieredStorageConfig in the admin API).
const MinTierAge = 30 * 24 * time.Hour

// Tier returns what is older than age. The error is ctx's.
func (r *Review) Tier(ctx context.Context, age time.Duration) (*Tier, error) {
	tier := &Tier{Age: age}
	rules := retention.Rules{}
	for _, f := range r.Garbage.Families {
		rules[f.Name] = sample.GCRule{Kind: sample.GCMaxAge, Age: age}
		odd := r.Explorer.TimestampStats(f.Name).Artificial()
		if f.Stored.Cells > 0 && odd != "" && tier.Artificial == "" {
			tier.Artificial, tier.Family = odd, f.Name
		}
	}
	var err error
	tier.Older, err = r.under(ctx, rules)
	return tier, err
}

// Tiers returns what is older than age, and what is older than other ages that are common for tiers. The error is
// ctx's.
func (r *Review) Tiers(ctx context.Context, age time.Duration) (tier *Tier, others []*Tier, err error) {
	if tier, err = r.Tier(ctx, age); err != nil {
		return nil, nil, err
	}
	for _, days := range []time.Duration{30, 60, 90, 180} {
		if other := days * 24 * time.Hour; other != age {
			one, err := r.Tier(ctx, other)
			if err != nil {
				return nil, nil, err
			}
			others = append(others, one)
		}
	}
	return tier, others, nil
}

// under returns what is eligible by other rules than those in force: of all rows where they were counted. The error is
// ctx's.
func (r *Review) under(ctx context.Context, rules retention.Rules) (*retention.Garbage, error) {
	garbage, err := r.Explorer.Garbage(ctx, rules)
	if err == nil && r.counts {
		r.countUnder(garbage, rules)
	}
	return garbage, err
}

// saves returns the bytes of the table that rules free beyond those in force. The error is ctx's.
func (r *Review) saves(ctx context.Context, rules retention.Rules) (Figure, error) {
	if !r.counts {
		return r.Explorer.Savings(ctx, r.Rules, rules)
	}
	low, high := 0.0, 0.0
	for _, f := range r.Garbage.Families {
		if r.differs(f.Name, rules) {
			now, then := r.Explorer.Kept(f.Name, r.Rules[f.Name]), r.Explorer.Kept(f.Name, rules[f.Name])
			low += float64(now.Low.Bytes - then.High.Bytes)
			high += float64(now.High.Bytes - then.Low.Bytes)
		}
	}
	return estimate.Between(low, high), nil
}

// differs reports whether the rule of a family is another than that in force.
func (r *Review) differs(family string, rules retention.Rules) bool {
	return rules[family].String() != r.Rules[family].String()
}
