package conformance

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestRandomRequestsRespondAlikeAfterRestore sends random sequences to the server in memory alone.
// Each request gets an answer in JSON, an error says what it is, the server never breaks
// down, and a site that was put back gives the same answers again.
func TestRandomRequestsRespondAlikeAfterRestore(t *testing.T) {
	t.Parallel()
	s := newMemory(t, readDocuments(t))
	for seed := range uint64(60) {
		first, again := s.sequence(t, seed, true), s.sequence(t, seed, false)
		for i := range first {
			for _, one := range compare(first[i].answer, again[i].answer) {
				t.Errorf("Sequence %d, %s: %s on a restored site, want the same response", seed, first[i].request, one)
			}
		}
	}
}

// randomAnswer is what a request got.
type randomAnswer struct {
	request string
	answer  answered
}

// sequence puts the site back and sends a sequence to it.
func (s *site) sequence(t *testing.T, seed uint64, look bool) []randomAnswer {
	t.Helper()
	s.putBack()
	d := newDice(t, s.documents, seed)
	r := &reader{site: s, numbers: map[string]string{}}
	var out []randomAnswer
	var ids []int64
	for range sequenceLength {
		one := d.next(d.chance(50))
		raw, err := s.raw(t.Context(), one.role, one.ask(s, ids))
		if err != nil {
			t.Fatalf("sequence %d: %s: %v", seed, one, err)
		}
		if look {
			checkAnswer(t, seed, one, raw)
		}
		id := madeBy(raw)
		ids, d.made = append(ids, id), append(d.made, one.kindOf(id))
		out = append(out, randomAnswer{one.String(), r.read(raw)})
	}
	return out
}

// checkAnswer looks at the form of an answer.
func checkAnswer(t *testing.T, seed uint64, r randomRequest, raw *rawAnswer) {
	t.Helper()
	var body any
	if err := json.Unmarshal(raw.body, &body); err != nil && (r.method != "HEAD" || len(raw.body) > 0) {
		t.Errorf("Sequence %d: %s: status %d, %.100q, error %v, want JSON", seed, r, raw.status, raw.body, err)
	}
	if raw.status < 400 || r.method == "HEAD" {
		return
	}
	object, _ := body.(map[string]any)
	refused := record(object)
	data, _ := object["data"].(map[string]any)
	code := refused.text("code")
	switch {
	// The real site answers these so as well.
	case raw.status == 500 && slices.Contains([]string{
		"existing_user_login", "existing_user_email", "user_login_too_long", "user_nicename_too_long", "empty_user_nicename",
		"user_url_too_long",
		"empty_term_name", "duplicate_term_slug", "menu_exists", "db_insert_error", "rest_comment_failed_create",
		"rest_comment_failed_edit",
	}, code): // without data
	case raw.status >= 500 && !slices.Contains([]string{"rest_trash_not_supported", "rest_upload_sideload_error",
		"rest_invalid_stored_value"}, code):
		t.Errorf("Sequence %d: %s: status %d, body %s, want no such error", seed, r, raw.status, raw.body)
	case code == "" || refused.text("message") == "" ||
		raw.status < 500 && record(data).int("status") != int64(raw.status):
		t.Errorf("Sequence %d: %s: status %d, body %s, want an error with code, message and status", seed, r, raw.status,
			raw.body)
	}
}
