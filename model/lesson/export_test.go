package lesson

// PlainFill writes a text with its figures, for tests.
func PlainFill(text string, figures Figures) string { return plainFill(text, figures) }
