package text

// shades holds characters from light to dense.
const shades = ".:-=+*#%@"

// Shades is the number of characters that Shade can return.
const Shades = len(shades)

// Shade returns the character of level i of n, where level 0 is the lightest, for maps without color.
func Shade(i, n int) byte { return shades[i*len(shades)/n] }
