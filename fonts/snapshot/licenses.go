package snapshot

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fontcms/fontcms-go/fonts"
)

// LicenseReport says under which licences the fonts of a snapshot may be used.
type LicenseReport struct {
	// Groups are the licences, the most frequent first, and of equally frequent
	// ones in the order of their addresses.
	Groups []LicenseGroup `json:"groups"`
	// Without are the fonts whose record names no licence: null, "", blanks, or
	// nothing at all. They need a look before they are used.
	Without []*fonts.Font `json:"without"`
}

// LicenseGroup is the fonts of one licence.
type LicenseGroup struct {
	License string        `json:"license"` // the address, as the catalogue writes it
	Fonts   []*fonts.Font `json:"fonts"`   // in the order of the snapshot
}

// Licenses groups the fonts by licence. Addresses are compared as they are
// written, but for blanks at their ends: http and https, or with and without a
// slash at the end, are two licences until somebody has looked.
func (s *Snapshot) Licenses() LicenseReport {
	report := LicenseReport{Groups: []LicenseGroup{}, Without: []*fonts.Font{}}
	groups := map[string]int{} // the index of each licence
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
