package blockvisibility

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrWiped says that the site has lost its settings, as it does when it is sent
// an empty document. The interface can neither read nor write them any more. Who can get
// at the server brings the defaults back by deleting the option
// block_visibility_settings: "wp option delete block_visibility_settings".
var ErrWiped = errors.New("the settings are gone")

// own reports whether err is the plugin's own answer with the status. Its codes
// are numbers, which gateways answer with as well; but only an answer of the
// interface has the status in its data.
func own(err error, status int) bool {
	e, ok := errors.AsType[*cms.Error](err)
	if !ok || e.Status != status || string(e.Code) != strconv.Itoa(status) || len(e.Data) == 0 {
		return false
	}
	var data struct {
		Status int `json:"status"`
	}
	return cms.Unmarshal(e.Data, &data) == nil && data.Status == status
}

// wiped makes err ErrWiped where the plugin says so.
func wiped(err error) error {
	if own(err, http.StatusNotFound) {
		return gone(err)
	}
	return err
}

func isWiped(err error) bool { return errors.Is(err, ErrWiped) }

// gone makes err, an *cms.Error, ErrWiped.
func gone(err error) error {
	if e, ok := errors.AsType[*cms.Error](err); ok && !isWiped(err) {
		e.Reason = ErrWiped
		if e.Hint == "" {
			e.Hint = "on the server, delete the option block_visibility_settings: the defaults come back"
		}
	}
	return err
}
