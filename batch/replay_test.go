package batch_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"testing"

	"github.com/fontcms/fontcms-go/internal/replay"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// start makes the client for a recording and serves it on the terms of a batch.
func start(t *testing.T, rec *replay.Recording) *sitetest.Replay {
	t.Helper()
	r := sitetest.Start(t, rec)
	r.Transport.ServeOn(rec, replay.Terms{Times: 1, Same: func(_ *http.Request, sent, recorded []byte) bool {
		return reflect.DeepEqual(jsonValue(t, sent), withDefaults(t, recorded))
	}})
	return r
}

// withDefaults is the body of a batch with the defaults of the specification
// written out.
func withDefaults(t testing.TB, body []byte) any {
	t.Helper()
	value := jsonValue(t, body)
	top, _ := value.(map[string]any)
	if _, ok := top["validation"]; !ok {
		top["validation"] = "normal"
	}
	items, _ := top["requests"].([]any)
	for _, item := range items {
		if item := item.(map[string]any); item["method"] == nil {
			item["method"] = "POST"
		}
	}
	return value
}

func jsonValue(t testing.TB, body []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("json.Unmarshal: %v", err)
	}
	return value
}
