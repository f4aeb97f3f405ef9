// Package changes finds what was created, changed, trashed and deleted on a site since
// the last pass, even if that was a month ago in another process. It knows no dates: for
// the changes of each day, run a pass each day.
//
//	store, err := changes.OpenFolder("state")
//	…
//	defer store.Close()
//	feed := changes.New(site, store, changes.Type("cms/v2/posts"), changes.Comments())
//	for change, err := range feed.All(ctx, nil) {
//		if err != nil { // it concerns one kind or record: the pass goes on
//			log.Print(err)
//			continue
//		}
//		fmt.Println(change.Op, change.Kind, change.ID) // created posts 17
//	}
//
// The store holds a mark of each record. A pass lists all ids and compares the records
// with their marks. In the first pass every record is [Created]: to begin from now on,
// run a first pass whose loop does nothing. Without kinds, New takes all kinds that the
// package has, which require the administrator role. See [Feed.All] for kills, errors and the cost.
//
// # What cannot be seen
//
//   - What happened between two passes and was undone: a record that was created and
//     deleted; several edits are one change.
//   - An edit by SQL or a plugin that changes neither modified_gmt nor a field that a
//     usual pass reads: see Full of [Options].
//   - An edit within the second of the last one, if the header Date of the site is absent or
//     a minute ahead of modified_gmt, or the clock went back.
//   - What the REST API does not show to the user: hidden records, other statuses and
//     contexts than those of the [Kind], fields in Kind.Ignore, derived fields such as link
//     and the count of a term.
//   - A new file at the address of an old one; revisions, autosaves and settings.
//   - A record that was deleted and stored again under its id is [Changed]. A record that
//     became one of another type is Deleted there and Created here.
//   - Deletions while a list is short ([ErrShort]), or none of its records is left
//     ([ErrAllGone]).
//   - A site that was set up anew at the same address, if the user is another one, or may
//     not read users/me: see [ErrOtherSite].
//
// A plugin or a version of WordPress that adds a field changes all records: once in each
// kind that is read whole.
package changes
