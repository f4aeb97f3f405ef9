package stored

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/rest"
)

// serve reads or stores a record, and adds [Header] to the response.
func (s Plane) serve(c *rest.Call, p *place) (*rest.Response, *rest.Error) {
	schema := s.Stock.Read(php.Raw(cmp.Or(p.description.Schema(), "{}")))
	home := p.home.FindString(c.Path())
	if s.Report != nil {
		s.Report(c.Method, c.Path())
	}
	var answer *rest.Response
	var why *rest.Error
	switch {
	case p.list && c.Method == "GET":
		answer = s.all(c, p, schema, home)
	case p.list:
		answer = s.create(c, schema, home)
	case p.key != "":
		answer, why = s.one(c, p, schema, home)
	default:
		answer = s.document(c, schema)
	}
	if answer != nil {
		answer.Header.Add(Header, "1")
	}
	return answer, why
}

// all returns the records that match the arguments. An argument with the name of a field
// filters by that field. The arguments include, exclude, search, orderby, order and the
// arguments for pages also work.
func (s Plane) all(c *rest.Call, p *place, schema php.Object, home string) *rest.Response {
	route, _ := p.description.Read()
	args, key := rest.Args(route, "GET"), s.keyOf(home, schema)
	var found []php.Object
	for _, e := range s.lists[home] {
		if record := s.Seen(c, home, e.record); s.chosen(c, args, key, record) {
			found = append(found, record)
		}
	}
	if by := c.Text("orderby"); by != "" {
		slices.SortStableFunc(found, func(a, b php.Object) int { return compare(a.Get(by), b.Get(by)) })
	}
	if c.Text("order") == "desc" {
		slices.Reverse(found)
	}
	answer := &rest.Response{Status: 200}
	if args.Get("page") != nil {
		total := len(found)
		page, perPage, start := c.Page()
		if perPage == 0 {
			perPage = max(total, 1)
		}
		if offset := int(c.Integer("offset")); offset > 0 {
			start = offset
		}
		found = rest.Window(found, start, perPage)
		answer.Header = c.Totals(total, page, perPage)
	}
	body := []php.Object{}
	for _, record := range found {
		body = append(body, s.show(c, schema, home, key, record))
	}
	answer.Body = body
	return answer
}

func (s Plane) chosen(c *rest.Call, args php.Object, key string, record php.Object) bool {
	for _, arg := range args {
		wanted, ok := php.ToList(c.Get(arg.Name))
		if !ok || len(wanted) == 0 {
			continue
		}
		member, exclude := strings.CutSuffix(arg.Name, "_exclude")
		switch arg.Name {
		case "include":
			member = key
		case "exclude":
			member, exclude = key, true
		case "context":
			continue
		case "search":
			if text := string(php.AppendJSON(nil, record)); !strings.Contains(php.Fold(text), php.Fold(c.Text("search"))) {
				return false
			}
			continue
		}
		have, known := record.Lookup(member)
		if !known {
			continue
		}
		list, isList := have.([]any)
		if !isList {
			list = []any{have}
		}
		holds := slices.ContainsFunc(list, func(one any) bool {
			return slices.ContainsFunc(wanted, func(other any) bool { return fmt.Sprint(one) == fmt.Sprint(other) })
		})
		if holds == exclude {
			return false
		}
	}
	return true
}

