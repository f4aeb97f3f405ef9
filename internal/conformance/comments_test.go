package conformance

import "fmt"

// commentScenarios are comments of the documents: 801 to 803 are a thread on 110, which the contributor wrote, 804 to 807 are on 119,
// which the author wrote, 809 is on what a password protects, 810 on a draft of the contributor, 808, 811 and 812 are notes.
func commentScenarios() []scenario {
	list := append(commentReads(), commentCreates()...)
	return exchanges(append(list, append(commentUpdates(), commentDeletes()...)...))
}

// latest is an exchange that older sites end otherwise: they know no notes, take slugs of which nothing is left, and more.
func latest(one exchange) exchange {
	one.needs = []need{{route: `/cms/v2/media/(?P<id>[\d]+)/finalize`}}
	return one
}

// since68 is an exchange that the oldest sites end otherwise: they move comments anywhere, make other
// avatars and have no hints in links.
func since68(one exchange) exchange {
	one.needs = []need{modern("posts")}
	return one
}

func commentReads() []exchange {
	list := func(r role, query string, found ...int) exchange {
		return reads("comments", r, "/cms/v2/comments?_fields=id&"+query, ids(found...))
	}
	refused := func(r role, query, code string) exchange {
		return refuses(reads("comments", r, "/cms/v2/comments?"+query), r.refused(), code)
	}
	wrong := func(query, argument, code string) exchange {
		return refuses(reads("comments", admin, "/cms/v2/comments?"+query), 400, "rest_invalid_param", `data>details>`+argument+`>code=`+quoted(code))
	}
	total := func(one exchange, total, pages int) exchange {
		one.headers = map[string]string{"X-CMS-Total": fmt.Sprint(total), "X-CMS-TotalPages": fmt.Sprint(pages)}
		return one
	}
	out := []exchange{
		total(list(admin, "", 810, 809, 804, 802, 801), 5, 1), total(list(nobody, "", 804, 802, 801), 5, 1), list(author, "", 804, 802, 801), list(contributor, "", 810, 804, 802, 801), list(subscriber, "", 804, 802, 801),
		total(list(admin, "page=2&per_page=2", 804, 802), 5, 3), total(list(admin, "page=9"), 5, 1), list(admin, "offset=1&page=2&per_page=2", 809, 804), list(admin, "offset=-1&per_page=1", 809), total(list(admin, "offset=50"), 5, 1),
		list(admin, "status=hold", 803), list(admin, "status=spam", 805), list(admin, "status=trash", 806), list(admin, "status=all", 810, 809, 804, 803, 802, 801), list(admin, "status=any", 810, 809, 806, 805, 804, 803, 802, 801), list(admin, "status=", 810, 809, 804, 803, 802, 801),
		list(admin, "status=approved"), list(admin, "status=HOLD", 803), list(admin, "status=1", 810, 809, 804, 802, 801), list(admin, "status=0", 803), list(admin, "status=hold,spam"),
		total(list(author, "status=hold"), 1, 1), list(author, "status=any", 806, 805, 804, 802, 801), total(list(contributor, "status=any", 810, 804, 802, 801), 8, 1),
		list(admin, "type=pingback", 807), list(admin, "type=pings", 807), list(admin, "type=none"), list(admin, "type=comments&per_page=1", 810),
		latest(total(list(contributor, "type=all", 810, 807, 804, 802, 801), 9, 1)), latest(list(admin, "type=note", 812, 811, 808)), latest(total(list(author, "type=note", 812, 811), 3, 1)),
		list(admin, "author=3", 804), list(admin, "author=-3,5", 804, 801), list(admin, "author_exclude=0,3", 801), list(admin, "author_email=GUEST2@example.org", 810, 809), list(contributor, "author=5", 801),
		list(admin, "post=110", 802, 801), list(admin, "post=110,119", 804, 802, 801), list(nobody, "post=999"), list(admin, "post=0"), list(nobody, "post=&author=&include=", 804, 802, 801),
		list(nobody, "post=107&password=letmein", 809), list(admin, "post=107", 809), refused(nobody, "post=107", "rest_cannot_read_post"), refused(author, "post=107,110&password=letmein", "rest_cannot_read_post"), refused(nobody, "post=107&password=no", "rest_cannot_read_post"),
		list(contributor, "post=128", 810), refused(author, "post=128", "rest_cannot_read_post"), refused(author, "post=0,110", "rest_cannot_read"), refused(nobody, "post=0", "rest_cannot_read"),
		list(admin, "include=803,801", 801), list(admin, "include=801&exclude=801"), list(admin, "exclude=801,802", 810, 809, 804), list(admin, "parent=801", 802), list(admin, "parent=0&per_page=2", 810, 809), list(admin, "parent_exclude=0", 802),
		list(admin, "orderby=id&order=asc", 801, 802, 804, 809, 810), list(admin, "orderby=post&order=asc", 809, 802, 801, 804, 810), list(admin, "orderby=parent", 802, 810, 809, 804, 801), list(admin, "orderby=type&order=asc", 810, 809, 804, 802, 801),
		list(admin, "orderby=include&include=804,801&order=asc", 804, 801), since68(total(list(admin, "orderby=include"), 5, 1)), list(admin, "order=asc&per_page=2", 801, 802),
		list(nobody, "search=guest", 802), list(nobody, "search=subscriber@site.test", 801), list(nobody, "search=10.0.0.2", 802), total(list(nobody, "search=protects"), 1, 1), list(nobody, "search=BOLD", 801), list(nobody, "search=First%20bold"), list(nobody, "search=100%25", 802),
		list(nobody, "after=2025-06-02T10:00:00", 804), list(nobody, "before=2025-06-02T08:00:00Z", 801),
		wrong("orderby=none", "orderby", "rest_not_in_enum"), wrong("author_email=", "author_email", "rest_invalid_email"), wrong("status[]=hold", "status", "rest_invalid_type"), wrong("per_page=0", "per_page", "rest_out_of_bounds"),
		reads("comments", admin, "/cms/v2/comments/801?context=edit&_fields=author_email,author_ip,author_user_agent,content,status,author_name,link,date_gmt", `author_email="subscriber@site.test"`, `author_ip="10.0.0.1"`, `author_user_agent="Tests/1"`, `status="approved"`, `author_name="Sue Read"`,
			`content>raw="First & <b>bold</b>.\n\nA \"quoted\" text, see https://type.example/a."`, `content>rendered="<p>First &#038; <b>bold</b>.</p>\n<p>A &#8220;quoted&#8221; text, see <a href=\"https://type.example/a\" rel=\"nofollow ugc\">https://type.example/a</a>.</p>\n"`,
			`link="SITE/2025/08/tt-optics/#comment-801"`, `date_gmt="2025-06-01T08:00:00"`),
		reads("comments", nobody, "/cms/v2/comments/802", `author=0`, `author_name="Guest &amp; Co"`, `author_url="https://guest.example/?a=1&amp;b=2"`, "!author_email", "!author_ip", "!content>raw", `_links>up=[{"embeddable":true,"post_type":"post","href":"ROOT/cms/v2/posts/110"}]`,
			`_links>in-reply-to>0>href="ROOT/cms/v2/comments/801"`, `_links>children=[{"embeddable":true,"href":"ROOT/cms/v2/comments?parent=802"}]`, "!_links>author"),
		reads("comments", nobody, "/cms/v2/comments/801?context=embed", "!post", "!status", "!meta", "!date_gmt", `_links>author>0>href="ROOT/cms/v2/users/5"`, "author_avatar_urls>96"),
		reads("comments", admin, "/cms/v2/comments/807", `author_avatar_urls={"24":false,"48":false,"96":false}`, `type="pingback"`),
		latest(reads("comments", admin, "/cms/v2/comments/808", `meta={"_wp_note_status":"resolved"}`)), latest(reads("comments", nobody, "/cms/v2/comments/801", `meta={"_wp_note_status":null}`)),
		latest(reads("comments", author, "/cms/v2/comments/811", `_links>children>0>href="ROOT/cms/v2/comments?parent=811&type=note&status=all"`)),
		allows(reads("comments", author, "/cms/v2/comments/804"), "GET, POST, PUT, PATCH, DELETE"), allows(reads("comments", author, "/cms/v2/comments/801"), "GET"), allows(reads("comments", admin, "/cms/v2/comments"), "GET"), allows(refuses(writes("comments", author, "POST", "/cms/v2/comments", `{"date":""}`), 400, "rest_invalid_param"), "GET"), allows(reads("comments", author, "/cms/v2/comments?post=110"), "GET"),
		reads("comments", nobody, "/cms/v2/comments/809?password=letmein", "id=809"),
		reads("comments", nobody, "/cms/v2/posts/110?_embed=replies", `_embedded>replies>0>0>id=802`, `_embedded>replies>0>1>id=801`, "!_embedded>replies>0>2"), reads("comments", nobody, "/cms/v2/comments/802?_embed=up,in-reply-to", `_embedded>up>0>id=110`, `_embedded>in-reply-to>0>id=801`),
	}
	for _, r := range []role{subscriber, nobody} {
		for _, query := range []string{"status=hold", "status=all", "status=", "type=pingback", "type=", "author=3", "author_exclude=3", "author_email=a@b.test"} {
			out = append(out, refused(r, query, "rest_forbidden_param"))
		}
	}
	for _, r := range roles {
		get := func(id int, query string) exchange {
			return reads("comments", r, fmt.Sprintf("/cms/v2/comments/%d%s", id, query), fmt.Sprintf("id=%d", id))
		}
		if r == admin || r == editor {
			out = append(out, get(803, "?context=edit"), get(806, ""), get(812, ""))
			continue
		}
		out = append(out, refused(r, "context=edit", "rest_forbidden_context"), refuses(get(801, "?context=edit"), r.refused(), "rest_forbidden_context"), refuses(get(803, ""), r.refused(), "rest_cannot_read"),
			refuses(get(809, ""), r.refused(), "rest_cannot_read"), latest(refuses(get(808, ""), r.refused(), "rest_cannot_read")), refuses(get(99, ""), 404, "rest_comment_invalid_id"))
		if r != author {
			out = append(out, refuses(get(805, ""), r.refused(), "rest_cannot_read"))
		}
	}
	return append(out, reads("comments", author, "/cms/v2/comments/805", "id=805", `status="spam"`), reads("comments", contributor, "/cms/v2/comments/810", "id=810"))
}

