package publish

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v4"

	"github.com/fontcms/fontcms-go/examples/internal/files"
)

// maxText is the longest file that is read, in bytes.
const maxText = 1 << 20

// front is the front matter of a file. Its keys are in lower case.
type front map[string]any

// lineError is an error in a line of a file. Lines are counted from 1.
type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %v", e.line, e.err) }
func (e *lineError) Unwrap() error { return e.err }

// split separates the front matter of a file from its text. The front matter is nil if the
// file has none. Front matter is YAML after "---", TOML after "+++", JSON after ";;;", a JSON
// object, or YAML that has a closing line and no opening line, as Hexo writes it. A byte order
// mark and blank lines may come before it.
func split(source []byte) (front, []byte, error) {
	if len(source) > maxText {
		return nil, nil, fmt.Errorf("it is longer than %d bytes", maxText)
	}
	if at := invalid(source); at >= 0 {
		return nil, nil, &lineError{1 + bytes.Count(source[:at], []byte("\n")), errors.New("it is not UTF-8")}
	}
	text := strings.TrimPrefix(string(source), "\uFEFF")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	rest := text
	for {
		line, after, more := strings.Cut(rest, "\n")
		if strings.TrimSpace(line) != "" || !more {
			break
		}
		rest = after
	}
	before := strings.Count(text[:len(text)-len(rest)], "\n")
	open, inner, _ := strings.Cut(rest, "\n")
	switch open = strings.TrimRight(open, " \t"); {
	case open == "---":
		return enclosed(text, inner, before+1, readFields, "---", "...")
	case open == "+++":
		return enclosed(text, inner, before+1, readTOML, "+++")
	case open == ";;;":
		return enclosed(text, inner, before+1, readMembers, ";;;")
	case regexp.MustCompile(`^\{\s*("|$)`).MatchString(open):
		return object(rest, before)
	case regexp.MustCompile(`(?i)^(title|date|layout|tags|categories|permalink|author|updated)\s*:`).MatchString(open):
		return enclosed(text, rest, before, readFields, "---")
	case regexp.MustCompile(`(?i)^"(title|date|layout|tags|categories|permalink|author|updated)"\s*:`).MatchString(open):
		return enclosed(text, rest, before, readMembers, ";;;")
	}
	return nil, []byte(text), nil
}

// invalid returns the offset of the first byte that is not UTF-8, and -1 without one.
func invalid(source []byte) int {
	for at := 0; at < len(source); {
		r, size := utf8.DecodeRune(source[at:])
		if r == utf8.RuneError && size <= 1 {
			return at
		}
		at += size
	}
	return -1
}

// enclosed reads front matter up to a closing line. Without a closing line, or without fields,
// the file has no front matter: its first line is a line across the page.
func enclosed(
	text, inner string, before int, read func(string) (front, error), closing ...string,
) (front, []byte, error) {
	at := 0
	for line := range strings.Lines(inner) {
		end := at + len(line)
		for _, c := range closing {
			if strings.TrimRight(line, " \t\n") != c {
				continue
			}
			// The blank lines make the parser count the lines of the file.
			f, err := read(strings.Repeat("\n", before) + inner[:at])
			switch {
			case err != nil:
				return nil, nil, inLine(err, before+1)
			case f == nil:
				return nil, []byte(text), nil
			}
			return f, []byte(inner[end:]), nil
		}
		at = end
	}
	return nil, []byte(text), nil
}

// object reads front matter that is a JSON object.
func object(rest string, before int) (front, []byte, error) {
	decoder := jsontext.NewDecoder(strings.NewReader(rest))
	value, err := decoder.ReadValue()
	if err != nil {
		end := len(rest)
		if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			end = min(int(e.ByteOffset), end)
		}
		return nil, nil, &lineError{before + 1 + strings.Count(rest[:end], "\n"), err}
	}
	f, err := readJSON(strings.Repeat("\n", before) + string(value))
	if err != nil {
		return nil, nil, inLine(err, before+1)
	}
	return f, []byte(rest[decoder.InputOffset():]), nil
}

// inLine finds the line in the text of an error of a parser. An error without a line is about
// the front matter as a whole, which begins in the line first.
func inLine(err error, first int) error {
	if _, ok := errors.AsType[*lineError](err); ok {
		return err
	}
	m := regexp.MustCompile(`^line (\d+): (?s:(.*))`).FindStringSubmatch(err.Error())
	if m == nil {
		return &lineError{first, err}
	}
	line, _ := strconv.Atoi(m[1]) // digits only
	return &lineError{line, errors.New(m[2])}
}

func readYAML(text string) (front, error) {
	var root yaml.Node
	if err := files.UnmarshalYAML([]byte(text), &root); err != nil {
		return nil, err
	}
	node := &root
	if node.Kind == yaml.DocumentNode && len(node.Content) > 0 {
		node = node.Content[0]
	}
	switch node.Kind {
	case 0:
		return front{}, nil // no line, or comments only
	case yaml.MappingNode:
		fields, _ := ofNode(node).(map[string]any)
		return lowered(fields)
	}
	return nil, nil
}

