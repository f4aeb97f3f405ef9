package files

import (
	"fmt"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// UnmarshalYAML reads YAML into v. It refuses a field that v does not have, since that would
// be a misspelled one. It refuses anchors and aliases: a few hundred bytes of them would
// take gigabytes of memory.
func UnmarshalYAML(content []byte, v any) error {
	for _, t := range lexer.Tokenize(string(content)) {
		if t.Type == token.AnchorType || t.Type == token.AliasType {
			return fmt.Errorf("line %d: anchors and aliases are not read: write the value out", t.Position.Line)
		}
	}
	return yaml.UnmarshalWithOptions(content, v, yaml.Strict())
}
