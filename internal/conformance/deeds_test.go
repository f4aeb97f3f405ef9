package conformance

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// deed is something that some may do and others may not: a row of testdata/tables/deeds.json.
type deed struct {
	Name   string
	Method string // POST if empty; only what POST may do is tried, by courses
	Target int64  // 0 for a create or, of a GET, for the list
	Query  string
	Body   json.RawMessage
	Stored record // what it sets
	// Refused has a code for those who may not, by their roles. The status is 401 for nobody, 403 for others.
	Refused map[cms.ErrorCode]string
}

// refusedTo is the code for a role, "" if it may.
func (d deed) refusedTo(r role) cms.ErrorCode {
	for code, who := range d.Refused {
		if slices.Contains(strings.Fields(who), string(r)) {
			return code
		}
	}
	return ""
}

// deeds makes a failing scenario of each caller who may not, and a writing one of each who may.
func (c collection[T, P, L]) deeds() []scenario {
	var may []course
	var not []refusal
	for _, one := range table[deed]("deeds", c.name) {
		for _, who := range roles {
			switch code := one.refusedTo(who); {
			case code != "":
				refused := c.refused(who, one, code)
				refused.status = who.refused()
				not = append(not, refused)
			case one.Method == "" && who != admin: // what administrators do is tried elsewhere
				may = append(may, course{
					Name: one.Name, As: who, Target: one.Target, Stored: one.Stored, Alone: one.Target != 0, Touched: []string{"slug"},
					Steps: []step{{Body: one.Body, Answer: record{}}},
				})
			}
		}
	}
	return append(c.run(may), refusals(not)...)
}

// refused is the refusal of a deed.
func (c collection[T, P, L]) refused(who role, one deed, code cms.ErrorCode) refusal {
	out := refusal{
		collection: c.name, role: who, name: one.Name, code: code, harmless: one.Method == http.MethodGet,
		call: do(request(c.name, one)),
	}
	if one.Target != 0 && !out.harmless {
		out.kind, out.id = c.name, one.Target
	}
	return out
}

// request is a deed as a request of no type.
func request(collection string, one deed) cms.Request[cms.Raw] {
	ask := cms.Request[cms.Raw]{Method: cmp.Or(one.Method, http.MethodPost), Path: "cms/v2/" + collection}
	var err error
	if ask.Query, err = url.ParseQuery(one.Query); err != nil {
		panic(err) // a mistake in a table
	}
	if one.Target != 0 {
		ask.Path += fmt.Sprintf("/%d", one.Target)
	}
	if one.Body != nil {
		ask.Body = one.Body
	}
	return ask
}
