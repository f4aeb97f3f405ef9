package main

import (
	"slices"
	"strings"
)

// segment is a part of a route between slashes: a word, or a parameter.
type segment struct {
	word  string
	param string // its name, "" for a word
	digit bool   // the parameter is a number
}

// pattern is a route as a site writes it, "/wp/v2/posts/(?P<id>[\d]+)", in parts.
type pattern []segment

// parsePattern reads a route. Parameters may also be written "{id}". ok is false for
// a route that no list of words and parameters is, such as one with an unnamed group.
func parsePattern(route string) (p pattern, ok bool) {
	for _, part := range splitRoute(route) {
		if len(part) > 2 && part[0] == '{' && part[len(part)-1] == '}' {
			name := part[1 : len(part)-1]
			p = append(p, segment{param: name, digit: name == "id"})
			continue
		}
		if part == "" {
			return nil, false
		}
		if !strings.ContainsAny(part, `()?<>[]\*+|{}^$`) {
			p = append(p, segment{word: part})
			continue
		}
		inner, isParam := strings.CutPrefix(part, "(?P<")
		name, rest, named := strings.Cut(inner, ">")
		if !isParam || !named || name == "" || closing(part) != len(part)-1 {
			return nil, false
		}
		p = append(p, segment{param: name, digit: digits(strings.TrimSuffix(rest, ")"))})
	}
	return p, len(p) > 0
}

// splitRoute splits a route at the slashes that stand in no group.
func splitRoute(route string) []string {
	var parts []string
	depth, begin, class := 0, 0, false
	route = strings.Trim(route, "/")
	for i := 0; i < len(route); i++ {
		switch c := route[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '/' && depth == 0:
			parts = append(parts, route[begin:i])
			begin = i + 1
		}
	}
	return append(parts, route[begin:])
}

// closing is where the group ends that a part begins with.
func closing(part string) int {
	depth, class := 0, false
	for i := 0; i < len(part); i++ {
		switch c := part[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// digits reports that an expression matches numbers alone.
func digits(expression string) bool {
	switch expression {
	case `[\d]+`, `\d+`, `[0-9]+`, `[\d]*`, `\d*`, `[0-9]*`, `[\/\d+]+`:
		return true
	}
	return false
}

// template is the route with its parameters in braces: "wp/v2/posts/{id}".
func (p pattern) template() string {
	parts := make([]string, len(p))
	for i, s := range p {
		if parts[i] = s.word; s.param != "" {
			parts[i] = "{" + s.param + "}"
		}
	}
	return strings.Join(parts, "/")
}

// below reports that p is a record of the list q: the same route and one parameter
// more. A site may name the parameters before it otherwise.
func (p pattern) below(q pattern) bool {
	return len(p) == len(q)+1 && p[len(q)].param != "" && p[:len(q)].same(q)
}

// same reports that two routes differ in the names of their parameters alone.
func (p pattern) same(q pattern) bool {
	return slices.EqualFunc(p, q, func(a, b segment) bool {
		return a.word == b.word && (a.param == "") == (b.param == "")
	})
}

// has reports that the route has a parameter with a name.
func (p pattern) has(name string) bool {
	return slices.ContainsFunc(p, func(s segment) bool { return s.param == name })
}

// lastWord is the last part that is no parameter.
func (p pattern) lastWord() string {
	for _, s := range slices.Backward(p) {
		if s.word != "" {
			return s.word
		}
	}
	return ""
}
