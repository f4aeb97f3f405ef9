package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// refusalRow is a request that a site refuses: a row of testdata/tables/refusals.json.
type refusalRow struct {
	As        string // the roles; an administrator if it is empty
	Name      string
	Needs     []string
	Raw       bool // past the client, which would not send it
	Method    string
	Path      string // with its query
	Type      string // of a raw body; of JSON if it is empty, "-" for none
	Send      map[string]string
	Body      json.RawMessage // a text is sent as it is, anything else as JSON
	Status    int             // 403 stands for 401 where nobody calls, but for a wrong password of a record
	Code      cms.ErrorCode
	Param     string
	Detail    cms.ErrorCode
	Left      int      // see refusal
	Untouched string   // "posts/101"
	Touched   []string // but for these members
}

// refusalRows are those of a collection, for each role.
func refusalRows(collection string, on targets, more ...string) []scenario {
	var out []refusal
	for _, one := range table[refusalRow]("refusals", collection, append(more, on.placeholders(collection)...)...) {
		for _, who := range strings.Fields(cmp.Or(one.As, string(admin))) {
			out = append(out, one.refusal(collection, role(who)))
		}
	}
	return refusals(out)
}

func (one refusalRow) refusal(collection string, who role) refusal {
	out := refusal{
		collection: collection, role: who, name: one.Name, needs: needsOf(one.Needs), status: one.Status, code: one.Code,
		param: one.Param, detail: one.Detail, left: one.Left, touched: one.Touched,
		harmless: cmp.Or(one.Method, http.MethodGet) == http.MethodGet,
	}
	if who == nobody && out.status == http.StatusForbidden && out.code != cms.CodeIncorrectPassword {
		out.status = http.StatusUnauthorized
	}
	out.is = usualSentinel(out.status, out.code)
	if kind, id, ok := strings.Cut(one.Untouched, "/"); ok {
		out.kind, out.id = kind, number(id)
	}
	out.call = func(ctx context.Context, s *site, c *cms.Client) error {
		if !one.Raw {
			var body any
			if one.Body != nil {
				body = one.Body
			}
			_, err := try[cms.Raw](ctx, c, cmp.Or(one.Method, http.MethodGet), one.Path, body)
			return err
		}
		ask := rawRequest{method: one.Method, path: "cms/v2/" + one.Path, contentType: one.Type, header: one.Send}
		ask.body = binary(s.spell(textOf(one.Body)))
		return rawCall(who, ask)(ctx, s, c)
	}
	return out
}

// usualSentinel is the sentinel of cms for a status, but where a plugin has a meaning of its own.
func usualSentinel(status int, code cms.ErrorCode) error {
	if code == cms.CodeNoRoute {
		return cms.ErrNoRoute
	}
	return map[int]error{
		400: cms.ErrBadRequest, 401: cms.ErrUnauthorized, 403: cms.ErrForbidden, 404: cms.ErrNotFound, 410: cms.ErrGone,
		412: cms.ErrConflict,
	}[status]
}

var picturePattern = regexp.MustCompile(`PICTURE(\d+)x(\d+)`)

// binary puts in what JSON cannot hold: pictures, and bytes that are no UTF-8.
func binary(text string) string {
	text = strings.ReplaceAll(text, "BROKEN", "\xff\xfe")
	return picturePattern.ReplaceAllStringFunc(text, func(name string) string {
		size := picturePattern.FindStringSubmatch(name)
		return string(picture("png", int(number(size[1])), int(number(size[2]))))
	})
}
