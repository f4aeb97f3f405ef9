// Package conformance holds servers to one set of expectations: cmstest, the server in memory, in every run of the
// tests, and a real WordPress where one is given. What both pass is what users may rely on in their own tests.
//
// Its files end in _test.go. Scenarios are written against the public interface of cms and what is built on it; they
// name the collection, the kind (reading, writing, failing) and who calls, and appear as sub-tests of TestMemory and
// TestLive under these names: posts/reading/admin/author=[3] in edit.
//
// # The site
//
// testdata/site holds documents as cmstest.Server.Load takes them. Both servers are filled with the same records
// under the same ids, so that scenarios name ids, and compute what a list must hold from the documents. The zone of
// the site is Europe/Berlin. Reading scenarios share a site. Each of the others has one of its own; on the real
// server that is the same one, put back to what it was after seeding (some hundredths of a second).
//
// # Requests as rows
//
// testdata/exchanges holds scenarios that are one request, and perhaps some more after it. A file is called after its
// collection, and each line is a JSON object:
//
//	{"as":"admin editor","path":"/cms/v2/comments/803?context=edit","want":{"id":803},"lacks":["meta"]}
//
// makes a scenario of each of the two roles. What is sent: as, login, method, path, send (headers), body. What must
// come back: status, headers, answer (the whole JSON), want, has, lacks, differs, parts (of texts), items (of a
// batch). What must then be so: stored (what a second opinion says of records), then (more requests). Whether it
// runs: since (a version of WordPress), needs (what the index must list). The fields of row say what each of them is.
//
// testdata/tables holds the rows of what several collections share: courses (writes to one record), deeds (what each
// role may do), fields (what a value makes of a field), refusals, and wrong values in bodies and queries. The first
// member says which collections a row is of. KIND and other names in capitals stand for a record of each: see targets.
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
// With FONTCMS_CONFORMANCE_BRIEF=1 all of those that read are run, and one a collection of those that write. Names
// begin with the collection: -run 'TestLive/^comments$' runs those of comments alone, as TestMemory/^comments$ does
// in memory.
//
// Every scenario changes such a site at will. What a server lacks is skipped by what its index says, never by its
// version.
//
// # Recorded runs
//
// With FONTCMS_CONFORMANCE_RECORD=FOLDER a live run writes every exchange into a folder, and TestRecorded runs the
// same scenarios without a site: those of testdata/recorded, where a README says how they are refreshed, or of
// FONTCMS_CONFORMANCE_REPLAY.
//
// # Whole answers
//
// testdata/answers holds requests with all that WordPress 7.1 answered to them, one a line, without its sentences.
// They are scenarios like the others, of which nothing has to be written but the request: add a line with its role,
// method and path, and a body if it has one, and ask a real site, set up as above. Its collection is the one in the
// path.
//
//	FONTCMS_CONFORMANCE=$LAB FONTCMS_CONFORMANCE_ANSWERS=1 go test -count=1 -timeout 30m -run TestRecordAnswers ./internal/conformance
//
// asks for all answers again. Nothing in them may follow from the day: give new records a date that is past, or ask for
// some fields alone.
//
// # What counts
//
// A scenario counts only if some change of cmstest makes it fail. The command
// internal/mutate makes such changes, one at a time:
//
//	go run ./internal/mutate -package ./cms/cmstest -tests ./internal/conformance
package conformance
