package hostile

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/fonts"
	"github.com/fontcms/fontcms-go/fonts/snapshot"
	"github.com/fontcms/fontcms-go/snippets"
)

// catalogue states ten pages of ten fonts, and leaves some of them out.
type catalogue struct {
	empty func(page int) bool
}

func (c catalogue) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
	answer(w, 200, fmt.Sprintf(`{"code":200,"message":"OK","data":{"page":%d,"pageTotal":10,"total":100,"dataList":[%s]}}`, page, strings.Join(list, ",")))
}

// TestCataloguesDoNotEndEarly has a catalogue of a hundred fonts with an empty page.
func TestCataloguesDoNotEndEarly(t *testing.T) {
	t.Parallel()
	for name, empty := range map[string]func(int) bool{
		"page 3":       func(page int) bool { return page == 3 },
		"all after 3":  func(page int) bool { return page > 3 },
		"the last one": func(page int) bool { return page == 10 },
	} {
		s := newServer(t, 200, catalogue{empty}.ServeHTTP)
		client, err := fonts.New("https://fonts.example.org", fonts.WithHTTPClient(&http.Client{Transport: s}), fonts.WithRetry(fonts.Retry{MinWait: time.Microsecond, MaxWait: time.Microsecond}))
		if err != nil {
			t.Fatal(err)
		}
		if part, err := snapshot.Take(bounded(t), client, nil); err == nil {
			t.Errorf("%s is empty: a snapshot of %d fonts of 100 and no error", name, len(part.Fonts))
		}
	}
}

// TestASecondDeleteIsNotSentForATrashedSnippet loses the answer of the first
// DELETE, which moves the snippet to the trash; a second one would delete it.
func TestASecondDeleteIsNotSentForATrashedSnippet(t *testing.T) {
	t.Parallel()
	state := "there"
	s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
		snippet := `{"id":5,"name":"a","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,"network":false,"shared_network":null,"condition_id":0,"locked":false,"trashed":` + strconv.FormatBool(state != "there") + `}`
		switch {
		case r.Method == http.MethodDelete && state == "there":
			state = "trashed"
			answer(w, 502, "")
		case r.Method == http.MethodDelete && state == "trashed":
			state = "gone"
			answer(w, 204, "")
		case r.Method == http.MethodDelete:
			answer(w, 500, refusal(500, "rest_cannot_delete"))
		case state == "gone":
			answer(w, 200, "[]")
		case strings.HasSuffix(r.URL.Path, "/5"):
			answer(w, 500, refusal(500, "rest_cannot_get"))
		default:
			answer(w, 200, "["+snippet+"]", totals("1", "1")...)
		}
	})
	deleted, err := snippets.New(s.site(t)).Delete(bounded(t), 5)
	if state != "trashed" || err != nil || deleted == nil || !deleted.DoneBefore {
		t.Errorf("the snippet is %s after %d deletes: %+v, %v", state, len(s.writes()), deleted, err)
	}
}

// TestDeleteIsSentAgainIfTheSnippetIsUnchanged loses the request.
func TestDeleteIsSentAgainIfTheSnippetIsUnchanged(t *testing.T) {
	t.Parallel()
	deletes := 0
	s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodDelete {
			answer(w, 200, `[{"id":5,"name":"a","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,"network":false,"shared_network":null}]`)
			return
		}
		if deletes++; deletes == 1 {
			answer(w, 502, "")
			return
		}
		answer(w, 204, "")
	})
	deleted, err := snippets.New(s.site(t)).Delete(bounded(t), 5)
	if deletes != 2 || err != nil || deleted.DoneBefore || errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("%d deletes: %+v, %v", deletes, deleted, err)
	}
}
