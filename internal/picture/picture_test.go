package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func style() Style { return Style{Width: 20, Height: 2, Foreground: "#cccccc", Background: "#101010"} }

// wellFormed fails if a picture is no XML.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v:\n%s", err, svg)
		}
	}
}

// TestStill verifies that a picture holds the text of a frame in its colors, escaped, and blocks as areas.
func TestStill(t *testing.T) {
	var b strings.Builder
	if err := Still(&b, "a<b \x1b[1;38;2;255;0;0mred\x1b[m\n\x1b[38;2;0;0;255m██▄\x1b[m end", style()); err != nil {
		t.Fatal(err)
	}
	got := b.String()
	wellFormed(t, got)
	for _, want := range []string{">a&lt;b</text>", "fill:#ff0000;font-weight:bold", ">red</text>", "fill:#0000ff",
		">end</text>", "fill=\"#101010\""} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "█") || strings.Contains(got, "keyframes") {
		t.Errorf("blocks are text, or the picture moves:\n%s", got)
	}
}

// TestFilm verifies that a line that several frames share is written once, and that each frame has its time.
func TestFilm(t *testing.T) {
	var b strings.Builder
	err := Film(&b, []Frame{{"same\none", time.Second}, {"same\ntwo", 3 * time.Second}}, style())
	if err != nil {
		t.Fatal(err)
	}
	got := b.String()
	wellFormed(t, got)
	if strings.Count(got, ">same</text>") != 1 || strings.Count(got, "<use ") != 4 {
		t.Errorf("the shared line is written more than once:\n%s", got)
	}
	for _, want := range []string{"#f0{animation:k0 4.0s", "k0{0.00%,24.98%{visibility:visible}",
		"k1{0%,24.99%{visibility:hidden}25.00%,99.98%{visibility:visible}"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
