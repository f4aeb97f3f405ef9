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
//
// # Three things people get wrong
//
// Everyone may read the settings, without credentials: there is no secret to keep in
// them.
//
// Two programs that update at the same time overwrite each other: the site has no
// versions. Updates through one client, or clients derived from it, take turns.
//
// An unknown block or control is stored as it is written. A name with a mistake in it
// is no error, and hides nothing.
package blockvisibility
