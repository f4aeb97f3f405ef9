package cms_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/stub"
)

type typeface struct {
	ID       int64  `json:"id"`
	MIMEType string `json:"mime_type"`
}

type typefaceOptions struct {
	PerPage   int      `url:"per_page,omitempty"`
	MIMEType  string   `url:"mime_type,omitempty"`
	MIMETypes []string `url:"mime_type,brackets,omitempty"`
	MediaType string   `url:"media_type,omitempty"`
}

type headline struct {
	Title string `json:"title"`
}

// A route of a plugin may ignore the page size, so its lists have the limit of a list without one.
func TestListHasTenTimesThePageSizeAtMostExceptOnRoutesOfPlugins(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path     string
		elements int
		read     bool
	}{
		{"cms/v2/typefaces", 1000, true},
		{"cms/v2/typefaces", 1001, false},
		{"studio/v1/typefaces", 1001, true},
	} {
		s := stub.New(t, stub.Always(200, "["+strings.Repeat(`{"id":7},`, test.elements-1)+`{"id":7}]`))
		typefaces := cms.NewCollection[typeface, cms.ReadOnly, typefaceOptions](s.Client(t), test.path)
		page, err := typefaces.List(t.Context(), &typefaceOptions{PerPage: 100})
		switch {
		case test.read && (err != nil || len(page.Items) != test.elements):
			t.Errorf("List of %s with %d elements: error %v, want all elements", test.path, test.elements, err)
		case !test.read && !errors.Is(err, cms.ErrDecode):
			t.Errorf("List of %s with %d elements: error %v, want ErrDecode", test.path, test.elements, err)
		}
	}
}

func TestListWithFieldsRequestsWhatItChecks(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[]`))
	site := s.Client(t)
	fields := func(list *typefaceOptions, options ...cms.CallOption) []string {
		t.Helper()
		options = append(options, cms.Fields("title"))
		if _, err := cms.NewCollection[typeface, cms.ReadOnly, typefaceOptions](site, "cms/v2/media").
			List(t.Context(), list, options...); err != nil {
			t.Fatal(err)
		}
		all := s.Seen()
		return strings.Split(query(t, all[len(all)-1].Query).Get("_fields"), ",")
	}
	if got := fields(nil); !slices.Equal(got, []string{"title", "id"}) {
		t.Errorf("fields: %q, want %q", got, []string{"title", "id"})
	}
	for _, list := range []*typefaceOptions{{MIMEType: "image/png"}, {MIMETypes: []string{"image/png"}}} {
		if got := fields(list); !slices.Equal(got, []string{"title", "id", "mime_type"}) {
			t.Errorf("%+v: fields(list): %q, want %q", *list, got, []string{"title", "id", "mime_type"})
		}
	}
	if _, err := cms.NewCollection[headline, cms.ReadOnly, typefaceOptions](site, "cms/v2/headlines").
		List(t.Context(), nil, cms.Fields("title")); err != nil {
		t.Fatal(err)
	}
	if got := query(t, s.Seen()[3].Query).Get("_fields"); got != "title,id" {
		t.Errorf("a type without an id: %q, want %q", got, "title,id")
	}
}

func TestFileOfATypeThatWasNotRequestedIsRefused(t *testing.T) {
	t.Parallel()
	s := stub.New(t, stub.Always(200, `[{"id":7,"mime_type":"image/png"},{"id":8},{"id":9,"mime_type":"video/mp4"}]`))
	files := cms.NewCollection[typeface, cms.ReadOnly, typefaceOptions](s.Client(t), "cms/v2/media")
	for _, test := range []struct {
		list *typefaceOptions
		read bool
	}{
		{&typefaceOptions{MIMEType: "image/png"}, false},
		{&typefaceOptions{MIMETypes: []string{"image/png", "video/mp4"}}, true},
		{&typefaceOptions{MIMEType: "image/png,video/mp4"}, true},
		{&typefaceOptions{MIMEType: "image/png", MediaType: "video"}, true},
		{&typefaceOptions{MIMEType: "image/gif", MediaType: "video"}, false},
		{&typefaceOptions{MediaType: "image"}, true},
	} {
		_, err := files.List(t.Context(), test.list)
		switch {
		case test.read && err != nil:
			t.Errorf("error %v, want nil", err)
		case !test.read && !errors.Is(err, cms.ErrFilterIgnored):
			t.Errorf("error %v, want ErrFilterIgnored", err)
		}
	}
}

func TestRecordThatIncludeDoesNotNameIsRefused(t *testing.T) {
	t.Parallel()
	site := stub.New(t, stub.Always(200, `[{"id":7},{"id":9,`+crowd()+`},{"slug":{}}]`)).Client(t)
	for _, test := range []struct {
		include []int64
		sticky  *bool
		read    bool
	}{
		{nil, nil, true},
		{[]int64{7, 9}, nil, true},
		{[]int64{9}, nil, false},
		{[]int64{7}, nil, false},
		{[]int64{8}, new(false), true},
	} {
		list := &cms.PostListOptions{Include: test.include, IgnoreSticky: test.sticky}
		page, err := site.Posts.List(t.Context(), list)
		_, broken := errors.AsType[*cms.BrokenRecordError](err)
		switch {
		case test.read && (!broken || len(page.Items) != 1):
			t.Errorf("include %d: error %v, page %+v, want 1 record and a *cms.BrokenRecordError", test.include, err, page)
		case !test.read && !errors.Is(err, cms.ErrForeignRecord):
			t.Errorf("include %d: error %v, want ErrForeignRecord", test.include, err)
		}
	}
}

func TestBrokenRecordOfAPageHasItsJSONAndTheResponse(t *testing.T) {
	t.Parallel()
	odd := `{"id":8,` + crowd() + `}`
	site := stub.New(t, stub.Always(200, `[{"id":7},`+odd+`]`)).Client(t)
	_, err := site.Posts.List(t.Context(), nil)
	broken, ok := errors.AsType[*cms.BrokenRecordError](err)
	switch {
	case !ok:
		t.Fatalf("Posts.List: error %v, want a *cms.BrokenRecordError", err)
	case broken.ID != 8:
		t.Fatalf("Posts.List: ID %d, want 8", broken.ID)
	case string(broken.Raw) != odd:
		t.Fatalf("Posts.List: Raw %q, want %q", string(broken.Raw), odd)
	}
	e, ok := errors.AsType[*cms.Error](broken.Err)
	switch {
	case !ok:
		t.Errorf("Posts.List: Err %v, want a *cms.Error", broken.Err)
	case e.Status != 200 || e.Attempts != 1:
		t.Errorf("e.Status %d, e.Attempts %d, want 200 and 1", e.Status, e.Attempts)
	case e.Method != "GET" || e.Operation != "Posts.List":
		t.Errorf("e.Method %q, e.Operation %q, want %q and %q", e.Method, e.Operation, "GET", "Posts.List")
	case !errors.Is(e, cms.ErrDecode):
		t.Errorf("Posts.List: error %v, want ErrDecode", e)
	}
}
