package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/fontcms/fontcms-go/cms/cmstest/internal/php"
)

// Avatars are the addresses of the pictures of an address for mail, by their sizes.
func Avatars(email string) php.Object {
	hash := ""
	if email != "" {
		sum := sha256.Sum256([]byte(strings.ToLower(email)))
		hash = hex.EncodeToString(sum[:])
	}
	out := php.Object{}
	for _, size := range []string{"24", "48", "96"} {
		out.Add(size, fmt.Sprintf("https://secure.gravatar.com/avatar/%s?s=%s&d=mm&r=g", hash, size))
	}
	return out
}
