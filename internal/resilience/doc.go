// Package resilience has tests with networks, hosts and sites that fail, lie or send
// without end. Such a site must not make the client destroy a record that nobody named,
// end a walk early, continue a walk forever, or take memory without limit. To run them:
//
//	go test ./internal/resilience
//
// # The lists
//
//	operations      operations_test.go, and their policies in operations_policy_test.go
//	faults          faults_*_test.go
//	exported calls  calls_*_test.go. TestEveryDecoderIsTestedWithHostileResponses names
//	                what is missing
//	limits          limits_test.go
//
// The matrix (matrix_*_test.go) runs each operation under each fault. It compares the
// number of requests and the result of the call with the policy of the operation and the
// kind of the fault, and what is left of goroutines and connections. To write it as run:
//
//	FONTCMS_MATRIX=$PWD/matrix.md go test ./internal/resilience -run 'TestMatrix$'
//
// # The rows
//
//	the memory of every exported call                 calls_memory_test.go
//	the context of a call, for every exported call    calls_context_test.go
//	the context of an operation that waits            limits_context_test.go
//	responses without end                             limits_floods_test.go, download_test.go
//	what is left of calls                             leaks_*_test.go
//	a second response to a write that was done        write_second_test.go
//	Ensure on routes that ignore an argument          ensure_test.go
//	redirects of writes                               redirect_test.go
//	responses that hold another record                response_foreign_*_test.go
//	what real servers do, and stays accepted          response_real_test.go
//	fields of another kind than the type has          response_members_test.go
//	UpdateIfUnchanged on a site that caps revisions   unchanged_test.go
//	walks whose totals lie                            walk_endless_test.go, walk_totals_test.go
//	one broken record in a list                       walk_broken_test.go
//
// Every server of a row responds to a given number of requests. One more request fails
// the row and closes the connection, so that an endless walk ends the test quickly. The
// rows of the recipes are in the folders of examples.
//
// # Deviations of real servers
//
// These responses look wrong, but real servers send them. Each has a row in
// TestDeviationsOfRealServersAreAccepted, and most also have a test with recordings or
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
package resilience
