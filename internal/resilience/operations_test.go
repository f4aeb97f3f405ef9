package resilience

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/fontcms/fontcms-go/batch"
	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/media"
	"github.com/fontcms/fontcms-go/snippets"
)

// operation is a row: a call, and what a sound server answers to it.
type operation struct {
	name   string
	policy policy
	reads  bool   // its requests are GETs
	walks  bool   // it reads page after page
	signed bool   // its requests carry credentials
	before int    // how many requests go well before the one that meets the fault
	after  int    // how many follow one that went well
	again  int    // how many follow a second attempt that finds its work done
	sends  string // what the body of each request that writes holds
	deaf   bool   // nobody looks at the JSON of its answer
	traced bool   // the header of its answer names the record

	good        func(r *http.Request) canned
	gone        canned // to a delete of what is not there
	nothingLeft kinds  // what the caller then gets
	wrong       wrong
	// call fails if it did not get what good answers.
	call func(ctx context.Context, e *env) error
}

// wrong are bodies of other shapes than that of good.
type wrong struct{ array, object, number string }

// env is what a call works with.
type env struct {
	site   *cms.Client
	fonts  *fonts.Client
	answer cms.Response
	done   bool // the caller was told that an earlier attempt did it
}

// always answers all requests alike.
func alike(a canned) func(*http.Request) canned { return func(*http.Request) canned { return a } }

const (
	huge       = "99999999999999999999"
	holes      = `{"1":7}` // a list with holes, as PHP writes it
	title      = `"title":"One"`
	uploadSize = 100 << 10 // bytes of an upload
)

// operations are the rows.
func operations() []*operation {
	all := []*operation{
		{name: "read", policy: safe, reads: true, call: func(ctx context.Context, e *env) error {
			return want(5)(recordID(e.site.Posts.Get(ctx, 5, cms.Capture(&e.answer))))
		}},
		{name: "update by POST", policy: safe, sends: title, call: updating(http.MethodPost)},
		{name: "update by PUT", policy: safe, sends: title, call: updating(http.MethodPut)},
		{name: "update by PATCH", policy: safe, sends: title, call: updating(http.MethodPatch)},
		{name: "create", policy: onlyOnce, sends: title,
			good: alike(respond(201, storedRecord(5, ""), "Location: /cms-json/cms/v2/posts/5")),
			call: func(ctx context.Context, e *env) error {
				return want(5)(recordID(e.site.Posts.Create(ctx, &cms.PostParams{Title: new("One")}, cms.Capture(&e.answer))))
			}},
		{name: "autosave", policy: onlyOnce, sends: title, call: func(ctx context.Context, e *env) error {
			a, err := e.site.Posts.Autosaves(5).Create(ctx, &cms.PostParams{Title: new("One")}, cms.Capture(&e.answer))
			return sameResult(err, err == nil && a.ID == 5)
		}},
	}
	for _, o := range all { // those of one post
		if o.good == nil {
			o.good = alike(respond(200, storedRecord(5, "")))
		}
		o.wrong = wrong{"[" + storedRecord(5, "") + "]", storedRecord(5, `,"tags":`+holes),
			strings.Replace(storedRecord(5, ""), "5", huge, 1)}
		if o.name == "autosave" {
			o.wrong.object = `{"id":{"0":5}}`
		}
	}
	all = append(all, lists()...)
	all = append(all, deletes()...)
	all = append(all, files()...)
	for _, o := range all {
		o.signed = o.name != "font list"
	}
	return all
}

func updating(method string) func(context.Context, *env) error {
	return func(ctx context.Context, e *env) error {
		return want(5)(recordID(e.site.Posts.Update(ctx, 5, &cms.PostParams{Title: new("One")}, cms.UpdateMethod(method),
			cms.Capture(&e.answer))))
	}
}

