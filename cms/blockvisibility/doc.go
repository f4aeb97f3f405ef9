// Package blockvisibility reads and changes the settings of a site that say which
// blocks are shown to whom (specification, section 4, "Block visibility"), as the
// plugin Block Visibility has them. A site without it answers [cms.ErrNoRoute].
//
//	visibility := blockvisibility.New(site)
//	settings, err := visibility.Update(ctx, func(s *blockvisibility.Settings) error {
//		s.VisibilityControls.Enable(blockvisibility.ControlCookie, false)
//		return nil
//	})
//
// # Why there is no plain write
//
// The settings are one document, which a write replaces without a look at it: what
// it leaves out is lost for good, and an empty one breaks the settings of the
// site so that the interface can no longer mend them ([ErrWiped]). So
// [Service.Update] reads the document, has it changed and writes all of it, the
// members that this package does not know included.
package blockvisibility
