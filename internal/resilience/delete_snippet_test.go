package resilience

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/snippets"
)

// TestSecondDeleteIsNotSentForATrashedSnippet loses the answer of the first
// DELETE, which moves the snippet to the trash; a second one would delete it.
func TestSecondDeleteIsNotSentForATrashedSnippet(t *testing.T) {
	t.Parallel()
	state := "there"
	s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
		snippet := `{"id":5,"name":"a","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,` +
			`"network":false,"shared_network":null,"condition_id":0,"locked":false,"trashed":` +
			strconv.FormatBool(state != "there") + `}`
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
	if state != "trashed" || err != nil {
		t.Errorf("Delete: snippet %s after %d deletes, error %v, want it trashed and no error", state, len(s.writes()), err)
	} else if deleted == nil || !deleted.DoneBefore {
		t.Errorf("Delete: %+v, want DoneBefore", deleted)
	}
}

// TestDeleteIsSentAgainIfTheSnippetIsUnchanged loses the request.
func TestDeleteIsSentAgainIfTheSnippetIsUnchanged(t *testing.T) {
	t.Parallel()
	deletes := 0
	s := newServer(t, 20, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodDelete {
			answer(w, 200, `[{"id":5,"name":"a","desc":"","code":"","tags":[],"scope":"global","active":false,"priority":10,`+
				`"network":false,"shared_network":null}]`)
			return
		}
		if deletes++; deletes == 1 {
			answer(w, 502, "")
			return
		}
		answer(w, 204, "")
	})
	deleted, err := snippets.New(s.site(t)).Delete(bounded(t), 5)
	if deletes != 2 || err != nil {
		t.Errorf("Delete: %d deletes sent, error %v, want 2 and none", deletes, err)
	} else if deleted.DoneBefore || errors.Is(err, cms.ErrOutcomeUnknown) {
		t.Errorf("Delete: %+v, error %v, want no DoneBefore", deleted, err)
	}
}
