package publish

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// mark is a comment at the end of a content. It says what was sent when the record
// was published, what the site made of it, and which fields that is about.
type mark struct {
	sent, stored string // sums
	names        []string
	origin       origin
}

// origin is the file that a record was published from.
type origin struct {
	source string // the name of the folder, or what -source names
	path   string // below the folder, with slashes
}

// unconfirmed is the checksum before the site has responded.
const unconfirmed = "0000000000000000"

func (m mark) String() string {
	return fmt.Sprintf("\n<!-- published: sent %s, stored %s, of %s, from %x %x -->\n", m.sent, m.stored,
		url.PathEscape(strings.Join(m.names, " ")), m.origin.source, m.origin.path)
}

// cut removes the mark from a content. It is nil if there is no mark. Someone who
// edited the content may have added lines after it.
func cut(content string) (string, *mark) {
	// A mark of an earlier version has no origin. Texts are hexadecimal, since a site may
	// change two dashes in a comment.
	form := regexp.MustCompile(`\n?<!-- published: sent ([0-9a-f]{16}), stored ([0-9a-f]{16}), of ([^>, ]*)` +
		`(?:, from ([0-9a-f]+) ([0-9a-f]+))? -->\n?`)
	at := form.FindAllStringSubmatchIndex(content, -1)
	if at == nil {
		return content, nil
	}
	last := at[len(at)-1]
	part := func(i int) string {
		if last[2*i] < 0 {
			return ""
		}
		return content[last[2*i]:last[2*i+1]]
	}
	names, err := url.PathUnescape(part(3))
	source, wrong := hex.DecodeString(part(4))
	path, wrongToo := hex.DecodeString(part(5))
	if err != nil || wrong != nil || wrongToo != nil {
		return content, nil
	}
	return content[:last[0]] + content[last[1]:], &mark{
		part(1), part(2), strings.Split(names, " "), origin{string(source), string(path)},
	}
}
