package resilience

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
)

// hostileCatalogue states ten pages of ten fonts, and leaves some of them out.
type hostileCatalogue struct {
	empty func(page int) bool
}

func (c hostileCatalogue) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		PageData struct{ Page, PageSize json.Number }
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	page, _ := strconv.Atoi(body.PageData.Page.String())
	list := []string{}
	for i := range 10 {
		if page >= 1 && page <= 10 && !c.empty(page) {
			list = append(list, fmt.Sprintf(`{"id":"f%d","name":"F"}`, page*10+i))
		}
	}
	answer(w, 200, fmt.Sprintf(`{"code":200,"message":"OK","data":{"page":%d,"pageTotal":10,"total":100,"dataList":[%s]}}`,
		page, strings.Join(list, ",")))
}

// TestCataloguesDoNotEndEarly has a catalogue of a hundred fonts with an empty page.
func TestCataloguesDoNotEndEarly(t *testing.T) {
	t.Parallel()
	for name, empty := range map[string]func(int) bool{
		"page 3":       func(page int) bool { return page == 3 },
		"all after 3":  func(page int) bool { return page > 3 },
		"the last one": func(page int) bool { return page == 10 },
	} {
		s := newServer(t, 200, hostileCatalogue{empty}.ServeHTTP)
		client, err := fonts.New("https://fonts.example.org", fonts.WithHTTPClient(&http.Client{Transport: s}),
			fonts.WithRetry(fonts.Retry{MinWait: time.Microsecond, MaxWait: time.Microsecond}))
		if err != nil {
			t.Fatal(err)
		}
		if part, err := snapshot.Take(bounded(t), client, nil); err == nil {
			t.Errorf("Take with %s empty: %d fonts of 100 and no error, want an error", name, len(part.Fonts))
		}
	}
}