func lists() []*operation {
	pages := func(r *http.Request) canned {
		id := 1
		switch r.URL.Query().Get("page") {
		case "", "1":
		case "2":
			id = 2
		default:
			return respond(400, `{"code":"rest_post_invalid_page_number","message":"Beyond.","data":{"status":400}}`)
		}
		return respond(200, "["+storedRecord(id, "")+"]", "X-CMS-Total: 2", "X-CMS-TotalPages: 2")
	}
	broken := wrong{"[[1]]", `{"0":` + storedRecord(5, "") + "}", `[{"id":` + huge + "}]"}
	const font = `{"id":"a","name":"Inter"}`
	fontPage := func(list string, total string) string {
		return `{"code":200,"message":"OK","data":{"page":1,"pageTotal":1,"total":` + total + `,"dataList":` + list + `}}`
	}
	const item = `{"status":201,"headers":[],"body":{"id":5,"slug":"a"}}`
	return []*operation{
		{name: "list", policy: safe, reads: true, good: pages, wrong: broken, call: func(ctx context.Context, e *env) error {
			list, err := e.site.Posts.List(ctx, &cms.PostListOptions{PerPage: 10}, cms.Capture(&e.answer))
			empty := err == nil && list.Total == 0 && len(list.Items) == 0
			return sameResult(err, empty || err == nil && list.Items[0].ID == 1 && list.TotalPages >= 2)
		}},
		{name: "walk", policy: safe, reads: true, walks: true, good: pages, wrong: broken, before: 1,
			call: func(ctx context.Context, e *env) error {
				next := int64(1)
				for post, err := range e.site.Posts.All(ctx, nil, cms.Capture(&e.answer)) {
					if err != nil {
						return err
					}
					if post.ID != next {
						return fmt.Errorf("the record %d came in place of %d", post.ID, next)
					}
					next++
				}
				return sameResult(nil, next == 3)
			}},
		{name: "batch", policy: onlyOnce, sends: title, good: alike(respond(207, `{"responses":[`+item+`]}`)),
			wrong: wrong{"[" + item + "]", `{"responses":{"0":` + item + `}}`, `{"responses":[{"status":` + huge + `}]}`},
			call: func(ctx context.Context, e *env) error {
				var post cms.Post
				create := e.site.Posts.CreateRequest(&cms.PostParams{Title: new("One")}).Into(&post)
				report, err := batch.New(e.site).Add(create).Do(ctx, cms.Capture(&e.answer))
				if err == nil {
					err = report.Results[0].Err
				}
				return sameResult(err, post.ID == 5)
			}},
		{name: "font list", policy: safe, sends: `"pageData":`, good: alike(respond(200, fontPage("["+font+"]", "1"))),
			wrong: wrong{`{"code":200,"data":[` + font + `]}`, fontPage(`{"1":`+font+`}`, "1"), fontPage("["+font+"]", huge)},
			call: func(ctx context.Context, e *env) error {
				var answer fonts.Response
				list, err := e.fonts.List(ctx, &fonts.ListOptions{Page: new(1), Size: 10}, fonts.Capture(&answer))
				e.answer.Attempts = answer.Attempts
				return sameResult(err, err == nil && len(list.Fonts) == 1 && list.Fonts[0].ID == "a")
			}},
	}
}

func deletes() []*operation {
	trashed := `{"id":5,"status":"trash"}`
	snippet := `{"id":5,"name":"a","active":false,"tags":["x"],"scope":"global"}`
	return []*operation{
		{name: "trash", policy: deleting, again: 1, good: alike(respond(200, trashed)), nothingLeft: kinds{gone, coded},
			gone:  respond(410, `{"code":"rest_already_trashed","message":"Trashed already.","data":{"status":410}}`),
			wrong: wrong{"[" + trashed + "]", `{"id":5,"status":"trash","tags":` + holes + "}", `{"id":` + huge + "}"},
			call: func(ctx context.Context, e *env) error {
				post, err := e.site.Posts.Trash(ctx, 5, cms.Capture(&e.answer))
				e.done = e.answer.DoneBefore
				return sameResult(err, err == nil && post.ID == 5 && post.Status == cms.StatusTrash)
			}},
		{name: "delete", policy: deleting, good: alike(respond(200, `{"deleted":true,"previous":`+storedRecord(5, "")+`}`)),
			nothingLeft: kinds{notFound, coded},
			gone:        respond(404, `{"code":"rest_post_invalid_id","message":"Invalid post ID.","data":{"status":404}}`),
			wrong: wrong{`[{"deleted":true}]`, `{"deleted":true,"previous":{"id":5,"tags":` + holes + `}}`,
				`{"deleted":true,"previous":{"id":` + huge + `}}`},
			call: func(ctx context.Context, e *env) error {
				deleted, err := e.site.Posts.Delete(ctx, 5, cms.Capture(&e.answer))
				e.done = err == nil && deleted.DoneBefore && e.answer.DoneBefore
				return sameResult(err, err == nil && deleted.Deleted && (deleted.DoneBefore || deleted.Previous.ID == 5))
			}},
		{name: "deactivate", policy: safe, deaf: true, after: 1, good: func(r *http.Request) canned {
			if r.Method == http.MethodGet {
				return respond(200, snippet)
			}
			return respond(200, `{"done":true}`)
		}, wrong: wrong{"[" + snippet + "]", strings.Replace(snippet, `["x"]`, holes, 1),
			strings.Replace(snippet, "5", huge, 1)},
			call: func(ctx context.Context, e *env) error {
				s, err := snippets.New(e.site).Deactivate(ctx, 5, cms.Capture(&e.answer))
				return sameResult(err, err == nil && s.ID == 5 && !s.Active)
			}},
		// To switch code on is to run it.
		{name: "update that activates", policy: onlyOnce, sends: `"active":true`, good: alike(respond(200, snippet)),
			wrong: wrong{"[" + snippet + "]", strings.Replace(snippet, `["x"]`, holes, 1),
				strings.Replace(snippet, "5", huge, 1)},
			call: func(ctx context.Context, e *env) error {
				s, err := snippets.New(e.site).Update(ctx, 5, &snippets.Params{Active: new(true)}, cms.Capture(&e.answer))
				return sameResult(err, err == nil && s.ID == 5)
			}},
	}
}

