package menus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/menus"
	"github.com/fontcms/fontcms-go/internal/replay/sitetest"
)

// header is a navigation as the context "edit" has it, with a status in place of %.
func header(status string) string {
	return `{"id":4,"slug":"top","status":"` + status +
		`","modified_gmt":"2026-01-02T03:04:05","password":"p","guid":{"raw":"g"},
		"title":{"raw":"T","rendered":"<b>T</b>"},"content":{"raw":"C","rendered":"<p>C</p>"},"template":"wide"}`
}

func TestNavigationBecomesParams(t *testing.T) {
	t.Parallel()
	const rest = `"password":"p","title":"T","content":"C","template":"wide"}`
	for status, want := range map[string]string{
		"publish": `{"slug":"top","status":"publish",` + rest, "future": `{"slug":"top","status":"future",` + rest,
		"draft":   `{"slug":"top","status":"draft",` + rest,
		"pending": `{"slug":"top","status":"pending",` + rest, "private": `{"slug":"top","status":"private",` + rest,
		"trash": `{"slug":"top",` + rest, "inherit": `{"slug":"top",` + rest, // cannot be set
	} {
		body := header(status)
		if status == "trash" {
			body = strings.Replace(body, `"top"`, `"top__trashed-2"`, 1)
		}
		tap, site := sitetest.NewTap(t, ok(body))
		navigation, err := menus.New(site).Navigations.Get(t.Context(), 4, cms.InContext(cms.ContextEdit))
		if err != nil {
			t.Fatal(err)
		}
		tap.Sent("GET " + root + "navigation/4?context=edit")
		params, err := navigation.Params()
		if err != nil {
			t.Fatal(err)
		}
		switch sent, err := cms.Marshal(params); {
		case err != nil:
			t.Errorf("%s: cms.Marshal(params): error %v, want nil", status, err)
		case string(sent) != want:
			t.Errorf("%s: cms.Marshal(params): body %q, want %q", status, string(sent), want)
		}
	}
}

func TestParamsOfANavigationLeaveOutAValueOfAnotherType(t *testing.T) {
	t.Parallel()
	_, site := sitetest.NewTap(t, ok(strings.Replace(header("draft"), `"wide"`, `{"name":"wide"}`, 1)))
	navigation, err := menus.New(site).Navigations.Get(t.Context(), 4, cms.InContext(cms.ContextEdit))
	if err != nil {
		t.Fatal(err)
	}
	params, err := navigation.Params()
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"slug":"top","status":"draft","password":"p","title":"T","content":"C"}`
	if body, err := cms.Marshal(params); err != nil || string(body) != want {
		t.Errorf("Params of a navigation whose template is an object: %s, error %v, want %s", body, err, want)
	}
}

func TestParamsOfAnIncompleteNavigationAreAnError(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*menus.Navigation){
		"nothing":     func(*menus.Navigation) {},
		"partial":     func(n *menus.Navigation) { n.Reading.Partial = true },
		"no status":   func(n *menus.Navigation) { n.Status = "" },
		"no date":     func(n *menus.Navigation) { n.ModifiedGMT = "" },
		"no guid":     func(n *menus.Navigation) { n.GUID = menus.Navigation{}.GUID },
		"no title":    func(n *menus.Navigation) { n.Title = menus.Navigation{}.Title },
		"no contents": func(n *menus.Navigation) { n.Content = menus.Navigation{}.Content },
	} {
		var n menus.Navigation
		if err := cms.Unmarshal([]byte(header("publish")), &n); err != nil {
			t.Fatal(err)
		}
		spoil(&n)
		switch params, err := n.Params(); {
		case errors.Is(err, cms.ErrIncomplete) != (name != "nothing"):
			t.Errorf("%s: Navigation.Params: error %v is ErrIncomplete: %t, want %t", name, err,
				errors.Is(err, cms.ErrIncomplete), name != "nothing")
		case (params == nil) != (err != nil):
			t.Errorf("%s: Params: %v, error %v, want one of them", name, params, err)
		}
	}
}
