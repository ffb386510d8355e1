package main

import (
	"fmt"

	"github.com/spf13/pflag"

	"tabletop/model/price"
)

// pricesFlag adds --prices.
func pricesFlag(flags *pflag.FlagSet, file *string) {
	flags.StringVar(file, "prices", "",
		"`FILE` of prices, by which bytes are also stated in money; see docs/cost.md")
}

// readPrices reads the file of --prices; nil if the flag is not given.
func readPrices(file string) (*price.Prices, error) {
	if file == "" {
		return nil, nil
	}
	text, err := readSmall(file)
	if err != nil {
		return nil, fmt.Errorf("cannot read --prices: %w\ncheck the path; docs/cost.md describes the file", err)
	}
	prices, err := price.Parse(text)
	if err != nil {
		return nil, usageError{fmt.Errorf("invalid file of prices %s: %w", file, err)}
	}
	return prices, nil
}
