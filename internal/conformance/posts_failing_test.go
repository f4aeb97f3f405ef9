package conformance

import (
	"context"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

func postFailing() []scenario {
	on := postTargets()
	return slices.Concat(
		posts().deeds(postDeeds()), posts().wrongBodies(on, wrongPostFields()), wrongQueries("posts", wrongPostListArguments()),
		posts().failing(on, 136, 201), posts().failures(postFailures()), refusals(strangers("posts")),
	)
}

func postFailures() []failure {
	const conflict cms.ErrorCode = "rest_invalid_field"
	empty := func(name, body string) failure {
		return failure{name: "create " + name, raw: &rawRequest{method: "POST", path: "cms/v2/posts", body: body}, status: 400, code: "empty_content"}
	}
	return []failure{
		empty("nothing", "{}"), empty("from no body", ""), empty("from a list", "[1,2]"), empty("from a string", `"hello"`), empty("from null", "null"),
		empty(`title=""`, `{"title":""}`), empty(`title="0"`, `{"title":"0"}`), empty("title=5", `{"title":5}`), empty("a title of spaces", `{"title":"  "}`),
		empty(`excerpt=""`, `{"excerpt":"","content":""}`), empty("a status alone", `{"status":"publish"}`), empty("rendered texts", `{"title":{"rendered":"x"}}`),
		{
			name: "create from JSON without a type", raw: &rawRequest{method: "POST", path: "cms/v2/posts", body: `{"title":"x"}`, contentType: "text/plain"},
			status: 400, code: "empty_content",
		},
		{
			name: "update that empties all texts", method: "POST", path: "/103", body: `{"title":"","content":"","excerpt":""}`,
			status: 400, code: "empty_content", untouched: 103,
		},
		{name: "create sticky with a password", method: "POST", body: `{"title":"x","password":"p","sticky":true}`, status: 400, code: conflict},
		{name: "sticky for a post with a password", method: "PUT", path: "/181", body: `{"sticky":true}`, status: 400, code: conflict, untouched: 181},
		{name: "sticky while the password is taken away", method: "PUT", path: "/181", body: `{"sticky":true,"password":""}`, status: 400, code: conflict, untouched: 181},
		{name: "a password for a sticky post", method: "PATCH", path: "/104", body: `{"password":"p"}`, status: 400, code: conflict, untouched: 104},
		{name: "a password for a post that stops being sticky", method: "PATCH", path: "/104", body: `{"password":"p","sticky":false}`, status: 400, code: conflict, untouched: 104},
		{name: "a sticky post by an editor with a password", role: editor, method: "POST", body: `{"title":"x","password":"p","sticky":true}`, status: 400, code: conflict},
	}
}

// strangers are callers whose credentials are wrong: nobody, to the site.
func strangers(collection string) []refusal {
	stranger := func(name string, options func(*site) []cms.Option, ask cms.Request[cms.Raw], code cms.ErrorCode) refusal {
		return refusal{
			collection: collection, role: nobody, name: name, status: http.StatusUnauthorized, code: code, is: cms.ErrUnauthorized,
			call: func(ctx context.Context, s *site, _ *cms.Client) error {
				_, err := cms.Do(ctx, s.as(nobody, options(s)...), ask)
				return err
			},
		}
	}
	wrongPassword := func(s *site) []cms.Option {
		return []cms.Option{cms.WithApplicationPassword(s.logins[admin].user, "wrong wrong wrong")}
	}
	unknownUser := func(s *site) []cms.Option {
		return []cms.Option{cms.WithApplicationPassword("stranger", s.logins[admin].password)}
	}
	othersPassword := func(s *site) []cms.Option {
		return []cms.Option{cms.WithApplicationPassword(s.logins[admin].user, s.logins[author].password)}
	}
	create := request(collection, deed{body: `{"title":"x"}`})
	list := request(collection, deed{method: http.MethodGet, query: inEdit})
	return []refusal{
		stranger("create with a wrong password", wrongPassword, create, cannotCreate),
		stranger("create by an unknown user", unknownUser, create, cannotCreate),
		stranger("create with another's password", othersPassword, create, cannotCreate),
		stranger("list to edit with a wrong password", wrongPassword, list, forbiddenInEdit),
		stranger("who am I with a wrong password", wrongPassword, cms.Request[cms.Raw]{Path: "cms/v2/users/me"}, cms.CodeNotLoggedIn),
		stranger("who am I without credentials", func(*site) []cms.Option { return nil }, cms.Request[cms.Raw]{Path: "cms/v2/users/me"}, cms.CodeNotLoggedIn),
	}
}
