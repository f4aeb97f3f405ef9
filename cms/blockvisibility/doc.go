// Package blockvisibility reads and changes the settings that decide which blocks are
// shown to whom. The site needs the plugin Block Visibility; without it calls fail with
// [cms.ErrNoRoute].
//
//	visibility := blockvisibility.New(site) // site is a *cms.Client
//	settings, err := visibility.Update(ctx, func(s *blockvisibility.Settings) error {
//		s.VisibilityControls.Enable(blockvisibility.ControlCookie, false)
//		return nil
//	})
//
// # Why there is no plain write
//
// The settings are one document. Each write replaces the whole document, so fields that
// a write leaves out are permanently lost. After a write of an empty document the REST
// API can neither read nor write the settings ([ErrWiped]). So [Service.Update] reads
// the document, calls a function that changes it, and writes all of it, including
// fields that this package does not know.
//
// # Three common mistakes
//
// Everyone may read the settings, without credentials. Do not store secrets in them.
//
// If two programs update at the same time, one overwrites the changes of the other,
// because the settings have no versions. Updates through one client, or clients derived
// from it, wait for each other.
//
// The site stores unknown names of blocks and controls. So a misspelled name has no
// effect and is not an error.
package blockvisibility
