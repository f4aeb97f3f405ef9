package cmstest_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/cms/cmstest"
)

func TestLostResponseIsALostConnection(t *testing.T) {
	t.Parallel()
	server := cmstest.NewServer(cmstest.WithTest(t))
	server.Fail(cmstest.Fault{Cut: cmstest.CutAnswer, Times: 1})
	site, err := cms.New(server.URL, cms.WithRetry(cms.Retry{Attempts: 1}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = site.Posts.List(t.Context(), nil)
	if !errors.Is(err, io.ErrUnexpectedEOF) || !strings.Contains(err.Error(), "was lost") {
		t.Errorf("List with a lost response: error %v, want ErrUnexpectedEOF, and that the connection was lost", err)
	}
}
