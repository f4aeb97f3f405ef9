package main

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestRunThatIsInterruptedPrintsOnlyTheKindsThatItRestored(t *testing.T) {
	t.Parallel()
	folder := mirrored(t, newSite(t))
	for writes, want := range map[int64]string{
		2:  "\ncategories:              3 in the folder, 1 restored\n1 records restored\n", // the site has it
		13: "\ntags:                    1 in the folder, 1 restored\n",
	} {
		server := newEmpty(t)
		ctx, interrupt := context.WithCancel(t.Context())
		var sent atomic.Int64
		address := newGate(t, server, func(r *http.Request, _ string) int {
			if r.Method == http.MethodPost && sent.Add(1) == writes {
				interrupt()
				<-r.Context().Done() // there is no response
			}
			return 0
		})
		var out, notes bytes.Buffer
		args := []string{"-site", address, "-prefix", "cms", "-user", "admin", "-dir", folder}
		env := program.Environment{Password: server.AppPassword("admin"), Out: &out, Err: &notes}
		if err := run(ctx, args, env); !errors.Is(err, context.Canceled) {
			t.Errorf("restore that is interrupted at write %d: error %v, want context.Canceled", writes, err)
		}
		said := out.String()
		if !strings.Contains(said, want) || strings.Contains(said, ", 0 restored") {
			t.Errorf("restore that is interrupted at write %d printed\n%s\nwant %q, and no kind with none", writes, said, want)
		} else if !strings.HasSuffix(said, " records restored\n") {
			t.Errorf("restore that is interrupted at write %d printed\n%s\nwant the number of records last", writes, said)
		}
	}
}
