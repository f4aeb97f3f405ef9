package sitetest

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/cms"
)

// Roles returns the roles of a stock site, the mightiest first. nobody stands for anonymous calls.
func Roles() []string {
	return []string{"admin", "editor", "author", "contributor", "subscriber", "nobody"}
}

// LiveAs is [Live] for the user of a role, whose login is in ADMIN_USER and ADMIN_PASS, for example.
func LiveAs(t *testing.T, role string) *cms.Client {
	t.Helper()
	env := os.Getenv //nolint:forbidigo // only live tests read the address and the login from it
	user, password := env(strings.ToUpper(role)+"_USER"), env(strings.ToUpper(role)+"_PASS")
	login := cms.WithApplicationPassword(user, password)
	switch {
	case role == "nobody":
		login = cms.WithoutCredentials()
	case user == "":
		t.Skip("no user for the role " + role)
	}
	site, err := Live(t).With(login)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// Right is an operation that needs a right.
type Right struct {
	Name string
	// Least is the lowest role that may carry out the operation.
	Least string
	// Do carries out the operation.
	Do func(ctx context.Context, site *cms.Client, role string) error
	// Refused is the error code for lower roles, "" for any code.
	Refused cms.ErrorCode
}

// Check tries each operation as each role, and returns the number of attempts.
func Check(t *testing.T, rights []Right) (cases int) {
	t.Helper()
	for _, role := range Roles() {
		site := LiveAs(t, role)
		for _, right := range rights {
			cases++
			err := right.Do(t.Context(), site, role)
			switch may := rank(role) <= rank(right.Least); {
			case may && err != nil:
				t.Errorf("%s as %s: %v", right.Name, role, err)
			case !may && !errors.Is(err, cms.ErrForbidden) && !errors.Is(err, cms.ErrUnauthorized):
				t.Errorf("%s as %s: %v", right.Name, role, err)
			case !may && right.Refused != "" && !errors.Is(err, right.Refused):
				t.Errorf("%s as %s: %v, not %s", right.Name, role, err, right.Refused)
			}
		}
	}
	return cases
}

func rank(role string) int {
	for i, name := range Roles() {
		if name == role {
			return i
		}
	}
	return len(Roles())
}
