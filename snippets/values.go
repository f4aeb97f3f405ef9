package snippets

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/fontcms/fontcms-go/cms"
	"github.com/fontcms/fontcms-go/internal/wire"
)

// Scope sets where a snippet runs, and its language. Unknown values are kept.
type Scope string

// The scopes of snippets in PHP.
const (
	ScopeGlobal    Scope = "global"     // everywhere; the default
	ScopeAdmin     Scope = "admin"      // in the administration
	ScopeFrontEnd  Scope = "front-end"  // on the pages of the site
	ScopeSingleUse Scope = "single-use" // once
)

// Scopes of other languages. Free versions of the plugin do not run all of them.
const (
	ScopeContent       Scope = "content"        // HTML, where a shortcode inserts it
	ScopeHeadContent   Scope = "head-content"   // HTML, in the head
	ScopeFooterContent Scope = "footer-content" // HTML, in the footer
	ScopeAdminCSS      Scope = "admin-css"
	ScopeSiteCSS       Scope = "site-css"
	ScopeSiteHeadJS    Scope = "site-head-js"
	ScopeSiteFooterJS  Scope = "site-footer-js"
	ScopeCondition     Scope = "condition" // not code, but a condition for other code
)

// CodeError is an error in the code of a snippet. The zero value means no error.
type CodeError struct {
	Message string
	// Line is the line in the code, from 1, or 0 if it is not known.
	Line int
}

// IsZero reports whether there is no error.
func (e CodeError) IsZero() bool { return e == CodeError{} }

// String returns the message and the line number as one line of text. It returns "" if
// there is no error. A long message is cut.
func (e CodeError) String() string {
	message := cms.Line(e.Message, 2000)
	if e.Line == 0 {
		return message
	}
	return fmt.Sprintf("%s (line %d)", message, e.Line)
}

// UnmarshalJSONFrom reads a message, or a list of a message and a line. Values that mean
// no error, such as null, [] and false, give the zero CodeError.
func (e *CodeError) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	*e = CodeError{}
	texts, err := wire.Strings(dec)
	if len(texts) > 0 {
		e.Message = texts[0]
	}
	if len(texts) > 1 && texts[1] != "" {
		line, odd := strconv.Atoi(texts[1])
		if odd != nil {
			return fmt.Errorf("found %.80q instead of the line of a code error", texts[1])
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
