// Package conformance runs the same scenarios against cmstest, the server in memory, in
// every run of the tests, and against a real WordPress if there is one. Users may rely
// on what both pass in their own tests.
//
// Its files end in _test.go. Scenarios use the exported names of cms and of the
// packages above it. The name of a scenario has the collection, the kind (reading,
// writing, failing) and the caller: posts/reading/admin/author=[3] in edit. It is a
// sub-test of TestMemory and TestLive.
//
// # The site
//
// testdata/site holds documents as cmstest.Server.Load takes them. Both servers get the
// same records with the same ids. So scenarios name ids, and compute from the documents
// what a list must hold. The zone of the site is Europe/Berlin. Reading scenarios share
// a site. Each of the others has its own. On the real server that is the same site,
// restored in some hundredths of a second.
//
// # Requests as rows
//
// testdata/exchanges holds scenarios of one request, and perhaps some more after it. A
// file has the name of its collection, and each line is a JSON object:
//
//	{"as":"admin editor","path":"/cms/v2/comments/803?context=edit","want":{"id":803},"lacks":["meta"]}
//
// makes a scenario for each of the two roles. The fields of the type row explain these
// members:
//   - the request: as, login, method, path, send (headers), body
//   - the expected response: status, headers, the whole JSON, or some of it by want,
//     has, lacks, differs, parts (of texts) and items (of a batch)
//   - the state after it: stored (records as the database has them), then (more
//     requests)
//   - the condition: since (a version of WordPress), needs (what the index must list)
//
// testdata/tables holds the rows that several collections share: courses (writes to one
// record), deeds (what each role may do), fields (what is stored for a value),
// refusals, and wrong values in bodies and queries. The first member lists the
// collections of a row. KIND and other names in capitals stand for a record of each:
// see targets.
//
// # A real server
//
// With WordPress as internal/wordpress starts it (SUITE chooses the generation):
//
//	export LAB=/tmp/fontcms-conformance
//	internal/wordpress/wordpress.sh up
//	php internal/wordpress/document.php $LAB/wp internal/conformance/testdata/site/*.json
//	internal/wordpress/wordpress.sh save
//	. $LAB/env
//	FONTCMS_CONFORMANCE=$LAB go test -count=1 -run TestLive ./internal/conformance
//
// With FONTCMS_CONFORMANCE_BRIEF=1 all scenarios that read are run, and for each
// collection one that writes. Names begin with the collection: -run
// 'TestLive/^comments$' runs only those of comments, as TestMemory/^comments$ does in
// memory.
//
// Scenarios change the site. A scenario is skipped if the index of the site lacks what
// it needs, never because of a version.
//
// # Recorded runs
//
// With FONTCMS_CONFORMANCE_RECORD=FOLDER a live run writes every exchange into a
// folder. TestRecorded runs the same scenarios without a site, from testdata/recorded
// or FONTCMS_CONFORMANCE_REPLAY. The README of testdata/recorded tells how to record
// them again.
// # Whole responses
//
// testdata/answers holds requests with the whole responses of WordPress 7.1, one in
// each line, without its sentences. They are scenarios like the others. To add one,
// write a line with role, method and path, and a body if it has one, and run this
// command against a real site, set up as above. The collection is the one in the path.
//
//	FONTCMS_CONFORMANCE=$LAB FONTCMS_CONFORMANCE_ANSWERS=1 \
//	    go test -count=1 -timeout 30m -run TestRecordResponses ./internal/conformance
//
// It records all of them again. They must not depend on the day: give new records a
// date in the past, or read only some fields.
//
// # What counts
//
// A scenario counts only if some change of cmstest makes it fail. The command
// internal/mutate makes such changes, one at a time:
//
//	go run ./internal/mutate -package ./cms/cmstest -tests ./internal/conformance
package conformance
