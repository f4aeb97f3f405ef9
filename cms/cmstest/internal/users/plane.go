// Package users has the accounts of a site and their application passwords: their routes and their records.
package users

import (
	"github.com/fontcms/fontcms-go/cms/cmstest/internal/content"
)

// Plane is the users of a site, and their application passwords.
type Plane struct {
	*content.Site
	NoPasswords bool            // the site has no application passwords
	TypeNames   func() []string // the names of all types of records
}
