package resilience

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// keeper is a site with the post 5 and its revisions, of which it keeps some.
type keeper struct {
	keeps  int  // revisions, with autosaves; below 0 all
	silent bool // it states no number of revisions

	// before and behind are what others do right before our write is stored, and
	// right after it, when the site has yet to write its response.
	before, behind func(k *keeper)

	mu        sync.Mutex
	now       state
	edits     int
	revisions []revision
	next      int
}

type state struct{ title, content string }

type revision struct {
	id   int
	auto bool
	state
}

// newKeeper has a post that was edited so often.
func newKeeper(keeps, edits int) *keeper {
	k := &keeper{keeps: keeps, next: 100, now: state{"One", "new"}}
	for n := range edits {
		k.write(state{"One", fmt.Sprint("content ", n)})
	}
	return k
}

// write stores a state, and a revision of it if there is none or its texts are new. Of
// all that are more than the site keeps, autosaves are counted and not dropped.
func (k *keeper) write(to state) {
	changed := to != k.now
	k.now = to
	k.edits++
	kept := slices.ContainsFunc(k.revisions, func(r revision) bool { return !r.auto })
	if !changed && kept || k.keeps == 0 {
		return
	}
	k.keep(revision{state: to})
	over := len(k.revisions) - k.keeps
	k.revisions = slices.DeleteFunc(k.revisions, func(r revision) bool {
		over--
		return k.keeps > 0 && over >= 0 && !r.auto
	})
}

func (k *keeper) keep(r revision) {
	r.id = k.next
	k.next++
	k.revisions = append(k.revisions, r)
}

// autosave is what another user is about to write. It does not count.
func (k *keeper) autosave(s state) { k.keep(revision{auto: true, state: s}) }

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	defer k.mu.Unlock()
	_, rest, _ := strings.Cut(r.URL.Path, "/posts/5")
	rest = strings.Trim(rest, "/")
	q := r.URL.Query()
	switch {
	case rest == "" && r.Method == http.MethodGet:
		answer(w, 200, k.record())
	case rest == "":
		var body struct{ Title, Content *string }
		_ = json.NewDecoder(r.Body).Decode(&body)
		if k.before != nil {
			k.before(k)
		}
		to := k.now
		if body.Title != nil {
			to.title = *body.Title
		}
		if body.Content != nil {
			to.content = *body.Content
		}
		k.write(to)
		if k.behind != nil {
			k.behind(k) // which the links of the response tell
		}
		k.now, to = to, k.now
		response := k.record()
		k.now = to
		answer(w, 200, response)
	case rest == "revisions":
		k.list(w, q.Get("order") == "asc", q.Get("per_page"), q.Get("page"), q.Get("offset"), q["include[]"])
	case strings.HasPrefix(rest, "revisions/"):
		for _, r := range k.revisions {
			if rest == fmt.Sprint("revisions/", r.id) {
				answer(w, 200, r.record())
				return
			}
		}
		answer(w, 404, refusal(404, "rest_post_invalid_id"))
	default:
		answer(w, 404, refusal(404, "rest_no_route"))
	}
}

func (k *keeper) list(w http.ResponseWriter, ascending bool, perPage, page, offset string, include []string) {
	list := slices.Clone(k.revisions)
	if !ascending {
		slices.Reverse(list)
	}
	if len(include) > 0 {
		list = slices.DeleteFunc(list, func(r revision) bool { return !slices.Contains(include, strconv.Itoa(r.id)) })
	}
	total := len(list)
	size, err := strconv.Atoi(perPage)
	if err != nil {
		size = max(total, 1)
	}
	number, _ := strconv.Atoi(page)
	start, err := strconv.Atoi(offset)
	if err != nil {
		start = (max(number, 1) - 1) * size
	}
	list = list[min(start, total):min(start+size, total)]
	records := []string{}
	for _, r := range list {
		records = append(records, r.record())
	}
	answer(w, 200, "["+strings.Join(records, ",")+"]", totals(strconv.Itoa(total), strconv.Itoa((total+size-1)/size))...)
}

func (r revision) record() string {
	kind := "revision"
	if r.auto {
		kind = "autosave"
	}
	return fmt.Sprintf(`{"id":%d,"parent":5,"author":1,"slug":"5-%s-v1","date":"2026-01-02T00:00:00",
	"date_gmt":"2026-01-02T00:00:00",
		"modified":"2026-01-02T00:00:00","modified_gmt":"2026-01-02T00:00:00","title":{"raw":%q},"content":{"raw":%q},
		"excerpt":{"raw":""}}`,
		r.id, kind, r.title, r.content)
}

// record is the post in the context "edit". Its clock counts its edits.
func (k *keeper) record() string {
	links := `"self":[{"href":"https://docs.example.org/5"}]`
	if !k.silent {
		links += fmt.Sprintf(`,"version-history":[{"count":%d,"href":"https://docs.example.org/r"}]`, len(k.revisions))
	}
	if n := len(k.revisions); n > 0 && !k.silent {
		links += fmt.Sprintf(`,"predecessor-version":[{"id":%d,"href":"https://docs.example.org/r/x"}]`, k.revisions[n-1].id)
	}
	modified := "2026-01-01T00:00:00"
	if k.edits > 0 {
		modified = fmt.Sprintf("2026-01-02T00:%02d:%02d", k.edits/60, k.edits%60)
	}
	return fmt.Sprintf(`{"id":5,"slug":"one","status":"publish","type":"post","link":"https://docs.example.org/one/",
	"date":"2026-01-01T00:00:00",
		"date_gmt":"2026-01-01T00:00:00","modified":%q,"modified_gmt":%[1]q,"comment_status":"open","permalink_template":"x",
		"title":{"raw":%[2]q,"rendered":%[2]q},"content":{"raw":%[3]q,"rendered":%[3]q},"excerpt":{"raw":"","rendered":""},
		"_links":{%[4]s}}`,
		modified, k.now.title, k.now.content, links)
}
