package changes

import (
	"encoding/json"
	"errors"

	"github.com/fontcms/fontcms-go/cms"
)

// Op tells what happened to a record.
type Op string

// The values of Op. Restored means that the record has left the trash.
const (
	Created  Op = "created" // also if it was trashed since: then Change.Status is "trash"
	Changed  Op = "changed"
	Trashed  Op = "trashed" // an earlier pass has seen it outside the trash
	Restored Op = "restored"
	Deleted  Op = "deleted" // permanently
)

// Change is one change of one record: all that happened to it since its last mark. A
// record that was created and trashed since is Created, with the Status "trash".
//
// A Change has no title and no link: a usual pass reads only ids, dates and statuses. Get
// returns the record with one request, as in site.Posts.Get(ctx, change.ID). For the
// records of all changes, set Options.Records.
type Change struct {
	Kind string // Kind.Name
	ID   int64
	Op   Op
	// Status of the record, and the one before; "" for kinds without a status. Status is ""
	// for Deleted, Was for Created.
	Status, Was string
	// Modified is the modified_gmt of the record, "" if it has none or is Deleted.
	Modified cms.GMTTime
	// Record is the JSON of the whole record with Options.Records, otherwise nil, and nil for
	// Deleted. Decode it with [cms.Unmarshal].
	Record json.RawMessage
	// Mark is what the feed saves in the store when the change is taken, "" for Deleted. To
	// take a change exactly once, save it in the same transaction as your own work.
	Mark string
}

// Errors of a pass. In each case nothing is yielded as deleted.
var (
	// ErrOtherSite: the site has another address than in earlier passes, or the user of the
	// client was registered at another time, so that the site was set up anew. Nothing of it
	// was read. Use an empty store, or Options.AllowMoved if the same site has moved.
	ErrOtherSite = errors.New("the store belongs to another site")
	// ErrAllGone: the list has none of the remembered records of a kind. The site was set up
	// anew, its database is broken, or all were deleted: then pass Options.AllowEmpty.
	ErrAllGone = errors.New("the list has none of the records of the last pass, so none is reported as deleted")
	// ErrShort: remembered records are missing in a list that holds fewer records than its
	// total, or that has no total. The site hides some from the user.
	ErrShort = errors.New("the list is shorter than its total, so no record is reported as deleted")
)
