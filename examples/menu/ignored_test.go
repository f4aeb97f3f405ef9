package main

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
)

func TestItemsOfOtherMenusAreNotPrunedWhereTheSiteIgnoresTheMenu(t *testing.T) {
	t.Parallel()
	server := start(t)
	must(t, server, "menu: Other\nitems:\n- title: Theirs\n  url: https://docs.example.org/theirs\n")
	must(t, server, "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n")
	before := records(t, server)
	out, err := updated(t, server, "menu: Main\nitems:\n- title: Ours\n  url: https://docs.example.org/ours\n", "-prune", "-site", ignoring.New(t, server.URL, "/menu-items", "menus").URL)
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "menus" {
		t.Errorf("%v\n%s", err, out)
	}
	if after := records(t, server); before != 2 || after != before {
		t.Errorf("%d items, before %d", after, before)
	}
}

// records is how many menu items the site has.
func records(t *testing.T, server *cmstest.Server) int {
	t.Helper()
	var document struct {
		Items []json.RawMessage `json:"menu-items"`
	}
	if err := json.Unmarshal(server.Document(), &document); err != nil {
		t.Fatal(err)
	}
	return len(document.Items)
}
