// Package archiver has a site archive its pages with a service such as the
// Wayback Machine, and lists what was archived (specification, section 4,
// "Archiver").
//
//	archive := archiver.New(site)
//	_, err := archive.TriggerSnapshot(ctx, "https://docs.example.org/kerning/", "")
//	list, err := archive.GetSnapshots(ctx, "https://docs.example.org/kerning/", "")
//	err = cms.Unmarshal(list, &mine)
//
// # Answers
//
// The specification does not show what the routes answer, and no public version of the
// plugin has them. Both calls therefore return the JSON itself. A program that knows its
// site decodes it by [cms.Unmarshal] into types of its own. Which services there are is
// not known either.
//
// # Two things people get wrong
//
// A snapshot that was triggered is not there yet: the service takes minutes, and may
// refuse the page for reasons of its own.
//
// The address is that of the page as visitors see it, not that of its record in the
// interface.
package archiver
