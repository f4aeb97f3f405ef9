package ledger_test

import (
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/internal/exported"
)

func TestEveryTypeOfParamsIsInTheTable(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, one := range exported.Sent() {
		named[exported.Name(one)] = true
	}
	types, err := exported.Types()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name := range types {
		if !strings.HasSuffix(name, "Params") {
			continue
		}
		if found++; !named[name] {
			t.Errorf("%s is new: want it in Data or Sent of internal/exported", name)
		}
	}
	if found < 18 {
		t.Errorf("only %d types of params were found, want 18 at least", found)
	}
}
