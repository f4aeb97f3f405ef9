package snippets

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/snippets"
)

// session is one run on one folder and one site.
type session struct {
	code          *snippets.Service
	folder        string
	lock          *lock
	out           io.Writer
	force, remove bool
	dry           bool
}

// compare reads the folder and the site.
func (s *session) compare(ctx context.Context) ([]item, error) {
	files, err := readFolder(s.folder)
	if err != nil {
		return nil, err
	}
	var onSite []remote
	for snippet, err := range s.code.All(ctx, nil) {
		if err != nil {
			return nil, err
		}
		onSite = append(onSite, remote{snippet.ID, snippet.Trashed, recordOf(snippet)})
		if snippet.Active && !snippet.CodeError.IsZero() {
			s.say("broken", fmt.Sprintf("snippet %d, %q: %s", snippet.ID, snippet.Name, snippet.CodeError))
		}
	}
	return compare(files, onSite, s.lock.entries()), nil
}

// plan compares, and says what is to be done.
func (s *session) plan(ctx context.Context) ([]item, error) {
	items, err := s.compare(ctx)
	if err != nil {
		return nil, err
	}
	same := 0
	for _, it := range items {
		if it.state == inStep {
			same++
			continue
		}
		s.say(string(it.state), it.String())
	}
	s.say("same", fmt.Sprintf("%d of %d", same, len(items)))
	return items, nil
}

// say prints one line.
func (s *session) say(what, about string) {
	program.Printf(s.out, "%-10s %s\n", what+":", about)
}

// names lists the files of items.
func names(items []item) string {
	list := make([]string, len(items))
	for i, it := range items {
		list[i] = it.file
	}
	return strings.Join(list, ", ")
}
