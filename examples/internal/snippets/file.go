package snippets

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fontcms/fontcms-go/snippets"
)

// form is how files of one extension hold their header.
type form struct {
	begin, end string
	escape     *strings.Replacer // for the end of a comment within quotes of the header
}

// formOf returns the form of an extension, and whether there is one.
func formOf(extension string) (form, bool) {
	slash := strings.NewReplacer("*/", `*\x2f`)
	switch extension {
	case ".php":
		return form{"<?php\n/* snippet\n", "*/\n", slash}, true
	case ".css", ".js", ".txt":
		return form{"/* snippet\n", "*/\n", slash}, true
	case ".html":
		return form{"<!-- snippet\n", "-->\n", strings.NewReplacer("--", `-\x2d`)}, true
	}
	return form{}, false
}

// extensionOf is that of the language of a scope. A scope that is unknown, or no
// code, has a file of text.
func extensionOf(scope snippets.Scope) string {
	switch scope {
	case snippets.ScopeGlobal, snippets.ScopeAdmin, snippets.ScopeFrontEnd, snippets.ScopeSingleUse:
		return ".php"
	case snippets.ScopeContent, snippets.ScopeHeadContent, snippets.ScopeFooterContent:
		return ".html"
	case snippets.ScopeAdminCSS, snippets.ScopeSiteCSS:
		return ".css"
	case snippets.ScopeSiteHeadJS, snippets.ScopeSiteFooterJS:
		return ".js"
	}
	return ".txt"
}

// encode writes a record as a file.
func encode(r record, extension string) ([]byte, error) {
	f, ok := formOf(extension)
	if !ok {
		return nil, fmt.Errorf("no file of a snippet ends in %q", extension)
	}
	for _, quoted := range []bool{false, true} {
		header, err := headerOf(r, quoted)
		if err != nil {
			continue
		}
		escaped := f.escape.Replace(header)
		if !quoted && escaped != header { // it would end the comment too early
			continue
		}
		data := []byte(f.begin + escaped + f.end + r.Code + "\n")
		if back, err := decode(data, extension); err == nil && back.hash() == r.hash() {
			return data, nil
		}
	}
	return nil, fmt.Errorf("no file can hold the snippet %q", r.Name)
}

// headerOf writes the header as YAML, with all texts in double quotes if quoted is
// set: there, characters can be written as escapes.
func headerOf(r record, quoted bool) (string, error) {
	var header any = r
	if quoted {
		header = quotedHeader(r)
	}
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(header); err != nil {
		return "", err
	}
	return out.String(), encoder.Close()
}

// quotedHeader is made by hand: the YAML of a record cannot always be read back.
func quotedHeader(r record) *yaml.Node {
	scalar := func(tag, value string) *yaml.Node {
		node := &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value}
		if tag == "!!str" {
			node.Style = yaml.DoubleQuotedStyle
		}
		return node
	}
	header := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	add := func(name string, value *yaml.Node) {
		header.Content = append(header.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: name}, value)
	}
	add("name", scalar("!!str", r.Name))
	add("desc", scalar("!!str", r.Desc))
	tags := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}
	for _, tag := range r.Tags {
		tags.Content = append(tags.Content, scalar("!!str", tag))
	}
	add("tags", tags)
	add("scope", scalar("!!str", string(r.Scope)))
	add("priority", scalar("!!int", strconv.Itoa(r.Priority)))
	add("active", scalar("!!bool", strconv.FormatBool(r.Active)))
	return header
}

// decode reads a file. What its header leaves out has the site's default.
func decode(data []byte, extension string) (record, error) {
	f, ok := formOf(extension)
	if !ok {
		return record{}, fmt.Errorf("no file of a snippet ends in %q", extension)
	}
	text := strings.TrimPrefix(lines(string(data)), "\ufeff")
	rest, ok := strings.CutPrefix(text+"\n", f.begin)
	if !ok {
		return record{}, fmt.Errorf("it does not begin with %q and a header such as %q", strings.TrimSpace(f.begin),
			"name: Swap display")
	}
	header, code, ok := strings.Cut("\n"+rest, "\n"+f.end)
	if !ok {
		return record{}, fmt.Errorf("its header is not ended by a line %q", strings.TrimSpace(f.end))
	}
	r := record{Scope: snippets.ScopeGlobal, Priority: 10}
	if extension != ".php" {
		r.Scope = ""
	}
	decoder := yaml.NewDecoder(strings.NewReader(header))
	decoder.KnownFields(true)
	if err := decoder.Decode(&r); err != nil {
		return record{}, fmt.Errorf("its header: %w", err)
	}
	if extensionOf(r.Scope) != extension {
		return record{}, fmt.Errorf("the scope %q is not one of %s files", r.Scope, extension)
	}
	r.Code = code
	r = r.plain()
	return r, r.check()
}
