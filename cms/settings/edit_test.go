package settings_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/settings"
	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

const (
	path = "/cms-json/cms/v2/settings"
	read = `{"title":"A &amp; B","url":"https://docs.example.org","timezone":"","posts_per_page":10,"site_logo":null,` +
		`"site_icon":0,"acme":{"a":1},"unset":null}`
)

func ok(body string) replay.Reply { return replay.Answer(http.StatusOK, body) }

func TestEditSendsWhatWasChanged(t *testing.T) {
	t.Parallel()
	errStop := errors.New("stop")
	for name, c := range map[string]struct {
		change func(*settings.Settings) error
		body   string // "" for nothing sent
		answer string
		is     error
	}{
		"nothing": {func(*settings.Settings) error { return nil }, "", "", nil},
		"one": {func(s *settings.Settings) error { s.PostsPerPage = 20; return nil }, `{"posts_per_page":20}`,
			`{"posts_per_page":20}`, nil},
		"a text": {func(s *settings.Settings) error { s.Title = "C & D"; return nil }, `{"title":"C & D"}`,
			`{"title":"C &amp; D"}`, nil},
		"back to zero": {func(s *settings.Settings) error { s.PostsPerPage = 0; return nil }, `{"posts_per_page":0}`,
			`{"posts_per_page":1}`, settings.ErrNotApplied},
		"an unknown timezone": {func(s *settings.Settings) error { s.Timezone = "Mars"; return nil }, `{"timezone":"Mars"}`,
			`{"timezone":""}`, settings.ErrNotApplied},
		"one of a plugin": {func(s *settings.Settings) error { return s.Extra.Set("acme", map[string]int{"a": 2}) },
			`{"acme":{"a":2}}`, `{"acme":{"a":2,"b":0}}`, nil},
		"null of a plugin": {func(s *settings.Settings) error { return s.Extra.Set("acme", nil) }, "", "", nil},
		"what is not JSON": {func(s *settings.Settings) error { s.Extra = cms.Extra{"acme": []byte("{")}; return nil }, "",
			"", cms.ErrInvalidArgument},
		"an error": {func(s *settings.Settings) error { s.PostsPerPage = 5; return errStop }, "", "", errStop},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			replies, want := []replay.Reply{ok(read)}, []string{"GET " + path + replay.Uncached}
			if c.body != "" {
				replies, want = append(replies, ok(c.answer)), append(want, "POST "+path+" "+c.body)
			}
			tap, site := sitetest.NewTap(t, replies...)
			got, err := settings.New(site).Edit(t.Context(), c.change)
			if !errors.Is(err, c.is) || c.is == nil && (err != nil || got == nil) {
				t.Errorf("Edit: %+v, error %v, want %v", got, err, c.is)
			}
			tap.Sent(want...)
		})
	}
}

func TestEditReturnsTheErrorOfTheRequestThatFails(t *testing.T) {
	t.Parallel()
	forbidden := replay.Answer(http.StatusForbidden, `{"code":"rest_forbidden","message":"m"}`)
	more := func(s *settings.Settings) error { s.PostsPerPage = 20; return nil }
	for name, replies := range map[string][]replay.Reply{"the read": {forbidden}, "the update": {ok(read), forbidden}} {
		tap, site := sitetest.NewTap(t, replies...)
		if got, err := settings.New(site).Edit(t.Context(), more); !errors.Is(err, cms.ErrForbidden) || got != nil {
			t.Errorf("Edit whose request fails, %s: %+v, error %v, want ErrForbidden", name, got, err)
		}
		tap.Drained()
	}
}

func TestEditThatCannotBeWrittenSendsNothing(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t, ok(read))
	_, err := settings.New(site).Edit(t.Context(), func(s *settings.Settings) error {
		s.Extra["title"] = []byte(`"twice"`)
		return nil
	})
	if refused, isRefused := errors.AsType[*cms.ArgumentError](err); !isRefused || refused.Argument != "body" {
		t.Errorf("Edit that sets a known field in Extra: error %v, want an ArgumentError of the body", err)
	}
	tap.Sent("GET " + path + replay.Uncached)
}

