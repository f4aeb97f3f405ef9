package archive

import (
	"os"
	"testing"
)

// TestLiveFoldersAreAlike compares two folders that are named.
func TestLiveFoldersAreAlike(t *testing.T) {
	t.Parallel()
	a, b := os.Getenv("FONTCMS_MIRROR"), os.Getenv("FONTCMS_MIRROR_OF_RESTORED")
	if a == "" || b == "" {
		t.Skip("FONTCMS_MIRROR and FONTCMS_MIRROR_OF_RESTORED name two folders that mirror wrote")
	}
	one, err := Open(a)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Open(b)
	if err != nil {
		t.Fatal(err)
	}
	differences, records, err := Compare(one, two)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Errorf("Compare of the two folders found %v, want no difference", d)
	}
	t.Logf("%d records compared", records)
}
