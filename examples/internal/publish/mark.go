package publish

import (
	"encoding/hex"
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// mark is a comment in a block of its own at the end of a content. It says which file the record
// was published from, what was sent, what the site made of it, and which fields that is about.
// An editor keeps such a block as it is when a person saves the record.
type mark struct {
	origin
	sent, stored string   // sums of the fields
	text         string   // sum of the text of the file
	names        []string // of the fields
	old          bool     // an earlier version wrote it
}

// origin is the file that a record was published from.
type origin struct {
	source string // the name of the folder, or what -source names
	path   string // below the folder, with slashes
}

// unconfirmed is the checksum before the site has responded.
const unconfirmed = "0000000000000000"

// searched begins all marks of a source. Its texts are hexadecimal, since a site may change two
// dashes in a comment, and visitors can search for words.
func searched(source string) string { return fmt.Sprintf("fontcms-publish %x ", source) }

func (m mark) String() string {
	return fmt.Sprintf("\n\n<!-- wp:html -->\n<!-- %s%x %s %s %s %x -->\n<!-- /wp:html -->\n", searched(m.source), m.path,
		m.sent, m.stored, m.text, strings.Join(m.names, " "))
}

// cut removes the mark from a content. It is nil if there is no mark. Someone who edited the
// content may have added blocks after it.
func cut(content string) (string, *mark) {
	form := regexp.MustCompile(`\s*<!-- wp:html -->\s*<!-- fontcms-publish ([0-9a-f]+) ([0-9a-f]+) ` +
		`([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]{16}) ([0-9a-f]*) -->\s*<!-- /wp:html -->\s*`)
	at := form.FindAllStringSubmatchIndex(content, -1)
	if at == nil {
		return cutOld(content)
	}
	last := at[len(at)-1]
	part := func(i int) string { return content[last[2*i]:last[2*i+1]] }
	source, errSource := hex.DecodeString(part(1))
	path, errPath := hex.DecodeString(part(2))
	names, errNames := hex.DecodeString(part(6))
	if errSource != nil || errPath != nil || errNames != nil {
		return content, nil
	}
	return content[:last[0]] + content[last[1]:], &mark{
		origin: origin{string(source), string(path)},
		sent:   part(3), stored: part(4), text: part(5), names: strings.Split(string(names), " "),
	}
}

// cutOld is [cut] for marks of earlier versions, which had no block.
func cutOld(content string) (string, *mark) {
	form := regexp.MustCompile(`\n?<!-- published: sent ([0-9a-f]{16}), stored ([0-9a-f]{16}), of ([^>, ]*)` +
		`(?:, from [0-9a-f]+ [0-9a-f]+)? -->\n?`)
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
	return content[:last[0]] + content[last[1]:], &mark{
		sent: part(1), stored: part(2), names: strings.Split(names, " "), old: true,
	}
}
