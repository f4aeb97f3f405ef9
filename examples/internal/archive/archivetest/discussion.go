package archivetest

import (
	"fmt"

	"github.com/fontcms/fontcms-go/cms/cmstest"
)

// Ids of comments of a discussion.
const (
	Comment = 801 // by a user, with a reply that has a reply
	Spam    = 805
	Binned  = 806 // in the trash
	OnDraft = 807
)

// Discuss adds comments to a site: of every status, of users and guests, on records
// of all kinds that have some.
func Discuss(s *cmstest.Server) {
	insert := func(id, post, parent, author int64, name, content string, more map[string]any) {
		record := map[string]any{
			"id": id, "post": post, "parent": parent, "author": author, "author_name": name, "content": content,
			"author_email": fmt.Sprintf("%d@reader.example", id), "author_ip": fmt.Sprintf("10.0.0.%d", id-800),
			"author_user_agent": "Reader/1", "date": fmt.Sprintf("2026-06-%02dT10:00:00", id-800),
		}
		for member, value := range more {
			record[member] = value
		}
		s.Insert("comments", record)
	}
	insert(Comment, Post, 0, 9, "Kim of old", fmt.Sprintf(`On <a href="%[1]s/guide/" rel="ugc">the guide</a>`+
		` and %[1]s/cms-content/uploads/2026/05/cover.png`, s.URL),
		map[string]any{"author_url": "https://kim.example/?a=1&amp;b=2"})
	insert(Comment+1, Post, Comment, 0, "Guest &amp; Co", "A first reply",
		map[string]any{"author_url": "https://guest.example"})
	insert(Comment+2, Post, Comment+1, 0, "Waits", "A reply to it", map[string]any{"status": "hold"})
	insert(Comment+3, Post+1, 0, 0, "Reader", "Where they are closed, and with a password",
		map[string]any{"author_ip": "", "author_user_agent": ""})
	insert(Spam, 120, 0, 0, "Spammer", "Buy", map[string]any{"status": "spam"})
	insert(Binned, 120, Spam, 0, "Binned", "Away", map[string]any{"status": "trash", "status_before": "approved"})
	insert(OnDraft, Post+6, 0, 1, "Admin", "On a draft", nil)
	insert(Comment+7, Post+3, 0, 9, "Kim", "On what is private", nil)
	insert(Comment+8, Page, 0, 0, "Nameless", "On a page, without an e-mail address", map[string]any{"author_email": ""})
	insert(Comment+9, Image, 0, 0, "Looker", "On a picture", nil)
	insert(Comment+10, Trashed, 0, 0, "Late", "On what is in the trash", nil)
}
