package text

// shades are characters from light to dense.
const shades = ".:-=+*#%@"

// Shades is how many characters Shade knows.
const Shades = len(shades)

// Shade is the character of level i of n, the lightest being 0: for maps without colour.
func Shade(i, n int) byte { return shades[i*len(shades)/n] }
