package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/examples/internal/ignoring"
)

func TestNoCommentIsShownWhereTheSiteIgnoresThePost(t *testing.T) {
	t.Parallel()
	server, _, _ := start(t)
	out, err := moderated(t, server, "q\n", "-post", "1", "-site", ignoring.New(t, server.URL, "/comments", "post").URL)
	if e, ok := errors.AsType[*cms.ArgumentError](err); !ok || e.Argument != "post" || strings.Contains(out, "1 of") {
		t.Errorf("%v\n%s", err, out)
	}
}
