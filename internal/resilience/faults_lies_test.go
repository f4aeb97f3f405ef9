package resilience

import (
	"fmt"
	"strings"
)

const (
	// named is the id of the record that operations name, another that of the one
	// that a lie puts in its place.
	namedID, another = 5, 6
	// flooded is how many elements a list holds that was asked for ten of them: one
	// more than is taken.
	flooded = 1001
)

// lies are answers that are well-formed and not true. An operation that is not
// named here is indifferent to a lie: it names no record, or reads nothing of
// what is untrue.
func lies() []faultRow {
	const read, list, walk, batch, fontList, remove = "read", "list", "walk", "batch", "font list", "delete"
	indifferent := fate{again: fine}
	shapeless := fate{again: never, acted: true, gets: kinds{misshapen}}
	lying := func(lie func(x *exchange, a canned) canned) fault {
		return after(func(x *exchange) bool { return x.answer(lie(x, x.good())) })
	}
	return []faultRow{
		// A read is sent on, and meets the same lie there.
		{name: "307 to another record", fate: fate{again: never, gets: kinds{redirected}}, except: map[string]fate{
			read: {again: never, gets: kinds{foreignRecord}, costs: 2}, list: {again: fine, costs: 2},
			walk: {again: fine, costs: 2}, fontList: {again: fine, costs: 2},
		}, does: after(func(x *exchange) bool {
			const elsewhere = "/elsewhere"
			if strings.HasPrefix(x.req.URL.Path, elsewhere) {
				return x.answer(x.foreign(x.good()))
			}
			return x.answer(respond(307, "", "Location: "+elsewhere+"?"+x.req.URL.RawQuery+"&force=true"))
		})},
		{name: "307 loop between two addresses", fate: fate{again: never, gets: kinds{redirected}},
			reading: &fate{again: never, gets: kinds{redirected}, costs: 11},
			except:  map[string]fate{fontList: {again: never, gets: kinds{redirected}, costs: 11}},
			does: after(func(x *exchange) bool {
				const there = "/there"
				to, back := strings.CutPrefix(x.req.RequestURI, there)
				if !back {
					to = there + to
				}
				return x.answer(respond(307, "", "Location: "+to))
			})},
		// Whoever ignores page answers with the first page again, and who ignores force
		// with what was moved to the trash.
		{name: "ignored arguments", fate: indifferent, except: map[string]fate{
			walk: {again: never, gets: kinds{repeating}}, remove: shapeless,
		}, does: lying(func(x *exchange, a canned) canned {
			switch o := x.script.operation; {
			case o.walks:
				query := x.req.URL.Query()
				query.Del("page")
				req := x.req.Clone(x.req.Context())
				req.URL.RawQuery = query.Encode()
				return o.good(req)
			case o.name == remove:
				a.body = storedRecord(namedID, "")
			}
			return a
		})},
		{name: "too many elements", fate: indifferent, except: map[string]fate{
			// the code is 200 all the same
			list: shapeless, walk: shapeless, batch: shapeless, fontList: {again: never, gets: kinds{misshapen, coded}},
		}, does: lying(func(x *exchange, a canned) canned {
			element := map[string]string{list: `{"id":%d}`, walk: `{"id":%d}`, fontList: `{"id":"%d"}`,
				batch: `{"status":%d}`}[x.script.operation.name]
			begin, end := strings.IndexByte(a.body, '['), strings.LastIndexByte(a.body, ']')
			if element == "" {
				return a
			}
			elements := make([]string, flooded)
			for i := range elements {
				elements[i] = fmt.Sprintf(element, 100+i)
			}
			a.body = a.body[:begin+1] + strings.Join(elements, ",") + a.body[end:]
			return a
		})},
	}
}

// foreign is an answer with another record in place of the one that was named.
func (x *exchange) foreign(a canned) canned {
	o := x.script.operation
	switch o.name {
	case "autosave":
		a.body = fmt.Sprintf(`{"id":7,"parent":%d}`, another)
	case "read", "update by POST", "update by PUT", "update by PATCH", "trash", "delete", "deactivate",
		"update that activates", "finalize":
		a.body = strings.ReplaceAll(a.body, fmt.Sprintf(`"id":%d`, namedID), fmt.Sprintf(`"id":%d`, another))
	}
	return a
}
