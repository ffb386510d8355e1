package bounded

import (
	"strings"
	"testing"
)

// TestFields verifies what is read of a mapping of known fields, and the line and the words of each mistake.
func TestFields(t *testing.T) {
	for text, want := range map[string]string{
		"color: 1\nsize: 2":    "",
		"color: 1\ncolour: 2":  `line 2: unknown field "colour" (color?): the fields are color, size`,
		"weight: 1":            `line 1: unknown field "weight": the fields are color, size`,
		"size: 1\n\nsize: 2":   "line 3: size: appears twice",
		"[1, 2]":               "line 1: color: , size: belong here",
		"- &a {size: 1}\n- *a": "line 1: color: , size: belong here",
	} {
		docs, err := Documents([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		fields, err := Fields(docs[0].Content[0], "color", "size")
		switch {
		case want != "":
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		case err != nil || fields["color"].Value != "1" || fields["size"].Value != "2":
			t.Errorf("%q: %v, %v", text, fields, err)
		}
	}
}
