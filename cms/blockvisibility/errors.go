package blockvisibility

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/fontcms/fontcms-go/cms"
)

// ErrWiped means that the site has lost its settings, for example after a write of an
// empty document. The REST API can then neither read nor write them. To restore the
// defaults, delete the option block_visibility_settings on the server: "wp option
// delete block_visibility_settings".
var ErrWiped = errors.New("the settings are gone")

// own reports whether err is a response of the plugin itself with the given status. The
// error codes of the plugin are numbers. A gateway may also send a number, but only a
// response of the REST API has the status in its data.
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

// wiped turns err into ErrWiped if the plugin reports that the settings are gone.
func wiped(err error) error {
	if own(err, http.StatusNotFound) {
		return gone(err)
	}
	return err
}

func isWiped(err error) bool { return errors.Is(err, ErrWiped) }

// gone sets the reason of err to ErrWiped if err is a *cms.Error.
func gone(err error) error {
	if e, ok := errors.AsType[*cms.Error](err); ok && !isWiped(err) {
		e.Reason = ErrWiped
		if e.Hint == "" {
			e.Hint = "on the server, delete the option block_visibility_settings to restore the defaults"
		}
	}
	return err
}