func TestEditNamesWhatTheSiteKept(t *testing.T) {
	t.Parallel()
	change := func(s *settings.Settings) error {
		s.PostsPerPage, s.Timezone, s.Language, s.Title = 20, "Mars", "tlh", "Other"
		return s.Extra.Set("acme", 5)
	}
	tap, site := sitetest.NewTap(t, ok(read), ok(read))
	got, err := settings.New(site).Edit(t.Context(), change)
	if !errors.Is(err, settings.ErrNotApplied) || got == nil {
		t.Errorf("Edit that the site does not apply: %+v, error %v, want settings and ErrNotApplied", got, err)
	} else if err.Error() != "settings.Edit: "+settings.ErrNotApplied.Error()+": language, posts_per_page, timezone" {
		t.Errorf("Edit that the site does not apply: error %v, want language, posts_per_page and timezone named", err)
	}
	tap.Sent("GET "+path+replay.Uncached, "POST "+path+
		` {"title":"Other","timezone":"Mars","language":"tlh","posts_per_page":20,"acme":5}`)

	tap, site = sitetest.NewTap(t, ok(read), ok(`{"title":"A"}`))
	if got, err := settings.New(site).Edit(t.Context(), change, cms.Fields("title")); err != nil || !got.Reading.Partial {
		t.Errorf("Edit that returns a part: %+v, error %v, want a partial record and no error", got, err)
	}
	if asked := tap.Asked(); asked[0] != "GET "+path+replay.Uncached {
		t.Errorf("Edit of fields sent %s first, want the whole settings read", asked[0])
	}
}

func TestChangesRefusesInvalidJSONInExtra(t *testing.T) {
	t.Parallel()
	whole, broken := settings.Settings{}, settings.Settings{Extra: cms.Extra{"acme": []byte("{")}}
	for name, pair := range map[string][2]*settings.Settings{"before": {&whole, &broken}, "after": {&broken, &whole}} {
		params, err := pair[0].Changes(pair[1])
		refused, ok := errors.AsType[*cms.ArgumentError](err)
		if !ok || refused.Argument != "body" {
			t.Errorf("%s: Changes: error %v, want an ArgumentError of the body", name, err)
		} else if params != nil {
			t.Errorf("%s: Changes: %+v, want nil", name, params)
		}
	}
}

func TestNullAndAnEmptyAddressAreNotSent(t *testing.T) {
	t.Parallel()
	for argument, params := range map[string]*settings.Params{
		"url":       {URL: new("")},
		"acme":      {Extra: cms.Extra{"acme": []byte("null")}},
		"site_logo": {Extra: cms.Extra{"site_logo": []byte(" null ")}},
	} {
		tap, site := sitetest.NewTap(t)
		_, err := settings.New(site).Update(t.Context(), params)
		tap.Refused(err, argument)
		_, err = cms.Do(t.Context(), site, settings.New(site).UpdateRequest(params))
		tap.Refused(err, argument)
	}
}

func TestChangesNeedSettingsThatWereReadWhole(t *testing.T) {
	t.Parallel()
	part := &settings.Settings{Reading: cms.Reading{Partial: true}}
	if _, err := new(settings.Settings).Changes(part); !errors.Is(err, cms.ErrIncomplete) {
		t.Errorf("Changes of a part: error %v, want ErrIncomplete", err)
	}
}

