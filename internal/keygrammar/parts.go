package keygrammar

import (
	"embed"
	"fmt"
	"reflect"

	"tabletop/internal/keygrammar/notation"
)

// The files of the parts, one for each label, in the notation of package notation.
//
//go:embed parts/*.grammar
var partFiles embed.FS

// Load returns the productions of the part with a label: what the definition "grammar" of its file makes. It panics
// where there is no such part.
func Load(label string) *Grammar {
	text, err := partFiles.ReadFile("parts/" + label + ".grammar")
	if err != nil {
		panic(fmt.Sprintf("keygrammar: no part is labeled %q", label))
	}
	library := notation.Library{Names: builtins(), Types: builtinTypes(), Given: reflect.TypeFor[*World]()}
	file, err := library.Parse(label+".grammar", text)
	if err != nil {
		panic(err)
	}
	grammar := file.Function("grammar").Call((*World)(nil)).(Grammar)
	grammar.Name = label
	return &grammar
}
