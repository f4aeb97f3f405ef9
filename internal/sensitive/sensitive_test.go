package sensitive

import (
	"strings"
	"testing"
)

func TestNamesOfSecretsAreKnownByTheirWords(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"password", "post_password", "user_pass", "pass1", "pass2", "pwd", "_wpnonce", "nonce", "access_token", "token",
		"secret", "client_secret", "apikey", "api_key", "api-key", "signature", "cookie", "cookies", "passwords",
		"secret_key", "private_key", "access_key", "consumer_key", "consumer_secret", "license_key", "licence_key",
		"smtp_pass", "password_hash", "passphrase", "webhook_secret_v2", "secretKey", "smtpPass", "apiKey2", "X-API-Key",
		"api_keys", "stripe_live_secret", "accesstoken", "secretkey", "token_2", "password_new", "wc_consumer_secret_1",
		"purchase_code", "backup_codes", "credentials", "refresh_token_value", "jwt", "smtp-password-old", "SECRET_KEY",
		"user_activation_key", "private key",
	} {
		if !Name(name) {
			t.Errorf("Name(%q) = false, want true", name)
		}
	}
	for _, name := range []string{
		"", "meta_key", "sort_key", "primary_key", "key", "keys", "token_type", "token_expires", "posts_per_page",
		"password_protected", "password_required", "secret_count", "slug", "code", "country_code", "hash", "md5", "id",
		"author", "authors", "authentication", "comment_author_email", "compass", "bypass", "passing", "license",
		"/wp/v2/users/me/application-passwords", "application-passwords", "access_key_id", "public_key", "site_key",
		"cookie_name", "nonce_life_ttl", "keyword", "monkey", "access", "private", "status_code", "v2", "2",
	} {
		if Name(name) {
			t.Errorf("Name(%q) = true, want false", name)
		}
	}
}

func TestHeadersOfSecretsAreKnown(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"Authorization": true, "Proxy-Authorization": true, "Authentication-Info": true, "Cookie": true, "Set-Cookie": true,
		"X-Wp-Nonce": true, "X-Csrf-Token": true, "X-Api-Key": true, "X-Apikey": true, "X-Access-Key": true,
		"X-License-Key": true, "X-Secret": true, "X-Auth": true, "X-Hub-Signature-256": true,
		"Access-Control-Allow-Headers": false, "X-Wp-Total": false, "X-Cache-Key": false, "Link": false, "Etag": false,
		"Content-Type": false, "Location": false, "Www-Authenticate": false, "Proxy-Authenticate": false,
	} {
		if got := Header(name); got != want {
			t.Errorf("Header(%q) = %v, want %v", name, got, want)
		}
	}
}

func TestValuesThatLookLikeSecretsAreReplaced(t *testing.T) {
	t.Parallel()
	x := strings.Repeat("aB3", 20)
	for _, value := range []string{
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
		"sk_live_" + x[:24], "rk_test_" + x[:24], "whsec_" + x[:32], "ghp_" + x[:36], "github_pat_" + x, "glpat-" + x[:20],
		"xoxb-1234567890-" + x[:24], "AIza" + x[:35], "AKIAIOSFODNN7EXAMPLE", "SG." + x[:22] + "." + x[:43],
		strings.Repeat("0a", 16) + "-us12", "ck_" + strings.Repeat("0a", 20), "cs_" + strings.Repeat("0a", 20),
		"$P$B" + x[:30], "$2y$10$" + x[:53], "$wp$2y$10$" + x[:53],
		"-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----",
		"-----BEGIN PRIVATE KEY-----\nMIIE", "sk-proj-" + x[:40],
	} {
		if got := Replace("a "+value+" b", "X"); strings.Contains(got, value[8:]) || !strings.HasPrefix(got, "a X") {
			t.Errorf("Replace of %q: %q, want the value replaced", value, got)
		}
	}
	for _, text := range []string{
		"", "sk-how-to-set-type-for-the-web-in-ten-steps", "file-d41d8cd98f00b204e9800998ecf8427e", "skeleton_live_data",
		"eyJust a word", "the sum is $20", "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
		"d41d8cd98f00b204e9800998ecf8427e-2", "2026-08-28T19:00:00", "sku_12345678", "ghosts_and_more", "ask_live_music",
	} {
		if got := Replace(text, "X"); got != text {
			t.Errorf("Replace(%q) = %q, want it unchanged", text, got)
		}
	}
}

func TestRandomStringsAreToldFromWords(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]bool{
		"4f9a0c7d2b8e6135a1c3": true, "Zk3pQ8vLm1Tn6Rb4Xs7W": true, "A1B2C-D3E4F-G5H6I-J7K8L": true,
		"": false, "short1": false, "01234567890123456789": false, "abcdefghijklmnopqrstuvwxyz": false,
		"the-quick-brown-fox-2026": false, "a long text with 20 words in 3 lines": false, "group_of_fields_12345678": false,
		"2026-08-28T19:00:00": false,
	} {
		if got := Random(value); got != want {
			t.Errorf("Random(%q) = %v, want %v", value, got, want)
		}
	}
}
