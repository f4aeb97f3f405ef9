// Package changes finds what was created, changed, trashed and deleted on a site since
// the last pass, even if that was a month ago in another process. It knows no dates: for
// the changes of each day, run a pass each day. For what was changed since a date, list
// with ModifiedAfter, as in [cms.PostListOptions]; such a list has no deleted records.
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
// For a backup or for links, set Options.Records: Change.Record then has the JSON of each
// record that was created or changed. A deleted record has none, so keep what you need of it.
//
// The store holds a mark of each record. A pass lists all ids and compares the records
// with their marks. In the first pass every record is [Created]: to begin from now on,
// run a first pass whose loop does nothing. Without kinds, New takes all kinds that the
// package has, which require the administrator role. See [Feed.All] for kills,
// errors and the cost, and [Feed] for what cannot be seen.
//
// A plugin or a version of WordPress that adds a field changes all records: once in each
// kind that is read whole.
package changes
