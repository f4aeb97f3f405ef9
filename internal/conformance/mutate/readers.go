package main

// readerMutations are mistakes in what callers may read, and in what comes along.
func readerMutations() []mutation {
	return []mutation{
		{"everyone may read single records in edit", "permit.go", `if c.text("context") == "edit" && !c.user.mayEdit(it) {`, `if false {`},
		{"nobody may read single records in edit", "permit.go", `if c.text("context") == "edit" && !c.user.mayEdit(it) {`, `if c.text("context") == "edit" {`},
		{"everyone may read every single record", "permit.go", `	if !c.mayRead(it) {
		return c.forbidden("rest_forbidden", "You may not read this record.")`, `	if false {
		return c.forbidden("rest_forbidden", "You may not read this record.")`},
		{"unreadable records are not found", "permit.go", `return c.forbidden("rest_forbidden", "You may not read this record.")`, `return invalidID()`},
		{"a wrong password is not refused", "permit.go", `return newFault(403, "rest_post_incorrect_password"`, `return nil; return newFault(403, "rest_post_incorrect_password"`},
		{"a wrong password has another code", "permit.go", `"rest_post_incorrect_password"`, `"rest_incorrect_password"`},
		{"users are refused as nobody is", "auth.go", `if u == nil {
		return false
	}
	status`, `if u == nil {
		return true
	}
	status`},
		{"authors may edit what others wrote", "auth.go", `if !u.can(verb + "_others_" + plural) {`, `if !u.can(verb + "_" + plural) {`},
		{"contributors may edit what was published", "auth.go", "if published {\n\t\t\treturn u.can(verb + \"_published_\" + plural)", "if published {\n\t\t\treturn u.can(verb + \"_\" + plural)"},
		{"what is planned is edited like drafts", "auth.go", `published := status == "publish" || status == "future"`, `published := status == "publish"`},
		{"the trash is edited like drafts", "auth.go", `status = it.beforeTrash`, `status = "draft"`},
		{"private records are read by nobody but editors", "auth.go", `case it.author == u.id:
		return true`, `case false:
		return true`},
		{"everyone logged in reads private records", "auth.go", `return !it.kind.ownPrivate && u.can("read_private_"+it.kind.plural)`, `return true`},
		{"nobody reads private records of others", "auth.go", `return !it.kind.ownPrivate && u.can("read_private_"+it.kind.plural)`, `return false`},
		{"links say that everything is allowed", "links.go", `if c.user.mayEdit(it) {`, `if true {`},
		{"links do not say that deleting is allowed", "links.go", `out = append(out, "DELETE")`, ``},
		{"links offer no actions", "links.go", `for _, action := range c.actions(it) {`, `for _, action := range []string{} {`},
		{"links offer actions in view", "links.go", `if c.text("context") == "edit" {`, `if true {`},
		{"links offer every contributor to publish", "links.go", `if c.user.can("publish_" + it.kind.plural) {`, `if true {`},
		{"links have no author", "links.go", `if it.kind.article && it.author != 0 {`, `if false {`},
		{"links have no parent", "links.go", `if parent := s.items[it.parent]; parent != nil {`, `if parent := s.items[it.parent]; false {`},
		{"links have no image", "links.go", `featured != nil && c.mayRead(featured) {`, `false {`},
		{"links have no terms", "links.go", `if terms := c.termLinks(it); terms != nil {`, `if terms := c.termLinks(it); false {`},
		{"links have no history", "links.go", `if it.kind.revisions {`, `if false {`},
		{"links have no short names", "links.go", `out.add("curies", c.s.curies())`, ``},

		{"_fields is ignored", "dispatch.go", `answer.body = fields.filter(answer.body)`, ``},
		{"_fields always adds the number", "fields.go", `if !wanted {`, `if !wanted && m.name != "id" {`},
		{"_fields always adds links", "fields.go", `if f.wants("_links") || f.wants("_embedded") {`, `if true {`},
		{"_fields keeps what stands beside a member", "fields.go", `if below != nil {`, `if false {`},
		{"_fields drops links", "fields.go", `if !wanted {`, `if !wanted || m.name == "_links" {`},
		{"_fields drops a field at its end", "fields.go", `if i == len(parts)-1 {`, `if i == len(parts) {`},
		{"_fields drops categories, tags, format and sticky", "fields.go", `if !wanted {`, `if !wanted || m.name == "categories" || m.name == "tags" || m.name == "format" || m.name == "sticky" {`},
		{"_fields drops passwords and what makes a slug", "fields.go", `if !wanted {`, `if !wanted || m.name == "password" || m.name == "permalink_template" || m.name == "generated_slug" {`},
		{"_fields drops dates", "fields.go", `if !wanted {`, `if !wanted || strings.HasPrefix(m.name, "date") || strings.HasPrefix(m.name, "modified") {`},
		{"_embed is ignored", "dispatch.go", `if rels, ok := c.embedRels(fields); ok {`, `if rels, ok := c.embedRels(fields); false && ok {`},
		{"_embed always embeds everything", "embed.go", `return textList(value), true`, `return nil, true`},
		{"_embed leaves out authors", "embed.go", `if l.get("embeddable") != true {`, `if l.get("embeddable") != true || rel.name == "author" {`},
		{"_embed leaves out pages above", "embed.go", `if l.get("embeddable") != true {`, `if l.get("embeddable") != true || rel.name == "up" {`},
		{"embedded records are shown in view", "embed.go", `query.set("context", "embed")`, `query.set("context", "view")`},
		{"embedded lists are cut", "embed.go", `query.set("per_page", "100")`, `query.set("per_page", "1")`},
		{"embedded records are read by nobody", "embed.go", `inner := &call{s: c.s, user: c.user,`, `inner := &call{s: c.s,`},

		{"the filter post of terms is ignored", "terms.go", `c.integer("post") != 0 && (`, `false && (`},
		{"the filter parent of terms is ignored", "terms.go", `c.get("parent") != nil && t.parent`, `false && t.parent`},
		{"the filter include of terms is ignored", "terms.go", `len(include) > 0 && !slices.Contains(include, t.id)`, `false`},
		{"the filter exclude of terms is ignored", "terms.go", `slices.Contains(exclude, t.id),`, `slices.Contains(exclude, t.id) && false,`},
		{"the filter slug of terms is ignored", "terms.go", `len(slugs) > 0 && !slices.Contains(slugs, t.slug)`, `len(slugs) > 100`},
		{"the search of terms is ignored", "terms.go", `!strings.Contains(strings.ToLower(t.name+"\n"+t.slug), search)`, `search == "\n"`},
		{"hide_empty is ignored", "terms.go", `c.flag("hide_empty") && c.s.termCount(t) == 0:`, `false:`},
		{"the order of terms is ignored", "terms.go", `cmp.Compare(a.id, b.id)); c.text("order") == "desc" {`, `cmp.Compare(a.id, b.id)); false {`},
		{"terms are ordered by number", "terms.go", `order = strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))`, `order = cmp.Compare(a.id, b.id)`},
		{"terms ordered by count go by name", "terms.go", `order = cmp.Compare(c.s.termCount(a), c.s.termCount(b))`, `order = strings.Compare(a.name, b.name)`},
		{"pages of terms overlap", "terms.go", `start := pageStart(page, perPage)`, `start := pageStart(page, perPage-1)`},
		{"counts of terms include drafts", "terms.go", `if it.status == "publish" && slices.Contains(it.terms[t.taxonomy], t.id) {`, `if slices.Contains(it.terms[t.taxonomy], t.id) {`},
		{"links of terms leave out those above", "terms.go", `path = up.slug + "/" + path`, `_ = up.slug`},
		{"terms are shown in full where they are embedded", "terms.go", `embed := c.text("context") == "embed"`, `embed := false`},
		{"everyone may see terms in edit", "terms.go", `if c.text("context") == "edit" && !c.user.can("manage_categories") {`, `if false {`},
		{"an unknown term is refused", "terms.go", `return newFault(404, "rest_term_invalid"`, `return newFault(403, "rest_term_invalid"`},
		{"terms have no description", "terms.go", `out.add("description", t.description)`, `out.add("description", "")`},
		{"terms link to other posts", "terms.go", `c.s.restURL(base+tax.records, tax.base+"="+id)`, `c.s.restURL(base+tax.records, "author="+id)`},
		{"the default category may be deleted", "terms.go", `if t.id != defaultCategory {`, `if true {`},

		{"everyone may see every user", "users.go", `return c.forbidden("rest_user_cannot_view", "You may not see this user.")`, `return nil`},
		{"everyone may see users in edit", "users.go", `case c.text("context") == "edit" && !c.user.can("edit_users"):`, `case false:`},
		{"users may not see themselves in edit", "users.go", `case u == c.user:`, `case false:`},
		{"only administrators see users", "users.go", `if it.author == u.id && it.status == "publish" {`, `if it == nil {`},
		{"me is not found for nobody", "users.go", `return nil, newFault(401, "rest_not_logged_in"`, `return nil, newFault(404, "rest_not_logged_in"`},
		{"users have the name of their account", "users.go", `out.add("name", u.name)`, `out.add("name", u.login)`},
		{"users are shown the same in every context", "users.go", `context := c.text("context")`, `context := "view"`},
		{"me is the administrator", "users.go", `body: c.showUser(c.user)}`, `body: c.showUser(c.s.users[0])}`},
	}
}
