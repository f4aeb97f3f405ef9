package describe

import (
	"slices"
	"strings"
)

// Segment is a part of a route between slashes: a word or a parameter.
type Segment struct {
	Word  string // "" for a parameter
	Param string // the name of the parameter, "" for a word
	Digit bool   // the parameter is a number
	// Before and After are the text around the parameter: ":activate" in "{slug}:activate".
	Before, After string
	// Fixed is the name of a parameter that can only be the word: "name" for the last segment of
	// "/blocks/(?P<name>core\/calendar)". It is "" for other words.
	Fixed string
}

// Template returns the segment with its parameter in braces: "{slug}:activate".
func (s Segment) Template() string {
	if s.Param == "" {
		return s.Word
	}
	return s.Before + "{" + s.Param + "}" + s.After
}

// Path is a route as a site writes it, "/wp/v2/posts/(?P<id>[\d]+)", in segments.
type Path []Segment

// ParsePath parses the pattern of a route. Parameters may also be written "{id}". A parameter
// that can only have one value becomes the words of that value. ok is
// false if a route has other parts than words and named parameters, such as an unnamed
// group or two parameters in one segment. For such routes see [Template].
func ParsePath(route string) (p Path, ok bool) {
	for _, part := range splitRoute(route) {
		if name, value := fixed(part); value != "" {
			for word := range strings.SplitSeq(value, "/") {
				p = append(p, Segment{Word: word})
			}
			p[len(p)-1].Fixed = name
			continue
		}
		s, ok := parseSegment(part)
		if !ok {
			return nil, false
		}
		p = append(p, s)
	}
	return p, len(p) > 0
}

func parseSegment(part string) (s Segment, ok bool) {
	begin := strings.IndexAny(part, "({")
	if begin == -1 {
		return Segment{Word: part}, isText(part) && part != ""
	}
	s.Before = part[:begin]
	end := begin + strings.IndexByte(part[begin:], '}')
	if part[begin] == '{' {
		if end < begin {
			return s, false
		}
		s.Param = part[begin+1 : end]
		s.Digit = s.Param == "id"
	} else {
		end = begin + closing(part[begin:])
		name, expression, named := groupName(part[begin:max(end, begin)])
		if !named {
			return s, false
		}
		s.Param, s.Digit = name, digits(expression)
	}
	s.After = part[end+1:]
	return s, isName(s.Param) && isText(s.Before) && isText(s.After)
}

// groupName splits a group such as "(?P<id>[\d]+" or "(?<id>[\d]+" into its name and its
// expression.
func groupName(group string) (name, expression string, ok bool) {
	for _, opening := range []string{"(?P<", "(?<"} {
		if rest, found := strings.CutPrefix(group, opening); found {
			return strings.Cut(rest, ">")
		}
	}
	return "", "", false
}

// fixed returns the name and the value of a group that can only have one value: "name" and
// "core/calendar" for "(?P<name>core\/calendar)". For any other part, value is "".
func fixed(part string) (name, value string) {
	if part == "" || closing(part) != len(part)-1 {
		return "", ""
	}
	name, expression, ok := groupName(part[:len(part)-1])
	value = strings.NewReplacer(`\/`, "/", `\-`, "-", `\.`, ".").Replace(expression)
	if !ok || !isName(name) || strings.Contains(strings.ReplaceAll(expression, `\.`, ""), ".") || !isText(value) ||
		slices.Contains(strings.Split(value, "/"), "") {
		return "", ""
	}
	return name, value
}

// isText reports whether a part of a pattern is plain text, without characters of a
// regular expression.
func isText(part string) bool { return !strings.ContainsAny(part, `()?<>[]\*+|{}^$`) }

// isName reports whether a text is a valid name of a parameter: "{"+text+"}" must be a
// single segment of a route.
func isName(text string) bool { return text != "" && !strings.ContainsAny(text, `/\(){}[]`) }

// Template returns the pattern of a route with each group replaced by its name in
// braces: "/wp/v2/posts/{id}". An unnamed group is "{}". A group that is not closed
// extends to the end. A group that is all between two slashes and can only have one value
// is replaced by that value.
func Template(route string) string {
	var out strings.Builder
	for i := 0; i < len(route); i++ {
		if route[i] != '(' {
			out.WriteByte(route[i])
			continue
		}
		end := closing(route[i:])
		if end == -1 {
			end = len(route) - 1 - i
		}
		if _, value := fixed(route[i : i+end+1]); value != "" && (i == 0 || route[i-1] == '/') &&
			(i+end+1 == len(route) || route[i+end+1] == '/') {
			out.WriteString(value)
			i += end
			continue
		}
		name, _, _ := groupName(route[i : i+end])
		out.WriteString("{" + name + "}")
		for i += end; i+1 < len(route) && strings.IndexByte("?*+", route[i+1]) >= 0; i++ {
		}
	}
	return out.String()
}

// splitRoute splits a route at each slash outside of groups. It returns nil if a group is
// not closed.
func splitRoute(route string) []string {
	var parts []string
	begin := 0
	route = strings.Trim(route, "/")
	for i := 0; i < len(route); i++ {
		switch route[i] {
		case '(':
			end := closing(route[i:])
			if end == -1 {
				return nil
			}
			i += end
		case '/':
			parts = append(parts, route[begin:i])
			begin = i + 1
		}
	}
	return append(parts, route[begin:])
}

// closing returns the index where the group at the start of a text ends, or -1 if the
// group is not closed. Parentheses in a character class or after a backslash do not
// count.
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

// digits reports whether an expression is one of the usual expressions for an id.
func digits(expression string) bool {
	switch expression {
	case `[\d]+`, `\d+`, `[0-9]+`, `[\d]*`, `\d*`, `[0-9]*`, `[\/\d+]+`:
		return true
	}
	return false
}

// Template returns the path with its parameters in braces: "wp/v2/posts/{id}".
func (p Path) Template() string {
	parts := make([]string, len(p))
	for i, s := range p {
		parts[i] = s.Template()
	}
	return strings.Join(parts, "/")
}

// Below reports whether p is the route of a record in the list q. Example:
// "/wp/v2/posts/{id}" is below "/wp/v2/posts". p has the segments of q, and then one
// segment that is only a parameter. The names of the other parameters may differ.
func (p Path) Below(q Path) bool {
	return len(p) == len(q)+1 && p[:len(q)].Same(q) && p[len(q)].Template() == "{"+p[len(q)].Param+"}" &&
		p[len(q)].Param != ""
}

// Same reports whether two paths are equal except for the names of their parameters.
func (p Path) Same(q Path) bool {
	return slices.EqualFunc(p, q, func(a, b Segment) bool {
		return a.Word == b.Word && (a.Param == "") == (b.Param == "") && a.Before == b.Before && a.After == b.After
	})
}

// Has reports whether the path has a parameter of that name, also one that can only have one value.
func (p Path) Has(name string) bool {
	return slices.ContainsFunc(p, func(s Segment) bool { return s.Param == name || s.Fixed == name })
}

// LastWord returns the last segment that is not a parameter, "" if there is none.
func (p Path) LastWord() string {
	for _, s := range slices.Backward(p) {
		if s.Word != "" {
			return s.Word
		}
	}
	return ""
}
