// Package blockvisibility reads and changes the settings that decide which blocks are
// shown to whom. The site needs the plugin Block Visibility; without it calls fail with
// [cms.ErrNoRoute].
//
//	visibility := blockvisibility.New(site)
//	settings, err := visibility.Update(ctx, func(s *blockvisibility.Settings) error {
//		s.VisibilityControls.Enable(blockvisibility.ControlCookie, false)
//		return nil
//	})
//
// # Why there is no plain write
//
// The settings are one document, which each write replaces. What a write leaves out is
// permanently lost. An empty document breaks the settings so that the REST API can no
// longer repair them ([ErrWiped]). So [Service.Update] reads the document, calls a
// function that changes it, and writes all of it, including fields that this package
// does not know.
//
// # Three common mistakes
//
// Everyone may read the settings, without credentials. Do not store secrets in them.
//
// Two programs that update at the same time overwrite each other, because the site has
// no versions. Updates through one client, or clients derived from it, wait for each
// other.
//
// An unknown block or control is stored as written. A misspelled name is not an error,
// and hides nothing.
package blockvisibility
