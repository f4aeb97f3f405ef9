package conformance

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/fontcms/fontcms-go/cms"
)

func postWriting() []scenario {
	on := postTargets()
	fill := func(p *cms.PostParams) { p.Title, p.Content = new("New"), new("Of the new post.") }
	return slices.Concat(
		posts().fields(on, fill, fieldRows("content")),
		posts().fields(on, fill, fieldRows("posts", on.placeholders("posts")...)),
		posts().fields(on, fill, fieldRows("dates")), posts().courses(on),
	)
}

func pageWriting() []scenario {
	on := pageTargets()
	fill := func(p *cms.PageParams) { p.Title, p.Content = new("New"), new("Of the new page.") }
	return slices.Concat(
		pages().fields(on, fill, fieldRows("content")), pages().fields(on, fill, fieldRows("pages")),
		pages().fields(on, fill, fieldRows("dates")), pages().courses(on),
	)
}

func postFailing() []scenario {
	on := postTargets()
	return slices.Concat(
		posts().deeds(), posts().wrongBodies(on), wrongQueries("posts"), refusalRows("posts", on),
		refusals(strangers("posts")),
	)
}

// strangers are callers whose credentials are wrong: nobody, to the site.
func strangers(collection string) []refusal {
	stranger := func(name string, options func(*site) []cms.Option, ask cms.Request[cms.Raw], code cms.ErrorCode) refusal {
		return refusal{
			collection: collection, role: nobody, name: name, status: http.StatusUnauthorized, code: code,
			is: cms.ErrUnauthorized,
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
	create := request(collection, deed{Body: json.RawMessage(`{"title":"x"}`)})
	list := request(collection, deed{Method: http.MethodGet, Query: "context=edit"})
	return []refusal{
		stranger("create with a wrong password", wrongPassword, create, "rest_cannot_create"),
		stranger("create by an unknown user", unknownUser, create, "rest_cannot_create"),
		stranger("create with another's password", othersPassword, create, "rest_cannot_create"),
		stranger("list to edit with a wrong password", wrongPassword, list, "rest_forbidden_context"),
		stranger("who am I with a wrong password", wrongPassword, cms.Request[cms.Raw]{Path: "cms/v2/users/me"},
			cms.CodeNotLoggedIn),
		stranger("who am I without credentials", func(*site) []cms.Option { return nil },
			cms.Request[cms.Raw]{Path: "cms/v2/users/me"}, cms.CodeNotLoggedIn),
	}
}

func pageFailing() []scenario {
	on := pageTargets()
	out := slices.Concat(
		pages().deeds(), pages().wrongBodies(on), wrongQueries("pages"), refusalRows("pages", on),
		refusals(strangers("pages")), wrongQueries("categories"), wrongQueries("tags"),
	)
	for _, other := range []string{"categories", "tags", "users", "generic"} { // what posts and pages refer to
		out = append(out, refusalRows(other, targets{})...)
	}
	return out
}
