package fonts_test

import (
	"fmt"
	"testing"

	"github.com/fontcms/fontcms-go/fonts"
)

// kind is a kind of server: what the specification leaves open, and a well-behaved server decides.
type kind struct {
	first        int    // number of the first page
	unknown      string // what becomes of a page that does not exist
	total, pages bool   // whether total and pageTotal are stated
	count        int    // fonts in the catalogue
}

// kinds is every combination. The size asked for is 3.
func kinds() []kind {
	var all []kind
	for first := range 2 {
		for _, unknown := range []string{"refused", "refused in the envelope", "first page", "nearest page", "empty",
			"empty with totals of 0"} {
			for stated := range 4 {
				for _, count := range []int{0, 1, 3, 4, 6, 13} {
					all = append(all, kind{first, unknown, stated&1 > 0, stated&2 > 0, count})
				}
			}
		}
	}
	return all
}

func (k kind) String() string {
	return fmt.Sprintf("from %d/%s/total %t/pageTotal %t/%d fonts", k.first, k.unknown, k.total, k.pages, k.count)
}

func (k kind) answer(_ int, a asked) (int, string) {
	pages := max((k.count+a.PageData.Size-1)/a.PageData.Size, 1) // an empty list has an empty page
	last := k.first + pages - 1
	if a.PageData.Page < k.first || a.PageData.Page > last {
		switch k.unknown {
		case "refused":
			return 404, `{"code":404,"message":"no such page","data":null}`
		case "refused in the envelope":
			return 200, `{"code":"400","message":"no such page","data":null}`
		case "first page":
			a.PageData.Page = k.first
		case "empty with totals of 0":
			return 200, page(nil, `,"total":0,"pageTotal":0`)
		case "nearest page":
			a.PageData.Page = min(max(a.PageData.Page, k.first), last)
		}
	}
	members := ""
	if k.total {
		members += fmt.Sprintf(`,"total":%d`, k.count)
	}
	if k.pages {
		members += fmt.Sprintf(`,"pageTotal":%d`, pages)
	}
	return 200, page(cut(names(k.count), k.first, a), members)
}

// ways to walk.
func ways() map[string][]fonts.WalkOption {
	return map[string][]fonts.WalkOption{
		"page by page": nil, "ahead": {fonts.Prefetch(2)}, "ahead as it suits": {fonts.PrefetchAdaptive()},
	}
}

func TestEveryKindOfServerIsReadCompletely(t *testing.T) {
	t.Parallel()
	options := &fonts.ListOptions{Size: 3}
	for _, k := range kinds() {
		t.Run(k.String(), func(t *testing.T) {
			t.Parallel()
			want := names(k.count)
			c, _ := client(t, k.answer)
			first, err := c.List(t.Context(), options)
			if err != nil {
				t.Fatalf("List: %v", err)
			}
			got := []string{}
			for _, font := range first.Fonts {
				got = append(got, font.ID)
			}
			equal(t, "List", got, append([]string{}, want[:min(3, k.count)]...))

			c, _ = client(t, k.answer)
			n, err := c.Count(t.Context(), options)
			equal(t, "Count", fmt.Sprint(n, err), fmt.Sprint(k.count, " <nil>"))

			for way, walkOptions := range ways() {
				c, _ = client(t, k.answer)
				for _, call := range []string{"All", "All, with what was found out"} {
					equal(t, call+" "+way, ids(t, c.All(t.Context(), options, walkOptions...)), want)
				}
				got = []string{}
				c, _ = client(t, k.answer)
				for page, err := range c.Pages(t.Context(), options, walkOptions...) {
					if err != nil {
						t.Fatalf("Pages %s: %v", way, err)
					}
					for _, font := range page.Fonts {
						got = append(got, font.ID)
					}
				}
				equal(t, "Pages "+way, got, want)
			}

			told, _ := client(t, k.answer, fonts.WithFirstPage(k.first))
			equal(t, "All, numbering told", ids(t, told.All(t.Context(), options)), want)
		})
	}
}

func TestWalkOverEveryKindOfServerIsResumedAnywhere(t *testing.T) {
	t.Parallel()
	options := &fonts.ListOptions{Size: 3}
	for _, k := range kinds() {
		t.Run(k.String(), func(t *testing.T) {
			t.Parallel()
			for stop := 1; stop <= k.count; stop++ {
				var cursor fonts.Cursor
				got := []string{}
				c, _ := client(t, k.answer)
				for font, err := range c.All(t.Context(), options, fonts.Resume(&cursor)) {
					if err != nil {
						t.Fatal(err)
					}
					if got = append(got, font.ID); len(got) == stop {
						break
					}
				}
				c, _ = client(t, k.answer)
				got = append(got, ids(t, c.All(t.Context(), options, fonts.Resume(&cursor)))...)
				equal(t, fmt.Sprintf("stopped after %d", stop), got, names(k.count))
				switch {
				case !cursor.Done:
					t.Errorf("walk resumed after %d fonts: cursor %+v, want Done", stop, cursor)
				case cursor.Count != k.count:
					t.Errorf("stopped after %d: the cursor is %+v: cursor.Count %d, want %d", stop, cursor, cursor.Count, k.count)
				}
			}
		})
	}
}

func TestWalkOverEveryKindOfServerBeginsAtAnyPage(t *testing.T) {
	t.Parallel()
	for _, k := range kinds() {
		t.Run(k.String(), func(t *testing.T) {
			t.Parallel()
			all := names(k.count)
			for skip := 0; skip < k.count; skip += 3 {
				for _, known := range []bool{false, true} {
					var told []fonts.Option
					if known {
						told = []fonts.Option{fonts.WithFirstPage(k.first)}
					}
					c, _ := client(t, k.answer, told...)
					var cursor fonts.Cursor
					got := ids(t, c.All(t.Context(), &fonts.ListOptions{Size: 3, Page: new(k.first + skip/3)}, fonts.Resume(&cursor)))
					// A server that gives its first page in place of unknown ones gives fonts from before the beginning.
					equal(t, fmt.Sprintf("from the font %d, known %t", skip, known), got[:min(len(got), k.count-skip)],
						append([]string{}, all[skip:]...))
					if k.unknown != "first page" && len(got) > k.count-skip {
						t.Errorf("walk from font %d: %d fonts %v, want at most %d", skip, len(got), got, k.count-skip)
					}
					if !cursor.Done {
						t.Errorf("walk from font %d: cursor %+v, want Done", skip, cursor)
					}

					c, _ = client(t, k.answer, told...)
					got = ids(t, c.All(t.Context(), &fonts.ListOptions{Size: 3, Page: new(k.first + skip/3)}))
					equal(t, fmt.Sprintf("from the font %d, known %t, no cursor", skip, known), got[:min(len(got), k.count-skip)],
						append([]string{}, all[skip:]...))

					cursor = fonts.Cursor{}
					c, _ = client(t, k.answer, told...)
					for font, err := range c.All(t.Context(), &fonts.ListOptions{Size: 3, Page: new(k.first + skip/3)},
						fonts.Resume(&cursor)) {
						if err != nil {
							t.Fatal(err)
						}
						got = []string{font.ID}
						break
					}
					c, _ = client(t, k.answer)
					got = append(got, ids(t, c.All(t.Context(), &fonts.ListOptions{Size: 3}, fonts.Resume(&cursor)))...)
					equal(t, fmt.Sprintf("resumed after the font %d, known %t", skip, known), got, append([]string{}, all[skip:]...))
				}
			}
		})
	}
}
