package publish

import (
	"slices"
	"strings"
	"testing"

	"github.com/fontcms/fontcms-go/examples/internal/program"
)

func TestTextThatGrowsTooMuchIsRefusedAndOthersArePublished(t *testing.T) {
	t.Parallel()
	server := start(t)
	out, err := publish(t, server, folder(t, map[string]string{
		"a.md": "# A\n\ntext", "b.md": strings.Repeat("&", 1<<20-1),
	}))
	want := "refuse     b.md:1  its page would have more than 3145728 bytes"
	if !program.IsIncomplete(err) || !strings.Contains(out, want) {
		t.Errorf("publish of 1 MiB of &: error %v, want status 3 and %q\n%s", err, want, out)
	}
	if got, want := published(t, server), []string{"page a = A"}; !slices.Equal(got, want) {
		t.Errorf("publish of 1 MiB of & beside a text: %q, want %q", got, want)
	}
}
