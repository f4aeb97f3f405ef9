// Package hostile holds the tests of what a site must not be able to do to its client, whatever it answers: make it
// destroy a record that nobody named, end a walk early, or never end one. Each row has a server that lies, a call, and
// what has to hold. To run them all:
//
//	go test ./internal/hostile
//
// Every server answers a stated number of requests. One that is asked more often fails its row and hangs up, so that an
// endless walk ends the test quickly.
//
// # The rows
//
//	Ensure on routes that ignore an argument          ensure_test.go
//	redirects of writes                               redirect_test.go
//	answers that hold another record                  foreign_test.go, foreign_types_test.go
//	UpdateIfUnchanged on a site that caps revisions   revisions_test.go
//	walks whose totals lie                            endless_test.go
//	one odd record in a list                          odd_test.go
//	catalogues of fonts, deletes of snippets          others_test.go
//	what real servers do, and stays accepted          oddities_test.go
//	memory                                            memory*_test.go
//	the context of a call, for every exported call    table_test.go
//
// The rows of the recipes (publish, photos, snippets, restore, mirror) are in the folders of examples, and more rows of
// fonts and snippets in the folders of those packages. internal/faultmatrix has the same lies for every kind of operation.
//
// # Oddities of real servers
//
// These look like lies and are none. Each has a row in TestOdditiesOfRealServersAreAccepted, and most have a test against
// recordings or whole servers as well:
//
//	sticky posts in front of a page           conformance: posts/reading, "walk ignore_sticky=false, each post once"
//	short pages, records hidden               cms: TestAWalkYieldsEveryRecordInOrder
//	empty pages for contributors              TestWalksReadToTheEndOfWhatIsThere
//	lists without paging                      cms: TestAWalkYieldsEveryRecordInOrder; snippets: TestWalksYieldEverySnippetOnceWhateverTheServerDoes
//	plugins that cap the size of a page       cms: TestNothingIsLostOnASiteThatGivesSmallerPages
//	totals that are absent                    cms: TestAWalkYieldsEveryRecordInOrder
//	a page that repeats a part of the last    conformance: changes during a walk
//	no blocks for anyone, of a total of 40    cms: TestRecordedListsOfBlocksAreReadWhole
//	an autosave with the id of its draft      cms: TestRecordedAutosavesAnswerWhatTheSiteStored; conformance: posts-autosaves/writing
//	an autosave of another id than asked for  cms: TestRecordedAutosavesAreReadWhole
//	revisions without status and link         cms: TestRecordedRevisionsAreReadWhole
//	[] for an empty object                    internal/wire; cms: TestRecordedPostsAreReadWhole
//	[] for a record without the fields        internal/wire
//	media with [] for meta and details        media: TestRecordedReads
//	menu items in no menu                     cms: TestRecordedMenuItemsAreReadAndWrittenWhole
//	an edit of an image, answered by a copy   media: TestRecordedEdits
//	204 for the delete of a snippet           snippets: TestDeleteSucceedsIfAnEarlierAttemptDid
//	ids as text                               cms: TestNumberReadsStringsToo
//	users/me                                  TestRequestsNameTheRecordThatTheyAskFor
//	revisions of templates, by wp_id          here alone
package hostile
