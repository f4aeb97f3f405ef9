package a

import (
	"errors"
	"testing"
)

func TestAWalkEnds(t *testing.T) {} // want `begins with an article`

func TestLiveTheWalkEnds(t *testing.T) {} // want `begins with an article`

func TestAnswerIsRead(t *testing.T) {} // want `has a word that tests do not use: Answer`

func TestWalkStopsAtEmptyPageWithoutTotalsAndWithoutLinksAndHeadersX(t *testing.T) {} // want `more than 60 characters`

func TestAllRecordsAreRead(t *testing.T) {}

func messages(t *testing.T, n int, text string) {
	err := errors.New("read: broken")
	if err != nil {
		t.Fatal(err)
		t.Fatalf("read the page: %v", err)
		t.Fatalf("%v", err)           // want `has no word`
		t.Fatalf("read %d: %d", n, n) // want `does not say what was wanted`
		t.Fatal(n, err)               // want `several values; use Fatalf`
	}
	if err == nil {
		t.Errorf("read the page: %v", err) // want `does not say what was wanted`
	}
	for range n {
		t.Error("page is empty") // want `does not say what was wanted`
		t.Errorf("page has %d records, want 2", n)
		t.Errorf("%d, want %d", n, n) // want `has no word`
		t.Errorf("page has %d records, "+"expected 2", n)
		t.Error(text)  // want `no constant`
		t.Errorf(text) // want `no constant`
		t.Log("page")
	}
}

func conditions(t *testing.T, a, b, c bool) {
	if a || b || c { // want `joins 3 claims`
		t.Error("a, b and c hold, want none")
	}
	if a || (b || c) { // want `joins 3 claims`
		t.Error("a, b and c hold, want none")
	}
	if a || b && c {
		t.Error("a, b and c hold, want none")
	}
	if a || b || c {
		return
	}
}

type notATest struct{}

func (notATest) Errorf(string, ...any) {}

func others(n notATest) {
	n.Errorf("%d", 1)
}
