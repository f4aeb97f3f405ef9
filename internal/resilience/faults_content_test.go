package resilience

import (
	"fmt"
	"strings"
)

// contents are answers of success whose body is not what it should be.
func contents() []faultRow {
	const walk, list, fontList, batch, sideload, deactivate, activating = "walk", "list", "font list", "batch", "sideload",
		"deactivate", "update that activates"
	tolerated := fate{again: fine}
	noJSON := fate{again: never, acted: true, gets: kinds{notREST}}
	shapeless := fate{again: never, acted: true, gets: kinds{misshapen}}
	// instead answers 200 with another body; of changes the one that is due.
	instead := func(body string) fault {
		return after(func(x *exchange) bool { return x.answer(respond(200, body)) })
	}
	changed := func(change func(o *operation, body string) string) fault {
		return after(func(x *exchange) bool {
			a := x.good()
			a.body = change(x.script.operation, a.body)
			return x.answer(a)
		})
	}
	// with puts members in front of those of the first object.
	with := func(members string) fault {
		return changed(func(_ *operation, body string) string { return strings.Replace(body, "{", "{"+members+",", 1) })
	}
	// The answer still names the record that was made.
	shown := fate{again: never, gets: kinds{misshapen}}
	return []faultRow{
		{name: "200 in HTML", fate: noJSON, does: instead(page)},
		{name: "200 empty", fate: noJSON, shape: true, does: instead("")},
		{name: "200 [] from a broken database", fate: shapeless, shape: true, does: after(func(x *exchange) bool {
			return x.answer(respond(200, "[]", "X-CMS-Total: 0", "X-CMS-TotalPages: 0"))
		}), except: map[string]fate{
			list: tolerated, // a list may be empty
			walk: {again: never, gets: kinds{vanished}},
		}},
		{name: "200 null", fate: shapeless, shape: true, does: instead("null")},
		{name: "array for object", fate: shapeless, shape: true, inBody: true,
			does: changed(func(o *operation, _ string) string { return o.wrong.array }),
			except: map[string]fate{
				fontList:   {again: never, gets: kinds{misshapen, coded}}, // the code is 200 all the same
				"create":   shown,
				deactivate: tolerated, activating: tolerated, // plugins write a record as a list of one
			}},
		// A list with holes is an object to PHP, and read as the list. Of another object the record
		// keeps the JSON.
		{name: "object for array", fate: shapeless, shape: true, inBody: true,
			does: changed(func(o *operation, _ string) string { return o.wrong.object }),
			except: map[string]fate{
				"read": tolerated, "create": tolerated, "trash": tolerated, "delete": tolerated,
				"update by POST": tolerated, "update by PUT": tolerated, "update by PATCH": tolerated,
				fontList: tolerated, sideload: tolerated, deactivate: tolerated, activating: tolerated,
				"upload of a form": tolerated, "upload of a file": tolerated, "upload of a reader": tolerated,
				"media edit": tolerated, "finalize": tolerated,
			}},
		{name: "number out of range", fate: shapeless, shape: true, inBody: true,
			does:   changed(func(o *operation, _ string) string { return o.wrong.number }),
			except: map[string]fate{fontList: tolerated, "create": shown}}, // a total that cannot be is not stated

		{name: "a PHP warning before", fate: tolerated, does: changed(func(_ *operation, body string) string {
			return "<br />\n<b>Warning</b>:  Undefined variable $x in <b>/srv/a.php</b> on line <b>3</b><br />\n" + body
		})},
		{name: "an HTML comment after", fate: tolerated, does: changed(func(_ *operation, body string) string {
			return body + "\n<!-- Cached by a plugin in 0.1 s {\"id\":6} -->"
		})},
		{name: "BOM", fate: tolerated, does: changed(func(_ *operation, body string) string { return "\ufeff" + body })},
		{name: "invalid UTF-8", fate: tolerated, does: with("\"junk\":\"a\xff\xfe\xc3(\xed\xa0\x80\"")},
		{name: "duplicate keys", fate: tolerated, does: with(`"junk":1,"junk":[2],"id":4`)},
		{name: "nested a hundred deep", fate: tolerated,
			does: with(`"junk":` + strings.Repeat("[", 100) + strings.Repeat("]", 100))},
		{name: "deep nesting", fate: noJSON, inBody: true,
			does: with(`"junk":` + strings.Repeat(`{"a":[`, 10_000) + strings.Repeat("]}", 10_000))},
		{name: "deep nesting, never closed", fate: noJSON, does: instead(strings.Repeat("[", 200_000))},
	}
}

// storedRecord is the answer that holds a record of the given id.
func storedRecord(id int, more string) string {
	return fmt.Sprintf(`{"id":%d,"status":"draft","slug":"a"%s}`, id, more)
}