func compare(a, b any) int {
	if one, ok := php.ToNumber(a); ok {
		other, _ := php.ToNumber(b)
		return cmp.Compare(one, other)
	}
	return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

// sent returns the fields in the request that fit the schema. An object may be sent as JSON in a
// string.
func sent(c *rest.Call, schema php.Object) php.Object {
	var out php.Object
	for _, p := range properties(schema) {
		if !c.Has(p.Name) {
			continue
		}
		value := c.Get(p.Name)
		if text, ok := value.(string); ok && p.Kind == "object" {
			if parsed, err := php.ParseOrdered([]byte(text)); err == nil {
				value = parsed
			}
		}
		if misfit(&p, value) == nil {
			out.Add(p.Name, value)
		}
	}
	return out
}

func (s Plane) create(c *rest.Call, schema php.Object, home string) *rest.Response {
	key := s.keyOf(home, schema)
	given := sent(c, schema)
	if schema.Child("properties").Get("theme") != nil && given.Get("theme") == nil {
		given = given.With("theme", theme)
	}
	record := complete(schema, nil, given)
	id := given.Get(key)
	if id == nil {
		id = s.newKey(c, home, key, record)
		record = record.With(key, id)
	}
	s.put(home, s.find(home, key, fmt.Sprint(id)), entry{s.take(id), record})
	c.SetContext("edit")
	return rest.Created(s.show(c, schema, home, key, record),
		s.API.Address(home+"/"+fmt.Sprint(id), ""))
}

// theme is the default theme of a record.
const theme = "plain"

// newKey returns the key of a new record: a number, or a unique word made from one of its fields.
func (s Plane) newKey(c *rest.Call, home, key string, record php.Object) any {
	if _, text := record.Get(key).(string); !text {
		return s.TakeID()
	}
	word := "record"
	for _, name := range []string{"slug", "id_base", "name"} {
		if text := c.Text(name); text != "" {
			word = text
			break
		}
	}
	if theme, ok := record.Get("theme").(string); ok && key == "id" {
		word = theme + "//" + word
	}
	free := word
	for n := 2; s.find(home, key, free) >= 0; n++ {
		free = word + "-" + strconv.Itoa(n)
	}
	return free
}

// one serves a request for a single record: it reads, updates or deletes the record.
func (s Plane) one(c *rest.Call, p *place, schema php.Object, home string) (*rest.Response, *rest.Error) {
	at := s.find(home, p.key, strings.TrimPrefix(c.Path()[len(home):], "/"))
	if at < 0 {
		return nil, rest.InvalidID()
	}
	e := s.lists[home][at]
	switch c.Method {
	case "GET":
	case "DELETE":
		c.SetContext("edit")
		previous := s.show(c, schema, home, p.key, e.record)
		s.lists[home] = slices.Delete(slices.Clone(s.lists[home]), at, at+1)
		return rest.Deleted(previous)
	default:
		given := slices.DeleteFunc(sent(c, schema), func(m php.Member) bool { return m.Name == p.key })
		e.record = complete(schema, e.record, given)
		s.put(home, at, e)
		c.SetContext("edit")
	}
	return rest.OK(s.show(c, schema, home, p.key, e.record))
}

// document reads or stores the document of a path without records. Before the first write, the
// document has the defaults of the schema.
func (s Plane) document(c *rest.Call, schema php.Object) *rest.Response {
	record := s.documents[c.Path()]
	if record == nil || c.Method != "GET" {
		record = complete(schema, record, sent(c, schema))
	}
	if c.Method != "GET" {
		s.documents[c.Path()] = record
	}
	return &rest.Response{Status: 200, Body: rest.ReadContexts(schema).Filter(record, cmp.Or(c.Text("context"), "edit"))}
}

func (s Plane) show(c *rest.Call, schema php.Object, home, key string, record php.Object) php.Object {
	out := rest.ReadContexts(schema).Filter(record, cmp.Or(c.Text("context"), "view"))
	self := s.API.Address(home+"/"+fmt.Sprint(record.Get(key)), "")
	links := php.Object{{"self", rest.Link(self)}, {"collection", rest.Link(s.API.Address(home, ""))}}
	return append(out, php.Member{"_links", append(links, s.Links(home, record)...)})
}

func (s Plane) keyOf(home string, schema php.Object) string {
	for _, p := range s.Places() {
		if p.key != "" && p.home.FindString(home) == home {
			return p.key
		}
	}
	if schema.Child("properties").Get("id") == nil {
		return "name"
	}
	return "id"
}
