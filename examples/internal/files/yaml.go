package files

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// Limits of UnmarshalYAML.
const (
	// MaxYAML is the longest YAML text, in bytes. The longest text takes less than 50 MB.
	MaxYAML = 64 << 10
	// maxDepth is how deep lists and mappings may be nested.
	maxDepth = 50
)

// UnmarshalYAML reads a YAML text of one document into v. An empty text changes nothing.
// Dates that go into a field of the type any are strings, as they are written.
//
// It refuses a text longer than [MaxYAML] before it is parsed, and stops at the 51st level
// of nested lists and mappings. It refuses a field that v does not have, since that would
// be a misspelled field. It refuses anchors and aliases, since a few hundred bytes of them
// stand for gigabytes.
func UnmarshalYAML(content []byte, v any) error {
	if len(content) > MaxYAML {
		return fmt.Errorf("the YAML text is longer than %d bytes", MaxYAML)
	}
	loader, err := yaml.NewLoader(strings.NewReader(string(content)),
		yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		return err
	}
	var document, second yaml.Node
	if err := loader.Load(&document); errors.Is(err, io.EOF) {
		return nil
	} else if err != nil {
		return plainYAML(err)
	}
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		return errors.New("the YAML text has more than one document")
	}
	if err := literal(&document); err != nil {
		return err
	}
	return plainYAML(document.Load(v, yaml.WithKnownFields(), yaml.WithUniqueKeys(false)))
}

// literal makes dates and keys the strings that they are written as. It refuses anchors,
// aliases and keys that are there twice. The parser would compare each key with each other
// one, and list all pairs.
func literal(n *yaml.Node) error {
	if n.Anchor != "" || n.Kind == yaml.AliasNode {
		return fmt.Errorf("line %d: anchors and aliases are not read: write the value out", n.Line)
	}
	if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!timestamp" {
		n.Tag = "!!str"
	}
	lines := map[string]int{}
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			if child.Kind != yaml.ScalarNode {
				return fmt.Errorf("line %d: a key has to be a text", child.Line)
			}
			if first := lines[child.Value]; first > 0 {
				return fmt.Errorf("line %d: the key %.80q is in line %d already", child.Line, child.Value, first)
			}
			lines[child.Value] = child.Line
			child.Tag = "!!str"
		}
		if err := literal(child); err != nil {
			return err
		}
	}
	return nil
}

// plainYAML writes the first errors of the parser with their lines and without names of Go
// types.
func plainYAML(err error) error {
	var found []*yaml.LoadError
	if several, ok := errors.AsType[*yaml.LoadErrors](err); ok {
		found = several.Errors
	} else if one, ok := errors.AsType[*yaml.LoadError](err); ok {
		found = []*yaml.LoadError{one}
	} else {
		return err
	}
	const most = 5
	if len(found) > most {
		found = found[:most]
	}
	texts := make([]string, len(found))
	for i, e := range found {
		texts[i] = fmt.Sprintf("line %d: %.200s", e.Mark.Line, e.Message)
		if name, _, unknown := strings.Cut(e.Message, " not found in type "); unknown {
			texts[i] = fmt.Sprintf("line %d: unknown %.80s", e.Mark.Line, name)
		}
	}
	return errors.New(strings.Join(texts, "; "))
}