func TestTypesAreReadInEveryShape(t *testing.T) {
	t.Parallel()
	const list = `{"post":{"name":"Posts","slug":"post","has_archive":false,"icon":null,"template":[],
	"template_lock":false,"taxonomies":["category"],
		"supports":{"title":true,"editor":[{"notes":true}],"comments":false},"labels":{"name":"Posts",
		"parent_item_colon":null},"rest_base":"posts","rest_namespace":"wp/v2"},
		"book":{"name":"Books","slug":"book","has_archive":"books","icon":"dashicons-book","template_lock":"all",
		"supports":[]},
		"film":{"name":"Films","slug":"film","has_archive":true}}`
	tap, site := sitetest.NewTap(t, ok(list))
	all, err := settings.New(site).Types.List(t.Context(), &settings.TypeListOptions{Context: cms.ContextEdit})
	if err != nil || len(all) != 3 {
		t.Fatalf("List: %+v, error %v, want 3 types", all, err)
	}
	post, book, film := all[0], all[1], all[2]
	if post.HasArchive != (settings.Archive{}) || book.HasArchive != (settings.Archive{Enabled: true, Slug: "books"}) {
		t.Errorf("HasArchive of post and book: %+v, %+v, want none and books", post.HasArchive, book.HasArchive)
	} else if film.HasArchive != (settings.Archive{Enabled: true}) {
		t.Errorf("HasArchive of film: %+v, want it enabled", film.HasArchive)
	}
	if post.Icon != "" || post.TemplateLock != "" {
		t.Errorf("The type post: icon %q, lock %q, want neither", post.Icon, post.TemplateLock)
	} else if book.TemplateLock != "all" || post.Labels["parent_item_colon"] != "" {
		t.Errorf("The lock of book %q, the label of post %q, want all and none", book.TemplateLock,
			post.Labels["parent_item_colon"])
	} else if string(post.Extra["template_lock"]) != "false" {
		t.Errorf("The type post: template_lock in Extra is %s, want false", post.Extra["template_lock"])
	}
	if !post.HasFeature("title") || !post.HasFeature("editor") {
		t.Errorf("The type post supports %v, want title and editor", post.Supports)
	} else if post.HasFeature("comments") || post.HasFeature("excerpt") {
		t.Errorf("The type post supports %v, want neither comments nor excerpt", post.Supports)
	} else if book.HasFeature("title") {
		t.Errorf("The type book supports %v, want no title", book.Supports)
	}
	tap.Sent("GET /cms-json/cms/v2/types?context=edit")
	for _, cut := range []string{`"cut`, `"`} {
		if err := new(settings.Archive).UnmarshalJSON([]byte(cut)); err == nil {
			t.Errorf("UnmarshalJSON of the slug %s: no error, want one", cut)
		}
	}
	if again := (settings.Archive{Enabled: true, Slug: "old"}); again.UnmarshalJSON([]byte(`""`)) != nil ||
		again != (settings.Archive{}) {
		t.Errorf("UnmarshalJSON of an empty slug: %+v, want none", again)
	}
	for _, archive := range []settings.Archive{{}, {Enabled: true}, {Enabled: true, Slug: "books"}} {
		var again settings.Archive
		if body, err := cms.Marshal(archive); err != nil || cms.Unmarshal(body, &again) != nil {
			t.Errorf("Marshal and Unmarshal of %+v: error %v, want none", archive, err)
		} else if again != archive {
			t.Errorf("Unmarshal: %+v, want %+v", again, archive)
		}
	}
}

func TestTypesAndStatusesCanOnlyBeRead(t *testing.T) {
	t.Parallel()
	tap, site := sitetest.NewTap(t)
	_, err := settings.New(site).Types.Delete(t.Context(), "post")
	tap.Refused(err, "params")
	_, err = settings.New(site).Types.Update(t.Context(), "post", nil)
	tap.Refused(err, "params")
	_, err = settings.New(site).Statuses.Create(t.Context(), nil)
	tap.Refused(err, "params")
	_, site = sitetest.NewTap(t, ok(`{"name":"Draft","slug":"draft"}`))
	if _, err := settings.New(site).Statuses.Get(t.Context(), "publish"); !errors.Is(err, cms.ErrForeignRecord) {
		t.Errorf("Get of a status that is another: error %v, want ErrForeignRecord", err)
	}
	_, site = sitetest.NewTap(t, ok(`{"publish":{"name":"Published","slug":"publish","public":true}}`))
	if all, err := settings.New(site).Statuses.List(t.Context(), nil); err != nil || len(all) != 1 {
		t.Errorf("List of statuses: %+v, error %v, want one", all, err)
	} else if all[0].Slug != cms.StatusPublish || !all[0].Public {
		t.Errorf("List of statuses: %+v, want publish and public", all)
	}
}
