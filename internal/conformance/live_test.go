package conformance

import (
	"cmp"
	"fmt"
	"hash/crc32"
	"os"
	"testing"
	"time"
)

// TestLive holds a real WordPress to the scenarios: see the package comment. Each of those that write finds the site
// as it was after seeding. The others run afterwards, four at a time. With FONTCMS_CONFORMANCE_BRIEF one a collection
// is run of those that write. FONTCMS_CONFORMANCE_SHARE is a part of them: "2/4" is the third quarter, and "0/1", the
// default, all.
func TestLive(t *testing.T) { //nolint:paralleltest,tparallel // scenarios that write change the one site
	s, restore := liveSite(t)
	tape := newRecording(t, os.Getenv("FONTCMS_CONFORMANCE_RECORD"), s)
	var took time.Duration
	count := 0
	brief, written := os.Getenv("FONTCMS_CONFORMANCE_BRIEF") != "", map[string]bool{}
	var part, parts uint32
	if _, err := fmt.Sscanf(cmp.Or(os.Getenv("FONTCMS_CONFORMANCE_SHARE"), "0/1"), "%d/%d", &part,
		&parts); err != nil || part >= parts {
		t.Fatalf("Variable FONTCMS_CONFORMANCE_SHARE: error %v, want a part such as 0/2", err)
	}
	left := 0
	for _, sc := range scenarios() {
		if !tape.wants(sc) {
			continue
		}
		if sc.shares() {
			t.Run(sc.path(), func(t *testing.T) {
				t.Parallel() // it begins when TestLive has returned
				sc.check(t, tape.of(t, sc, s))
			})
			continue
		}
		if brief && (sc.kind != writing || written[sc.collection]) {
			continue
		}
		if crc32.ChecksumIEEE([]byte(sc.path()))%parts != part {
			left++
			continue
		}
		written[sc.collection] = true
		t.Run(sc.path(), func(t *testing.T) {
			began := time.Now()
			restore()
			took += time.Since(began)
			count++
			sc.check(t, tape.of(t, sc, s))
		})
	}
	restore()
	s.useLogins(t)
	if count > 0 {
		t.Logf("restored %d times, left %d to other shares, %s each", count, left,
			(took / time.Duration(count)).Round(time.Millisecond))
	}
}
