// Package profile describes what is in a sample: sizes and counts of rows, columns, cells and key segments.
package profile

// Profile is the description of one sample.
type Profile struct{}
