package cms_test

import (
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

func TestCodesOfALoginThatIsRefused(t *testing.T) {
	t.Parallel()
	for code, want := range map[cms.ErrorCode]bool{
		"incorrect_password": true, "invalid_username": true, "invalid_email": true,
		"application_passwords_disabled_for_user": true,
		cms.CodeInvalidParam:                      false, cms.CodeNotLoggedIn: false, "": false,
	} {
		if got := code.RefusesLogin(); got != want {
			t.Errorf("ErrorCode.RefusesLogin: got is %t, want %t", got, want)
		}
	}
}
