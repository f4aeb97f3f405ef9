// Package archiver has a site archive its pages with a service such as the
// Wayback Machine, and lists what was archived (specification, section 4,
// "Archiver").
//
//	archive := archiver.New(site)
//	_, err := archive.TriggerSnapshot(ctx, "https://docs.example.org/kerning/", "")
//	list, err := archive.GetSnapshots(ctx, "https://docs.example.org/kerning/", "")
//	for _, snapshot := range list.Snapshots() {
//		fmt.Println(snapshot.URL)
//	}
//
// # Answers
//
// The specification does not show what the routes answer, and no public version
// of the plugin has them, so nobody could look. An [Answer] is therefore the JSON
// itself. Its methods recognise the usual forms of such lists, and are a guess: a
// program that knows its site decodes the answer into types of its own, by
// [Answer.Decode]. Which services there are is not known either.
//
// # Three things people get wrong
//
// A snapshot that was triggered is not there yet: the service takes minutes, and may
// refuse the page for reasons of its own.
//
// An answer that [Answer.Snapshots] finds nothing in need not be empty: it may have a
// form that nobody has seen. [Answer.Decode] reads it.
//
// The address is that of the page as visitors see it, not that of its record in the
// interface.
package archiver
