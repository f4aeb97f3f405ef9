// Package hostile has tests with sites that send wrong or endless responses. Such a
// site must not make the client destroy a record that nobody named, end a walk early,
// or continue a walk forever. Each row has a server, a call, and the expected result.
// To run them all:
//
//	go test ./internal/hostile
//
// Every server responds to a given number of requests. One more request fails the row
// and closes the connection, so that an endless walk ends the test quickly.
//
// # The rows
//
//	Ensure on routes that ignore an argument          ensure_test.go
//	redirects of writes                               redirect_test.go
//	responses that hold another record                foreign_test.go, foreign_types_test.go
//	UpdateIfUnchanged on a site that caps revisions   revisions_test.go
//	walks whose totals lie                            endless_test.go
//	one odd record in a list                          odd_test.go
//	catalogues of fonts, deletes of snippets          others_test.go
//	what real servers do, and stays accepted          oddities_test.go
//	memory                                            memory*_test.go
//	the context of a call, for every exported call    table_test.go
//
// The rows of the recipes (publish, photos, snippets, restore, mirror) are in the
// folders of examples, and more rows of fonts and snippets in the folders of those
// packages. internal/faultmatrix has the same wrong responses for every kind of
// operation.
//
// # Oddities of real servers
//
// These responses look wrong, but real servers send them. Each has a row in
// TestOdditiesOfRealServersAreAccepted, and most also have a test with recordings or
// whole servers:
//
//	sticky posts in front of a page           conformance: posts/reading, "walk ignore_sticky=false, each post once"
//	short pages, records hidden               cms: TestWalkYieldsEveryRecordInOrder
//	empty pages for contributors              TestWalksReadToTheEndOfWhatIsThere
//	lists without paging                      cms: TestWalkYieldsEveryRecordInOrder;
//	                                          snippets: TestWalksYieldEverySnippetOnceWhateverTheServerDoes
//	plugins that cap the size of a page       cms: TestNothingIsLostOnASiteThatGivesSmallerPages
//	totals that are absent                    cms: TestWalkYieldsEveryRecordInOrder
//	a page that has a part of the page before         conformance: changes during a walk
//	no blocks for anyone, of a total of 40    cms: TestRecordedListsOfBlocksAreReadWhole
//	an autosave with the id of its draft      cms: TestRecordedAutosavesReturnWhatTheSiteStored;
//	                                          conformance: posts-autosaves/writing
//	an autosave of another id than asked for  cms: TestRecordedAutosavesAreReadWhole
//	revisions without status and link         cms: TestRecordedRevisionsAreReadWhole
//	[] for an empty object                    internal/wire; cms: TestRecordedPostsAreReadWhole
//	[] for a record without the fields        internal/wire
//	media with [] for meta and details        media: TestRecordedReads
//	menu items in no menu                     cms: TestRecordedMenuItemsAreReadAndWrittenWhole
//	an edit of an image, which returns a copy         media: TestRecordedEdits
//	204 for the delete of a snippet           snippets: TestDeleteSucceedsIfAnEarlierAttemptDid
//	ids as text                               cms: TestNumberReadsStringsToo
//	users/me                                  TestRequestsNameTheRecordThatTheyAskFor
//	revisions of templates, by wp_id                  only here
package hostile
