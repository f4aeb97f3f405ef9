package php

import (
	"regexp"
	"strings"
)

var (
	urlRunes = regexp.MustCompile(`[^A-Za-z0-9\-~+_.?#=!&;,/:%@$|*'()\[\]\x{80}-\x{10ffff}]`)
	scheme   = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*):`)
	phpFile  = regexp.MustCompile(`(?i)^[a-z0-9-]+?\.php`)
)

// CleanURL drops what cannot stand in an address, puts http before a host without a scheme, and refuses (as "") the
// schemes that run something.
func CleanURL(address string) string {
	address = strings.ReplaceAll(strings.TrimLeft(address, " \t\n\r\v\f"), " ", "%20")
	address = urlRunes.ReplaceAllString(address, "")
	if address == "" {
		return ""
	}
	if m := scheme.FindStringSubmatch(address); m != nil {
		name := strings.ToLower(m[1])
		for _, known := range strings.Fields(
			"http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn") {
			if name == known {
				return name + address[len(m[1]):]
			}
		}
		return ""
	}
	if strings.ContainsAny(address[:1], "/#?") || phpFile.MatchString(address) {
		return address
	}
	return "http://" + address
}
