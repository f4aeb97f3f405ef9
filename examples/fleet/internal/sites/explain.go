package sites

import (
	"github.com/fontcms/fontcms-go/cms/connect"
	"github.com/fontcms/fontcms-go/examples/internal/program"
)

// names are the places in which a fleet names a site and a login.
func names() program.Names {
	return program.Names{
		Site: "the column site", User: "the column user", Password: "the secret that the file of sites names",
		Prefix: "the prefix in the file of sites",
	}
}

// Explain returns an error of a site in the words of a person who wrote the file of sites.
func Explain(err error) string { return program.Explain(err, names()) }

// Remedy says to that person what to do about a finding.
func Remedy(f connect.Finding) string { return program.Remedy(f, names()) }
