package program

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgressWithoutATerminalIsALineAtIntervals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		m := Count(&out, "posts", 300)
		m.Add(100)
		if out.Len() > 0 {
			t.Errorf("Add printed %q at once, want nothing before the interval", out.String())
		}
		time.Sleep(every)
		m.Add(100)
		m.Add(100)
		m.Done()
		if want := "posts: 200 of 300\nposts: 300 of 300\n"; out.String() != want {
			t.Errorf("said %q, want %q", out.String(), want)
		}
	})
}

func TestProgressWithoutATotalShowsTheCount(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	m := Count(&out, "records", -1)
	m.Add(1 << 20)
	m.Done()
	if want := "records: 1048576\n"; out.String() != want {
		t.Errorf("said %q, want %q", out.String(), want)
	}
}