func commentCreates() []exchange {
	create := func(r role, body string, want ...string) exchange {
		return withStatus(writes("comments", r, "POST", "/cms/v2/comments", body, want...), 201)
	}
	with := func(members string) string { return `{"post":124,"content":"Hello there",` + members + `}` }
	refused := func(r role, body string, status int, code string, want ...string) exchange {
		return refuses(writes("comments", r, "POST", "/cms/v2/comments", body), status, code, want...)
	}
	wrong := func(body, argument, code string) exchange {
		return refused(admin, body, 400, "rest_invalid_param", `data>details>`+argument+`>code=`+quoted(code))
	}
	text := func(r role, content, raw, rendered string) exchange {
		one := create(r, `{"post":110,"content":`+quoted(content)+`}`, `content>rendered=`+quoted(rendered))
		return then(one, admin, "/cms/v2/comments?status=any&author="+fmt.Sprint(r.user())+"&per_page=1&context=edit&orderby=id", `0>content>raw=`+quoted(raw))
	}
	stored := func(one exchange) exchange {
		one.kind, one.harmless = writing, false
		return one
	}
	first := create(admin, `{"post":110,"content":"Hello there"}`, `author=1`, `author_name="Ada Lead"`, `author_email="admin@site.test"`, `author_url="SITE"`, `author_ip="127.0.0.1"`, `status="approved"`, `type="comment"`, `parent=0`, `content={"raw":"Hello there","rendered":"<p>Hello there</p>\n"}`, `id=813`)
	first.headers = map[string]string{"Location": "ROOT/cms/v2/comments/813", "Allow": "GET, POST"}
	out := []exchange{
		first, create(editor, with(`"parent":801`), `status="approved"`, `parent=801`), create(admin, `{"post":124,"content":{"raw":"R"}}`, `content>raw="R"`), create(admin, `{"post":124,"content":"0"}`, `content>raw="0"`), create(admin, with(`"id":0`), "id=813"),
		allows(create(subscriber, `{"post":110,"content":"Known"}`, `author=5`, `status="approved"`, "!author_email", "!content>raw"), "POST"), create(contributor, `{"post":124,"content":"New"}`, `author=4`, `status="hold"`),
		create(author, `{"post":119,"content":"https://a.test https://b.test"}`, `status="approved"`), create(subscriber, `{"post":110,"content":"https://a.test <a href=\"https://b.test\">b</a>"}`, `status="hold"`), create(subscriber, `{"post":110,"content":"https://a.test"}`, `status="approved"`),
		create(author, with(`"author":3`), `author=3`), create(admin, with(`"author":4`), `author=4`, `author_name="Connie Help"`, `status="hold"`), create(admin, with(`"author":5,"author_name":"Other"`), `author=5`, `author_name="Other"`, `author_email="subscriber@site.test"`, `status="approved"`),
		create(admin, with(`"author_name":"G & <b>","author_email":"g@x.test","author_url":"x.y"`), `author=0`, `author_name="G &amp;"`, `author_url="http://x.y"`, `status="hold"`), create(editor, with(`"author_name":"Guest","author_email":"guest2@example.org"`), `status="approved"`),
		create(subscriber, with(`"author_name":"G","author_email":"g@x.test"`), `author=0`, `status="hold"`), create(admin, with(`"author_url":"","author_email":""`), `author=1`),
		create(admin, with(`"author_ip":"1.2.3.4","author_user_agent":"UA <b> & x"`), `author_ip="1.2.3.4"`, `author_user_agent="UA & x"`), create(author, with(`"author_ip":"127.0.0.1"`), `author=3`),
		create(admin, with(`"status":"hold"`), `status="hold"`), create(admin, with(`"status":"0"`), `status="hold"`), create(admin, with(`"status":"spam"`), `status="spam"`), create(admin, with(`"status":"trash"`), `status="trash"`), create(admin, with(`"status":"none"`), `status="approved"`),
		create(admin, with(`"date":"2025-01-01T10:00:00","date_gmt":"2024-01-01T10:00:00"`), `date="2025-01-01T10:00:00"`, `date_gmt="2025-01-01T09:00:00"`), create(subscriber, with(`"date_gmt":"2025-07-01T10:00:00"`), `date="2025-07-01T12:00:00"`), create(admin, with(`"date":null`), "id=813"),
		create(admin, with(`"parent":9999`), `parent=9999`), create(admin, with(`"parent":-1`), `parent=0`), create(admin, with(`"type":""`), `type="comment"`),
		create(admin, `{"post":301,"content":"On a file"}`, `link="SITE/mm-cover/#comment-813"`), create(admin, `{"post":131,"content":"On what waits"}`, `link="SITE/?p=131/#comment-813"`), create(author, `{"post":107,"content":"Opened","password":"letmein"}`, `post=107`),
		latest(create(admin, `{"post":128,"type":"note","content":"A note"}`, `type="note"`, `status="approved"`, `meta={"_wp_note_status":null}`)), latest(create(author, `{"post":119,"type":"note","content":"A note","parent":811}`, `type="note"`, `parent=811`)),
		latest(create(admin, `{"post":128,"type":"note","meta":{"_wp_note_status":"reopen"}}`, `meta={"_wp_note_status":"reopen"}`, `content>raw=""`)),
		latest(stored(refused(admin, with(`"meta":{"_wp_note_status":null}`), 500, "rest_invalid_stored_value"))), latest(stored(refused(admin, with(`"meta":{"_wp_note_status":"none"}`), 400, "rest_not_in_enum"))),
		latest(then(stored(refused(contributor, with(`"meta":{"_wp_note_status":"reopen"}`), 403, "rest_cannot_update", `data={"key":"_wp_note_status","status":403}`)), admin, "/cms/v2/comments/813", `author=4`)),
		latest(refused(author, `{"post":110,"type":"note","content":"A note"}`, 403, "rest_cannot_create_note")), latest(refused(subscriber, `{"post":110,"type":"note","content":"A note"}`, 403, "rest_cannot_create_note")),
		latest(refused(admin, `{"post":301,"type":"note","content":"A note"}`, 403, "rest_comment_not_supported_post_type")),
		text(admin, `<script>a</script> <b>b</b> & <a href="https://x.test" rel="me">l</a>`, `<script>a</script> <b>b</b> & <a href="https://x.test" rel="me nofollow ugc">l</a>`, `<p><script>a</script> <b>b</b> &#038; <a href="https://x.test" rel="me nofollow ugc">l</a></p>`+"\n"),
		text(author, `<script>a</script> <b class="x">b</b> & <a href="javascript:x" onclick="y" rel="me">l</a> <ul><li>i</li></ul> \`, `a <b>b</b> &amp; <a href="x" rel="nofollow ugc">l</a> i \`, `<p>a <b>b</b> &amp; <a href="x" rel="nofollow ugc">l</a> i \</p>`+"\n"),
		text(admin, "see http://a.test/x and www.b.test, (https://c.test/d). mail@x.test", "see http://a.test/x and www.b.test, (https://c.test/d). mail@x.test",
			`<p>see <a href="http://a.test/x" rel="nofollow ugc">http://a.test/x</a> and <a href="http://www.b.test" rel="nofollow ugc">http://www.b.test</a>, (<a href="https://c.test/d" rel="nofollow ugc">https://c.test/d</a>). <a href="mailto:mail@x.test">mail@x.test</a></p>`+"\n"),
		text(admin, "  a\nb\n\nit's -- 3x4  ", "a\nb\n\nit's -- 3x4", "<p>a<br />\nb</p>\n<p>it&#8217;s &#8212; 3&#215;4</p>\n"),
		text(author, "x > y < z", "x &gt; y &lt; z", "<p>x &gt; y &lt; z</p>\n"),

		refused(admin, `{"content":"x"}`, 403, "rest_comment_invalid_post_id"), refused(admin, `{"post":9999,"content":"x"}`, 403, "rest_comment_invalid_post_id"), refused(admin, `{"post":136,"content":"x"}`, 403, "rest_comment_trash_post"), refused(admin, `{"post":128,"content":"x"}`, 403, "rest_comment_draft_post"),
		refused(admin, `{"post":126,"content":"x"}`, 403, "rest_comment_closed"), refused(author, `{"post":126,"content":"x"}`, 403, "rest_cannot_read_post"), refused(author, `{"post":131,"content":"x"}`, 403, "rest_cannot_read_post"), refused(author, `{"post":107,"content":"x"}`, 403, "rest_cannot_read_post"), refused(admin, `{"post":201,"content":"x"}`, 403, "rest_comment_closed"),
		refused(admin, `{"post":124}`, 400, "rest_comment_content_invalid"), refused(admin, `{"post":124,"content":" "}`, 400, "rest_comment_content_invalid"), refused(admin, `{"post":124,"content":5}`, 400, "rest_comment_content_invalid"), refused(admin, `{"post":124,"content":{"rendered":"x"}}`, 400, "rest_comment_content_invalid"),
		refused(admin, with(`"author":0`), 400, "rest_comment_author_invalid"), refused(admin, with(`"author":99`), 400, "rest_comment_author_invalid"), refused(admin, with(`"author_name":"G"`), 400, "rest_comment_author_data_required"), refused(admin, with(`"author_url":"https://x.test"`), 400, "rest_comment_author_data_required"),
		refused(admin, with(`"type":"pingback"`), 400, "rest_invalid_comment_type"), refused(admin, with(`"id":1`), 400, "rest_comment_exists"), refused(admin, with(`"author_email":"g@x.test","author_name":"`+sixty+sixty+sixty+sixty+sixty+`"`), 400, "comment_author_column_length"),
		refused(admin, with(`"author_user_agent":"`+sixty+sixty+sixty+sixty+sixty+`"`), 500, "rest_comment_failed_create"),
		wrong(with(`"author_email":"x"`), "author_email", "rest_invalid_email"), wrong(with(`"author_email":["x@y.test"]`), "author_email", "rest_invalid_email"), wrong(with(`"author_email":5`), "author_email", "rest_invalid_email"), wrong(with(`"author_ip":""`), "author_ip", "rest_invalid_ip"), wrong(with(`"status":5`), "status", "rest_invalid_type"), wrong(with(`"date":""`), "date", "rest_invalid_date"), wrong(`{"post":"x","content":"x"}`, "post", "rest_invalid_type"),
		refused(nobody, `{"post":110,"content":"x"}`, 401, "rest_comment_login_required"), refused(nobody, `{"post":110,"content":"x","author_name":"G","author_email":"g@x.test"}`, 401, "rest_comment_login_required"),
	}
	for _, r := range []role{author, contributor, subscriber} {
		out = append(out, refused(r, with(`"author":1`), 403, "rest_comment_invalid_author"), refused(r, with(`"author":0`), 403, "rest_comment_invalid_author"), refused(r, with(`"status":"approve"`), 403, "rest_comment_invalid_status"), refused(r, with(`"author_ip":"1.2.3.4"`), 403, "rest_comment_invalid_author_ip"))
	}
	again := func(r role, body string, status int, code string) exchange {
		return refusedAfter(create(r, `{"post":124,"content":"Hello there"}`), r, body, status, code)
	}
	return append(out, again(admin, `{"post":124,"content":"hello THERE"}`, 409, "comment_duplicate"), again(author, `{"post":124,"content":"Hello there"}`, 409, "comment_duplicate"),
		again(author, `{"post":110,"content":"Another"}`, 400, "comment_flood"), again(author, `{"post":110,"content":"Another","date":"2020-01-01T10:00:00"}`, 400, "comment_flood"),
		then(create(admin, `{"post":124,"content":"One"}`), admin, "/cms/v2/comments?post=124", `0>content>rendered="<p>One</p>\n"`))
}

func commentUpdates() []exchange {
	update := func(r role, id int, body string, want ...string) exchange {
		return writes("comments", r, "POST", fmt.Sprintf("/cms/v2/comments/%d", id), body, want...)
	}
	refused := func(r role, id int, body string, status int, code string) exchange {
		return refuses(update(r, id, body), status, code)
	}
	out := []exchange{
		update(admin, 801, `{}`, `author_ip="127.0.0.1"`, `content>raw="First &amp; <b>bold</b>.\n\nA \"quoted\" text, see https://type.example/a."`, `status="approved"`, `date="2025-06-01T10:00:00"`, `author=5`), writes("comments", admin, "PATCH", "/cms/v2/comments/801", `{"content":"New"}`, `content>raw="New"`), writes("comments", admin, "PUT", "/cms/v2/comments/801", `{"content":{"raw":"New"}}`, `content>raw="New"`, `parent=0`),
		since68(update(admin, 802, `{"content":5,"author_name":"N & <b>","author_email":"","author_url":null}`, `content>raw="A guest says 100%."`, `author_name="N &amp;"`, `author_email=""`, `author_url=""`, `author_avatar_urls>24="https://secure.gravatar.com/avatar/?s=24&d=mm&r=g"`)),
		update(admin, 802, `{"author":3}`, `author=3`, `author_name="Otto Write"`, `author_email="author@site.test"`, `author_url=""`), update(admin, 802, `{"post":119,"parent":802}`, `post=119`, `parent=802`), update(admin, 802, `{"parent":null}`, `parent=0`), update(admin, 802, `{"author_ip":"1.2.3.4"}`, `author_ip="1.2.3.4"`),
		update(admin, 802, `{"date":"2025-01-01T10:00:00Z"}`, `date="2025-01-01T11:00:00"`, `date_gmt="2025-01-01T10:00:00"`), update(admin, 807, `{"type":"pingback","content":"Ping"}`, `type="pingback"`), update(admin, 801, `{"id":803,"content":"Z"}`, `id=803`),
		update(author, 804, `{"content":"<i>Mine</i>","author_ip":"1.2.3.4"}`, `content>raw="<i>Mine</i>"`, `author_ip="127.0.0.1"`, `author_email="author@site.test"`), update(author, 805, `{"status":"approve"}`, `status="approved"`), update(editor, 803, `{"status":"approve","content":"Fine"}`, `status="approved"`, `content>raw="Fine"`),
		latest(update(author, 811, `{"meta":{"_wp_note_status":"resolved"}}`, `meta={"_wp_note_status":"resolved"}`)), latest(update(admin, 808, `{"meta":{"_wp_note_status":null}}`, `meta={"_wp_note_status":null}`)),
		update(admin, 802, `{"post":150}`, `post=150`), latest(update(admin, 812, `{"post":126}`, `post=126`)), latest(refused(admin, 812, `{"post":150}`, 403, "rest_comment_trash_post")), latest(refused(admin, 812, `{"post":301}`, 403, "rest_comment_not_supported_post_type")),
		latest(refused(author, 811, `{"post":301}`, 403, "rest_cannot_create_note")), refused(admin, 802, `{"content":""}`, 400, "rest_comment_content_invalid"), refused(admin, 802, `{"post":9999}`, 403, "rest_comment_invalid_post_id"), since68(refused(admin, 802, `{"post":null}`, 403, "rest_comment_invalid_post_id")), since68(refused(author, 804, `{"post":110}`, 403, "rest_cannot_edit")),
		refused(admin, 802, `{"author":0}`, 400, "rest_comment_author_invalid"), refused(admin, 802, `{"author":null}`, 400, "rest_comment_author_invalid"), refused(admin, 802, `{"type":"pingback"}`, 404, "rest_comment_invalid_type"), refused(admin, 802, `{"type":""}`, 404, "rest_comment_invalid_type"), refused(admin, 99, `{"content":"x"}`, 404, "rest_comment_invalid_id"),
		refused(admin, 802, `{"author_user_agent":"`+sixty+sixty+sixty+sixty+sixty+`"}`, 500, "rest_comment_failed_edit"), refused(admin, 802, `{"author_url":"http://`+sixty+sixty+sixty+sixty+`"}`, 400, "comment_author_url_column_length"),
	}
	for _, one := range []struct {
		id             int
		status, become string
	}{
		{803, "approve", "approved"}, {803, "approved", "approved"}, {803, "1", "approved"}, {802, "hold", "hold"}, {802, "0", "hold"}, {802, "spam", "spam"}, {802, "trash", "trash"}, {802, "none", "approved"}, {802, "", "approved"},
		{805, "unspam", "approved"}, {805, "approve", "approved"}, {805, "trash", "trash"}, {806, "untrash", "hold"}, {806, "approve", "approved"}, {806, "spam", "spam"}, {803, "unspam", "hold"}, {803, "untrash", "hold"},
	} {
		out = append(out, then(update(admin, one.id, `{"status":`+quoted(one.status)+`}`, `status=`+quoted(one.become)), admin, fmt.Sprintf("/cms/v2/comments/%d", one.id), `status=`+quoted(one.become)))
	}
	later := update(admin, 802, `{"status":"spam"}`)
	later.name += ", and on"
	for _, step := range [][2]string{{"trash", "trash"}, {"untrash", "spam"}, {"unspam", "hold"}} {
		later = changed(later, admin, "/cms/v2/comments/802", `{"status":`+quoted(step[0])+`}`, `status=`+quoted(step[1]))
	}
	out = append(out, later)
	for _, r := range []role{contributor, subscriber, nobody} {
		out = append(out, refused(r, 801, `{"content":"x"}`, r.refused(), "rest_cannot_edit"), refused(r, 804, `{"status":"hold"}`, r.refused(), "rest_cannot_edit"))
	}
	stored := latest(refused(admin, 802, `{"meta":{"_wp_note_status":null},"author_name":"Stored"}`, 500, "rest_invalid_stored_value"))
	stored.kind, stored.harmless = writing, false
	return append(out, refused(author, 801, `{"content":"x"}`, 403, "rest_cannot_edit"), then(stored, admin, "/cms/v2/comments/802", `author_name="Stored"`))
}

func commentDeletes() []exchange {
	remove := func(r role, path string, want ...string) exchange {
		return writes("comments", r, "DELETE", "/cms/v2/comments/"+path, "", want...)
	}
	out := []exchange{
		changed(remove(admin, "802", `status="trash"`, `id=802`), admin, "/cms/v2/comments/802", `{"status":"untrash"}`, `status="approved"`), refusedAgain(remove(editor, "802"), editor, "/cms/v2/comments/802", 410, "rest_already_trashed"),
		then(thenMissing(remove(admin, "801?force=true", `deleted=true`, `previous>id=801`, `previous>status="approved"`, `previous>author_email="subscriber@site.test"`, "!previous>_links"), admin, "/cms/v2/comments/801", 404), admin, "/cms/v2/comments/802", `parent=0`),
		remove(author, "804", `status="trash"`, `author_email="author@site.test"`), remove(author, "805?force=true", `deleted=true`), thenMissing(remove(admin, "806?force=true"), admin, "/cms/v2/comments/806", 404),
		latest(then(remove(author, "811", `status="trash"`), admin, "/cms/v2/comments/812", `status="trash"`)),
		refuses(remove(admin, "99"), 404, "rest_comment_invalid_id"), refuses(remove(admin, "802?force=x"), 400, "rest_invalid_param"), refuses(remove(author, "801"), 403, "rest_cannot_delete"),
		// What becomes of the comments of a record, and of a user.
		changed(then(then(writes("comments", admin, "DELETE", "/cms/v2/posts/110", "", `status="trash"`), admin, "/cms/v2/comments/801", `status="post-trashed"`), admin, "/cms/v2/comments/803", `status="post-trashed"`), admin, "/cms/v2/comments/801", `{"status":"approve"}`, `status="approved"`),
		thenMissing(writes("comments", admin, "DELETE", "/cms/v2/posts/110?force=true", ""), admin, "/cms/v2/comments/801", 404),
		then(writes("comments", admin, "DELETE", "/cms/v2/users/5?force=true&reassign=1", "", "deleted=true"), nobody, "/cms/v2/comments/801", `author=5`, `author_name="Sue Read"`),
	}
	for _, r := range []role{contributor, subscriber, nobody} {
		out = append(out, refuses(remove(r, "804"), r.refused(), "rest_cannot_delete"), refuses(remove(r, "801?force=true"), r.refused(), "rest_cannot_delete"))
	}
	return out
}
