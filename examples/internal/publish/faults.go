package publish

import (
	"errors"
	"strings"

	"github.com/fontcms/fontcms-go/cms"
)

// refuse leaves a document out, with a line. The other documents go on.
func (p *publisher) refuse(d *document, err error) {
	if d.what == refuse {
		return
	}
	d.state, d.what = done, refuse
	say(p.out, refuse, at(d.path, err), reason(err))
}

// note writes a line about what a document loses, once. A text is rendered several times.
func (p *publisher) note(where, text string) {
	if line := where + " " + text; !p.noted[line] {
		p.noted[line] = true
		say(p.out, loss, where, text)
	}
}

// ofFile reports whether an error is about one document: other documents can go on. The site
// rejects what this file asks for, or the record is left to somebody. Other errors are those of
// the site, the network and the caller, which every document would meet.
func ofFile(err error) bool {
	for _, fault := range []error{
		cms.ErrBadRequest, cms.ErrForbidden, cms.ErrNotFound, cms.ErrConflict, cms.ErrGone, cms.ErrTooLarge,
		cms.ErrChanged, cms.ErrOverwritten, cms.ErrUnverifiable, cms.ErrSlugHidden, cms.ErrAmbiguous,
		cms.ErrPartlyWritten, cms.ErrInvalidArgument,
	} {
		if errors.Is(err, fault) {
			return true
		}
	}
	_, inLine := errors.AsType[*lineError](err)
	_, taken := errors.AsType[*cms.SlugTakenError](err)
	return inLine || taken
}

// ofUpload is [ofFile] for an upload. A site responds to a file that it does not take with the
// status 500, and a code that begins with "rest_upload".
func ofUpload(err error) bool {
	e, ok := errors.AsType[*cms.Error](err)
	return ofFile(err) || ok && strings.HasPrefix(string(e.Code), "rest_upload")
}