// readFields reads the YAML of a file. A text with a colon that needs quotes, as in "title: Go: the language", is
// read without them, as some generators do.
func readFields(text string) (front, error) {
	f, err := readYAML(text)
	if err == nil {
		return f, nil
	}
	line := regexp.MustCompile("(?m)^([A-Za-z_][\\w-]*:[ \\t]+)" + // the name
		"([^\"'\\[\\]{}|>&*!%@`#,?\\s-].*?:(?:[ \\t].*?)?)" + // the text, with a colon
		"[ \\t]*(?:[ \\t]#.*)?$") // a comment
	quoted := line.ReplaceAllStringFunc(text, func(field string) string {
		m := line.FindStringSubmatch(field)
		return m[1] + "'" + strings.ReplaceAll(m[2], "'", "''") + "'"
	})
	if f, errQuoted := readYAML(quoted); errQuoted == nil {
		return f, nil
	}
	return nil, err
}

// scalar is a YAML value with the text that the file has for it: 1.10 is the title "1.10".
type scalar struct {
	text  string
	value any
}

// ofNode returns a YAML value as nil, string, scalar, []any or map[string]any.
func ofNode(node *yaml.Node) any {
	switch node.Kind {
	case yaml.MappingNode:
		fields := map[string]any{}
		for i := 0; i+1 < len(node.Content); i += 2 {
			fields[node.Content[i].Value] = ofNode(node.Content[i+1])
		}
		return fields
	case yaml.SequenceNode:
		list := make([]any, len(node.Content))
		for i, child := range node.Content {
			list[i] = ofNode(child)
		}
		return list
	}
	switch node.ShortTag() {
	case "!!null":
		return nil
	case "!!int", "!!float", "!!bool":
		var value any
		if err := node.Load(&value); err == nil {
			return scalar{node.Value, value}
		}
	}
	return node.Value
}

func readTOML(text string) (front, error) {
	if len(text) > files.MaxYAML {
		return nil, fmt.Errorf("the TOML text is longer than %d bytes", files.MaxYAML)
	}
	fields := map[string]any{}
	if err := toml.Unmarshal([]byte(text), &fields); err != nil {
		if e, ok := errors.AsType[*toml.DecodeError](err); ok {
			line, _ := e.Position()
			return nil, &lineError{line, err}
		}
		return nil, err
	}
	return lowered(fields)
}

// readMembers reads the members of a JSON object without its braces.
func readMembers(text string) (front, error) {
	members := strings.TrimLeft(text, "\n")
	return readJSON(text[:len(text)-len(members)] + "{" + members + "}")
}

func readJSON(text string) (front, error) {
	if len(text) > files.MaxYAML {
		return nil, fmt.Errorf("the JSON text is longer than %d bytes", files.MaxYAML)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		line := 1
		if e, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
			line += strings.Count(text[:min(int(e.ByteOffset), len(text))], "\n")
		}
		return nil, &lineError{line, err}
	}
	return lowered(fields)
}

// lowered returns fields with names in lower case. Two names that differ in case only are an
// error: nothing says which of them counts.
func lowered(fields map[string]any) (front, error) {
	f := front{}
	for name, value := range fields {
		low := strings.ToLower(name)
		if _, twice := f[low]; twice {
			return nil, fmt.Errorf("the field %.80q is there twice", low)
		}
		f[low] = value
	}
	return f, nil
}

// inherit gives files the fields that their generator sets for many files: defaults in the
// settings of Jekyll, and cascade in the _index files of Hugo. The fields of a file come first.
func (j *project) inherit(texts []*source) {
	defaults, _ := j.settings["defaults"].([]any)
	for _, element := range defaults {
		fields, _ := element.(map[string]any)
		scope, _ := fields["scope"].(map[string]any)
		values, _ := fields["values"].(map[string]any)
		kind := textOf(scope["type"])
		for _, t := range texts {
			fits := kind == "" || kind == "posts" && t.place.post || kind == "pages" && !t.place.post
			if fits && within(t.path, strings.Trim(textOf(scope["path"]), "/")) {
				t.front.fill(values)
			}
		}
	}
	if j.kind != "hugo" {
		return
	}
	for _, t := range slices.Backward(texts) { // the nearest folder first
		values, ok := t.front["cascade"].(map[string]any)
		if !ok || !strings.HasPrefix(path.Base(t.path), "_index.") {
			continue
		}
		for _, below := range texts {
			if within(below.place.folder, t.place.folder) {
				below.front.fill(values)
			}
		}
	}
}

// within reports whether a path is a folder or below it. "" is the folder of all files.
func within(name, folder string) bool {
	return folder == "" || name == folder || strings.HasPrefix(name, folder+"/")
}

// fill sets the fields that are absent.
func (f front) fill(values map[string]any) {
	for name, value := range values {
		if low := strings.ToLower(name); f[low] == nil {
			f[low] = value
		}
	}
}
