package snapshot

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// LicenseReport groups the fonts of a snapshot by licence.
type LicenseReport struct {
	// Groups are the licences, the most frequent first. Equally frequent ones are
	// ordered by address.
	Groups []LicenseGroup `json:"groups"`
	// Without are the fonts whose record has no licence: null, "", blanks or absent.
	// Check them before you use them.
	Without []*fonts.Font `json:"without"`
}

// LicenseGroup is the fonts of one licence.
type LicenseGroup struct {
	License string        `json:"license"` // the address, as the catalogue writes it
	Fonts   []*fonts.Font `json:"fonts"`   // in the order of the snapshot
}

// Licenses groups the fonts by licence. Addresses are compared as written, except for
// blanks at either end. So addresses that differ in http and https, or in a trailing
// slash, are two licences.
func (s *Snapshot) Licenses() LicenseReport {
	report := LicenseReport{Groups: []LicenseGroup{}, Without: []*fonts.Font{}}
	groups := map[string]int{} // index of each licence in report.Groups
	for i := range s.Fonts {
		font := &s.Fonts[i]
		license := ""
		if font.License != nil {
			license = strings.TrimSpace(*font.License)
		}
		if license == "" {
			report.Without = append(report.Without, font)
			continue
		}
		at, ok := groups[license]
		if !ok {
			at = len(report.Groups)
			groups[license] = at
			report.Groups = append(report.Groups, LicenseGroup{License: license})
		}
		report.Groups[at].Fonts = append(report.Groups[at].Fonts, font)
	}
	slices.SortFunc(report.Groups, func(a, b LicenseGroup) int {
		return cmp.Or(cmp.Compare(len(b.Fonts), len(a.Fonts)), cmp.Compare(a.License, b.License))
	})
	return report
}
