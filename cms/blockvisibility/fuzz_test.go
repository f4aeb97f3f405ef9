package blockvisibility_test

import (
	"testing"

	visibility "github.com/fontcms/fontcms-go/cms/blockvisibility"
	"github.com/fontcms/fontcms-go/internal/replay/fuzzing"
)

// FuzzSettings reads settings and variables. Settings are written as a whole, so
// that nothing of them may be lost.
func FuzzSettings(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(`{"visibility_controls":{"a":{"enable":null}},"plugin_settings":{"block_opacity":1e9}}`))
	f.Add([]byte(`{"disabled_blocks":{"1":"core/a"},"integrations":[],"user_roles":null,"enable":"x"}`))
	fuzzing.Records(f, "testdata")
	f.Fuzz(func(t *testing.T, body []byte) {
		if settings, ok := fuzzing.Reread[visibility.Settings](t, body); ok {
			for name, control := range settings.VisibilityControls {
				if settings.VisibilityControls.Enabled(name) && (control.Enable == nil || !*control.Enable) {
					t.Errorf("Enabled of %s in %s: true, want false", name, body)
				}
			}
		}
		fuzzing.Reread[visibility.PluginSettings](t, body)
		fuzzing.Reread[visibility.Control](t, body)
		fuzzing.Reread[visibility.Variables](t, body)
	})
}
