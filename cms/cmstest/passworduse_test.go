package cmstest_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestLastUseOfAPasswordIsStoredOnceADay(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.May, 1, 10, 0, 0, 0, time.UTC)
	c := start(t, cmstest.WithClock(func() time.Time { return now }))
	made := c.do("admin", "POST", "/users/me/application-passwords", `{"name":"ci"}`)
	secret, _ := made.field(t, "password").(string)
	uuid, _ := made.field(t, "uuid").(string)
	path := "/users/1/application-passwords/" + uuid
	expect(t, "never used", c.get("admin", path), 200,
		map[string]any{"created": "2026-05-01T10:00:00", "last_used": nil, "last_ip": nil})
	for _, step := range []struct {
		after time.Duration
		want  string
	}{
		{time.Hour, "2026-05-01T11:00:00"},
		{24 * time.Hour, "2026-05-01T11:00:00"},
		{time.Second, "2026-05-02T11:00:01"},
	} {
		now = now.Add(step.after)
		c.do("", "GET", "/users/me", "", basic("admin", secret))
		expect(t, "used at "+now.String(), c.get("admin", path), 200,
			map[string]any{"last_used": step.want, "last_ip": "127.0.0.1"})
	}
}

func TestApplicationPasswordHasTheFormOfWordPress(t *testing.T) {
	t.Parallel()
	c := start(t)
	uuids, secrets := map[any]bool{}, map[any]bool{}
	for range 40 {
		made := c.do("editor", "POST", "/users/me/application-passwords", `{"name":"ci","app_id":""}`)
		uuid, secret := made.field(t, "uuid"), made.field(t, "password")
		version4 := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
		if text, _ := uuid.(string); !version4.MatchString(text) {
			t.Errorf("POST of an application password: uuid %v, want a UUID of version 4", uuid)
		}
		if text, _ := secret.(string); !regexp.MustCompile(`^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$`).MatchString(text) {
			t.Errorf("POST of an application password: password %v, want six groups of four characters", secret)
		}
		uuids[uuid], secrets[secret] = true, true
	}
	if len(uuids) != 40 || len(secrets) != 40 {
		t.Errorf("POST of 40 application passwords: %d identifiers and %d passwords, want 40 of each", len(uuids),
			len(secrets))
	}
	list := c.get("editor", "/users/me/application-passwords?_fields=name,app_id")
	if want := `[{"app_id":"","name":"tests"},{"app_id":"","name":"ci"}`; len(list.body) < len(want) ||
		list.body[:len(want)] != want {
		t.Errorf("%s, want %s first", list.body, want)
	}
}
