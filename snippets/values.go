package snippets

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Scope is where a snippet runs, and with that which language it is in. An
// unknown value passes through.
type Scope string

// The scopes of snippets in PHP.
const (
	ScopeGlobal    Scope = "global"     // everywhere; the default
	ScopeAdmin     Scope = "admin"      // in the administration
	ScopeFrontEnd  Scope = "front-end"  // on the pages of the site
	ScopeSingleUse Scope = "single-use" // once
)

// The scopes of other languages. Free versions of the plugin do not run all of
// them.
const (
	ScopeContent       Scope = "content"        // HTML, where a page asks for it
	ScopeHeadContent   Scope = "head-content"   // HTML, in the head
	ScopeFooterContent Scope = "footer-content" // HTML, at the foot
	ScopeAdminCSS      Scope = "admin-css"
	ScopeSiteCSS       Scope = "site-css"
	ScopeSiteHeadJS    Scope = "site-head-js"
	ScopeSiteFooterJS  Scope = "site-footer-js"
	ScopeCondition     Scope = "condition" // not code, but when other code runs
)

// CodeError is what is wrong with the code of a snippet. The zero value stands
// for nothing.
type CodeError struct {
	Message string
	// Line is the line in the code, from 1, or 0 if the site does not say.
	Line int
}

// IsZero reports whether nothing is known to be wrong.
func (e CodeError) IsZero() bool { return e == CodeError{} }

// String is the message with its line, "" for no error. Of a long message it is the
// beginning, on one line.
func (e CodeError) String() string {
	message := cms.Line(e.Message, 2000)
	if e.Line == 0 {
		return message
	}
	return fmt.Sprintf("%s (line %d)", message, e.Line)
}

// UnmarshalJSONFrom reads a message, or a list of a message and a line. What stands for
// nothing, such as null, [] and false, is zero.
func (e *CodeError) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*e = CodeError{}
	texts, err := wire.Strings(dec)
	if len(texts) > 0 {
		e.Message = texts[0]
	}
	if len(texts) > 1 && texts[1] != "" {
		line, odd := strconv.Atoi(texts[1])
		if odd != nil {
			return fmt.Errorf("found %.80q where the line of a code error was due", texts[1])
		}
		e.Line = line
	}
	return err
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (e *CodeError) UnmarshalJSON(data []byte) error { return wire.Unmarshal(data, e) }

// MarshalJSON writes what UnmarshalJSON reads.
func (e CodeError) MarshalJSON() ([]byte, error) {
	switch {
	case e.IsZero():
		return []byte("null"), nil
	case e.Line == 0:
		return cms.Marshal(e.Message)
	}
	return cms.Marshal([]any{e.Message, e.Line})
}