func files() []*operation {
	text := strings.Repeat("0123456789abcdef", uploadSize/16)
	file := media.Bytes("a.png", []byte(text))
	raw := file
	raw.Raw = true
	stored := alike(respond(201, storedRecord(5, `,"missing_image_sizes":[]`), "Location: /cms-json/cms/v2/media/5",
		"X-WP-Upload-Attachment-ID: 5"))
	uploading := func(file func() media.File) func(context.Context, *env) error {
		return func(ctx context.Context, e *env) error {
			return want(5)(mediaID(media.New(e.site).Upload(ctx, file(), nil, cms.Capture(&e.answer))))
		}
	}
	all := []*operation{
		{name: "upload of a form", policy: onlyOnce, sends: text, traced: true, good: stored,
			call: uploading(func() media.File { return file })},
		{name: "upload of a file", policy: onlyOnce, sends: text, traced: true, good: stored,
			call: uploading(func() media.File { return raw })},
		{name: "upload of a reader", policy: single, sends: text, traced: true, good: stored,
			call: uploading(func() media.File {
				return media.File{Name: "a.png", Type: "image/png", Reader: strings.NewReader(text)}
			})},
		{name: "media edit", policy: onlyOnce, sends: `"angle":90`, traced: true, good: stored,
			call: func(ctx context.Context, e *env) error {
				return want(5)(mediaID(media.New(e.site).Edit(ctx, 4,
					&media.EditParams{Src: "a.png", Modifiers: media.Modifiers{media.Rotate{Angle: 90}}}, cms.Capture(&e.answer))))
			}},
		{name: "sideload", policy: onlyOnce, sends: text,
			good: alike(respond(200, `{"image_size":["thumbnail"],"width":150}`)),
			call: func(ctx context.Context, e *env) error {
				sub, err := media.New(e.site).Sideload(ctx, 5, file, &media.SideloadParams{ImageSize: media.SizeNames{"thumbnail"}},
					cms.Capture(&e.answer))
				return sameResult(err, err == nil && sub.ImageSize[0] == "thumbnail" && (sub.Width == 150 || sub.Width == 0))
			}},
		{name: "finalize", policy: safe, good: alike(respond(200, storedRecord(5, ""))),
			call: func(ctx context.Context, e *env) error {
				return want(5)(mediaID(media.New(e.site).Finalize(ctx, 5, nil, cms.Capture(&e.answer))))
			}},
	}
	for _, o := range all {
		o.wrong = wrong{"[" + storedRecord(5, "") + "]", storedRecord(5, `,"missing_image_sizes":{"1":"thumbnail"}`),
			strings.Replace(storedRecord(5, ""), "5", huge, 1)}
		if o.name == "sideload" {
			o.wrong = wrong{`[{"width":150}]`, `{"image_size":{"1":"thumbnail"}}`, `{"width":` + huge + "}"}
		}
	}
	return all
}

// nothing is what a server answers that has done it already.
func (o *operation) nothing(r *http.Request) canned {
	if r.Method == http.MethodDelete {
		return o.gone
	}
	return o.good(r)
}

// want compares the id of a record that was read.
func want(id int64) func(int64, error) error {
	return func(got int64, err error) error { return sameResult(err, got == id) }
}

func recordID(post *cms.Post, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return post.ID, nil
}

func mediaID(m *media.Media, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return m.ID, nil
}

// sameResult is err, or another one if there is none and the call did not get what
// the server answered.
func sameResult(err error, right bool) error {
	if err == nil && !right {
		return fmt.Errorf("the call got something else than the server said")
	}
	return err
}
