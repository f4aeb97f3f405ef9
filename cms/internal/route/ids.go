package route

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/internal/facts"
	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Request is a request before it has an address.
type Request struct {
	Method string
	Path   string     // path below the root, with the prefix of the specification or of the site
	Name   string     // name of a record, the end of the path; "" if there is none
	Key    string     // the argument whose value is Name
	Query  url.Values // arguments with the prefix of the site
	Body   *transport.Body
	Fields Fields // fields of Body; nil if they were not read yet
}

// checkIDs refuses arguments that make a site act on another record than the route names. route has
// the prefix of the specification. given is the result of argumentsOf.
func checkIDs(r Request, route string, given map[string][]string) error {
	held := held(r.Method, route)
	if r.streams() {
		if err := checkStream(r.Body.Type, held); err != nil {
			return err
		}
	}
	if held == nil && r.Name != "" {
		held = map[string]string{r.Key: r.Name}
	}
	for name, own := range held {
		for _, other := range given[name] {
			if !sameArgument(other, own) {
				return &fault.Argument{Argument: name,
					Reason: fmt.Sprintf("the server would use %.40q instead of the %s of the route", other, name)}
			}
		}
	}
	about, below := facts.Of(route)
	if r.Method != http.MethodDelete || about.DeleteNeeds == "" || strings.LastIndexByte(below, '/') != 0 {
		return nil
	}
	return checkHeir(about.DeleteNeeds, below[1:], given[about.DeleteNeeds])
}

// checkStream refuses a stream of JSON or urlencoded data if the route has arguments: the stream
// cannot be checked, and may have other ids than the route. Multipart forms, which may hold files,
// are accepted.
func checkStream(mediaType string, held map[string]string) error {
	kind, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	if (strings.Contains(kind, "json") || strings.Contains(kind, "urlencoded")) && len(held) > 0 {
		return &fault.Argument{Argument: "body",
			Reason: "the server may use an id in it instead of that of the route: pass a value instead of an Upload"}
	}
	return nil
}

// streams reports whether the body is a stream, which nothing reads before it is sent.
func (r Request) streams() bool { return r.Body != nil && r.Body.Bytes == nil }

// argumentsOf returns the arguments that a site might use in place of an argument of the route:
// r.Key, and those for which [facts.Holds] is true. It reads them from the body, and from the
// parameter arguments, which has all arguments of the address. The keys of the result are the
// names that a site uses. Null fields are left out. The values of a list stand in brackets, such
// as [7]. So they differ from every id in a route: a site that expects an id reads each list as
// the id 1.
func argumentsOf(r Request, arguments url.Values) (map[string][]string, error) {
	if r.Body != nil && r.Fields == nil {
		var err error
		if r.Fields, err = FieldsOf(r.Body.Bytes); err != nil {
			return nil, err
		}
	}
	var all map[string][]string
	add := func(name, value string) {
		if all == nil {
			all = map[string][]string{}
		}
		all[name] = append(all[name], value)
	}
	for sent, values := range arguments {
		name, list := wire.ServerName(sent), strings.Contains(sent, "[") && strings.Contains(sent, "]")
		if name != r.Key && !facts.Holds(name) {
			continue
		}
		for _, value := range values {
			if list {
				value = "[" + value + "]"
			}
			add(name, value)
		}
	}
	for _, field := range r.Fields {
		name, value := field.Name, field.Value
		if name != r.Key && !facts.Holds(name) {
			continue
		}
		switch value.Kind() {
		case 'n':
		case '"':
			var text string
			_ = wire.Unmarshal(value, &text) // no error: the value was parsed before
			add(name, text)
		default:
			add(name, string(value))
		}
	}
	return all, nil
}

// checkHeir refuses the DELETE of a record unless the argument names an heir: another record that
// gets the content. For a user, "" and false would delete the content, and 0 would leave the
// content without an author.
func checkHeir(argument, record string, heirs []string) error {
	refuse := func(reason string) error { return &fault.Argument{Argument: argument, Reason: reason} }
	if len(heirs) == 0 {
		return refuse("missing: it is the user who gets the content")
	}
	for _, heir := range heirs {
		switch n, err := strconv.ParseInt(heir, 10, 64); {
		case err != nil || n < 1:
			return refuse(fmt.Sprintf("%.40q is not an id of a user: the content would be deleted, or left without an author",
				heir))
		case sameArgument(heir, record):
			return refuse("this is the user to delete: pass another one, who gets the content")
		}
	}
	return nil
}

// sameArgument compares arguments as a site reads them: 07 equals 7, and theme//slug
// equals theme/slug.
func sameArgument(a, b string) bool {
	x, err := strconv.ParseInt(strings.TrimSpace(a), 10, 64)
	y, err2 := strconv.ParseInt(b, 10, 64)
	return SameName(a, b) || err == nil && err2 == nil && x == y
}

// SameName compares names in a path as a site reads them: theme//slug equals theme/slug.
func SameName(a, b string) bool {
	return a == b || strings.ReplaceAll(a, "//", "/") == strings.ReplaceAll(b, "//", "/")
}
