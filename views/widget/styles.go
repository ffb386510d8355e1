// Package widget is the drawing that screens share: styles, escaping, bars, histograms, windows over long lists.
package widget

// Styles is a theme made ready to draw with.
type Styles struct{}
