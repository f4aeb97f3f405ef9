package ensure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/fontcms/fontcms-go/cms/internal/fault"
	"github.com/fontcms/fontcms-go/internal/transport"
)

// errAgain is the error of a step that needs another round.
var errAgain = errors.New("look again")

// looks is the largest number of look-ups while the run waits for a list to change.
const looks = 5

// run is the state of one [Run].
type run struct {
	store  Store
	route  string // route of the records
	slug   string
	parent string // id of the parent; "" for types without parents
	fields Fields
	// claimed is the id of a record to which this run has given the slug, or may have given it.
	// The run has neither confirmed nor withdrawn this record. claimed is 0 if there is no such
	// record.
	claimed int64
	// made is the id of the draft that this run last tried to turn into the record. It is 0 if
	// there was none.
	made  int64
	wrote bool // the run has updated a record that had the slug
	// may asks the caller whether to write a record. whole is the stored record in the type
	// of the caller, nil for a new record. A nil may permits every write.
	may func(whole any) bool

	did       Did // decide sets did and rewritten
	rewritten []string
}

// look returns the records with the slug, the lowest id first, and the drafts of
// unfinished attempts.
func (e *run) look(ctx context.Context) (holders, left []Record, err error) {
	if holders, err = e.holders(ctx, e.slug); err == nil {
		left, err = e.leftovers(ctx)
	}
	return holders, left, err
}

// holders returns the records with a slug, the lowest id first. The request also names a
// slug that no record has, so that no cache has an old response to it.
func (e *run) holders(ctx context.Context, slug string) ([]Record, error) {
	query := url.Values{"slug[]": {slug, token(e.slug)}, "status[]": {"any"}}
	if e.parent != "" {
		query.Set("parent[]", e.parent)
	}
	found, total, err := e.list(ctx, query)
	if err != nil {
		return nil, err
	}
	asked := cmp.Or(e.parent, "0")
	for _, one := range found {
		if one.Slug != slug {
			return nil, e.ignored(fmt.Errorf("asked for %q, record %d has %.80q", slug, one.ID, one.Slug))
		}
		if strconv.FormatInt(one.Parent, 10) != asked {
			return nil, e.ignored(fmt.Errorf("asked for records below %s, record %d is below %d", asked, one.ID, one.Parent))
		}
	}
	if total > len(found) {
		return nil, e.store.Fail(http.MethodGet, fault.ErrSlugHidden, "")
	}
	return found, nil
}

// leftovers returns the drafts of unfinished attempts. The list may be old, so each draft
// is read by its id.
func (e *run) leftovers(ctx context.Context) (left []Record, err error) {
	found, _, err := e.list(ctx, url.Values{"search": {`"` + e.draftMarker() + `"`}, "status[]": {"draft"}})
	for _, one := range found {
		if !e.isLeftover(one) {
			continue
		}
		now, still, err := e.unfinishedNow(ctx, one.ID)
		if err != nil {
			return nil, err
		}
		if still {
			left = append(left, now)
		}
	}
	return left, err
}

// unfinishedNow reads a record, and reports whether it is an unfinished draft that nobody
// has edited. For a missing record it returns false and the id 0.
func (e *run) unfinishedNow(ctx context.Context, id int64) (Record, bool, error) {
	now, err := e.store.Read(ctx, id)
	if errors.Is(err, fault.ErrNotFound) {
		return Record{}, false, nil
	}
	return now, err == nil && e.isLeftover(now), err
}

// isLeftover reports whether a record is an unfinished draft that nobody has edited. For a type
// without content, only the token in the slug shows this. The token is enough: searches find drafts
// by their content, so a draft without content can only be from this run.
func (e *run) isLeftover(one Record) bool {
	return isToken(one.Slug, e.slug) && (one.Bare || e.isUnfinished(one.Content))
}

func (e *run) list(ctx context.Context, query url.Values) ([]Record, int, error) {
	query.Set("context", "edit")
	query.Set("orderby", "id")
	query.Set("order", "asc")
	return e.store.List(ctx, query)
}

// draftMark begins the content of all unfinished drafts.
const draftMark = "fontcms-ensure "

// draftMarker returns the text in an unfinished draft by which searches find the draft.
func (e *run) draftMarker() string {
	return draftMark + cmp.Or(e.parent, "0") + "/" + e.slug + "."
}

// isUnfinished reports whether content is that of an unfinished draft that nobody has edited.
func (e *run) isUnfinished(content string) bool {
	return strings.TrimSpace(content) == "<!-- "+e.draftMarker()+" -->"
}

// unfinished returns the fields of an unfinished draft with a slug.
func (e *run) unfinished(slug string) Fields {
	return Fields{"status": text("draft"), "slug": text(slug), "content": text("<!-- " + e.draftMarker() + " -->")}
}

// ignored returns the error for a site that does not list by slug.
func (e *run) ignored(reason error) error {
	return e.store.Fail(http.MethodGet, transport.Because(fault.ErrSlugIgnored, reason),
		"find the record in another way, and call Create or Update")
}

// firstWait is the wait after the first look-up. The wait doubles after each further look-up.
const firstWait = 50 * time.Millisecond
