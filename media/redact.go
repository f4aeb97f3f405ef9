package media

import "fmt"

// Format writes name, type and size alone, whatever the verb: fmt would print
// the content.
func (f File) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "media.File(%q, %q, %d bytes)", f.Name, f.Type, f.Size)
}
