package publish

import (
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
}

// unconfirmed is the checksum before the site has responded.
const unconfirmed = "0000000000000000"

func (m mark) String() string {
	return fmt.Sprintf("\n<!-- published: sent %s, stored %s, of %s -->\n", m.sent, m.stored,
		url.PathEscape(strings.Join(m.names, " ")))
}

// cut removes the mark from a content. It is nil if there is no mark. Someone who
// edited the content may have added lines after it.
func cut(content string) (string, *mark) {
	form := regexp.MustCompile(`\n?<!-- published: sent ([0-9a-f]{16}), stored ([0-9a-f]{16}), of ([^>]*) -->\n?`)
	at := form.FindAllStringSubmatchIndex(content, -1)
	if at == nil {
		return content, nil
	}
	last := at[len(at)-1]
	part := func(i int) string { return content[last[2*i]:last[2*i+1]] }
	names, err := url.PathUnescape(part(3))
	if err != nil {
		return content, nil
	}
	return content[:last[0]] + content[last[1]:], &mark{part(1), part(2), strings.Split(names, " ")}
}
