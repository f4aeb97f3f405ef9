package main

// mediaMutations are mistakes in how the media library is kept.
func mediaMutations() []mutation {
	return []mutation{
		{"media: the name of a file is not made unique", "mediafile.go", `if !suffixed && free(stem+extension) {`, `if suffixed || !suffixed {`},
		{"media: a name like that of a sub-size is kept", "mediafile.go", `if !suffixed && free(`, `if (suffixed || !suffixed) && free(`},
		{"media: a sub-size of the image itself is renamed", "mediafile.go", `suffixed := sizeSuffix.MatchString(stem) && (own == "" ||`, `suffixed := sizeSuffix.MatchString(stem) && (own != "" ||`},
		{"media: the extension keeps its capitals", "mediafile.go", `extension = strings.ToLower(extension)`, `extension += ""`},
		{"media: files go into the month of today, whatever they belong to", "mediafile.go", `it != nil && it.kind.base != "pages"`, `it != nil && it.kind.base == "nothing"`},
		{"media: files of pages go into their month", "mediafile.go", `it != nil && it.kind.base != "pages"`, `it != nil`},
		{"media: files are served without a look at the rest of the name", "mediafile.go", `content, there := s.files[name]`, `content, there := s.files[strings.ToLower(name)]`},
		{"media: a pixel is worth a sub-size", "mediaimage.go", `return w, h, width-w > 1 || height-h > 1`, `return w, h, width-w > 0 || height-h > 0`},
		{"media: thumbnails are not cropped", "mediaimage.go", `"thumbnail", 150, 150, true`, `"thumbnail", 150, 150, false`},
		{"media: medium_large is limited in height", "mediaimage.go", `"medium_large", 768, 0, false`, `"medium_large", 768, 768, false`},
		{"media: the size 1536x1536 is not made", "mediaimage.go", `"medium_large", "1536x1536", "2048x2048"}`, `"medium_large", "2048x2048"}`},
		{"media: large images are not scaled down", "mediaimage.go", `const bigImage = 2560`, `const bigImage = 25600`},
		{"media: dimensions are cut instead of rounded", "mediaimage.go", `max(1, int(math.Round(float64(height)*ratio)))`, `max(1, int(float64(height)*ratio))`},
		{"media: images turn the other way by an angle that is not exact", "mediaimage.go", `wide, high = math.Ceil(wide-1e-9), math.Ceil(high-1e-9)`, `wide, high = math.Floor(wide), math.Floor(high)`},
		{"media: a crop takes the width of the height", "mediaimage.go", `part(b.Dx(), width), part(b.Dy(), height)`, `part(b.Dx(), height), part(b.Dy(), width)`},
		{"media: a rotation is forgotten", "mediaedit.go", `return func(m image.Image) image.Image { return rotated(m, n[0]) }`, `return func(m image.Image) image.Image { return m }`},
		{"media: a crop of old forgets the rotation", "mediaedit.go", `if len(box) == 4 {
		out = append(out,`, `if len(box) == 4 {
		out = append(out[:0],`},
		{"media: rotation counts before modifiers", "mediaedit.go", `steps, ok := c.get("modifiers").([]modifier); ok`, `steps, ok := c.get("modifiers").([]modifier); ok && c.get("rotation") == nil`},
		{"media: an empty list of modifiers is taken", "mediaedit.go", `case len(steps) == 0:`, `case len(steps) == 1000:`},
		{"media: a step of no form is left out", "mediaedit.go", `return nil, &problem{"rest_no_matching_schema", name + " is not a flip.", object{{"position", 0}}}`, `_ = name`},
		{"media: an empty step is any", "mediaedit.go", `if len(members) == 0 {`, `if len(members) == 1000 {`},
		{"media: a step needs no type", "mediaedit.go", `&problem{"rest_property_required"`, `&problem{"rest_no_matching_schema"`},
		{"media: rotations of a whole turn are taken", "mediaedit.go", `case n <= 0 || n >= 360:`, `case n < 0 || n > 360:`},
		{"media: an edit takes any address", "mediaedit.go", `!a.isImage() || !a.holds(c.text("src"))`, `!a.isImage()`},
		{"media: what is no image can be edited", "mediaedit.go", `!a.isImage() || !a.holds(`, `!a.holds(`},
		{"media: an edit without a change makes a copy", "mediaedit.go", `if len(steps) == 0 {`, `if len(steps) == 1000 {`},
		{"media: an empty crop is a pixel", "mediaimage.go", `if w < 1 || h < 1 || w*h > maxPixels {`, `w, h = max(w, 1), max(h, 1)
	if w*h > maxPixels {`},
		{"media: an edit drops the texts", "mediaedit.go", `next.title, next.excerpt, next.content, next.parent = it.title, it.excerpt, it.content,`, `next.title, next.excerpt, next.content, next.parent = it.title, "", it.content,`},
		{"media: an edit drops the alternative text", "mediaedit.go", `n.alt = a.alt`, `n.alt = ""`},
		{"media: an edit of an edit is named twice", "mediaedit.go", `-edited(?:-\d+)?$`, `-edited-nothing$`},
		{"media: an edit starts from the scaled image", "mediaedit.go", `source := a.folder() + a.filename()`, `source := a.file`},
		{"media: an edit does not say where it comes from", "mediaedit.go", `n.details.parentID, n.details.parentFile = it.id, source`, `n.details.parentID, n.details.parentFile = 0, ""`},
		{"media: an edit answers as the context edit", "mediaedit.go", `c.setContext("view")`, `c.setContext("edit")`},
		{"media: a scaled image forgets the original", "mediarecord.go", `a.original, a.file = name, a.folder()`, `a.original, a.file = "", a.folder()`},
		{"media: no sub-sizes are made", "mediarecord.go", `if !wanted || a.size(name) != nil {`, `if true || !wanted || a.size(name) != nil {`},
		{"media: sub-sizes are made again and again", "mediarecord.go", `if !wanted || a.size(name) != nil {`, `if !wanted {`},
		{"media: files stay after their record", "mediarecord.go", `delete(s.files, a.file)`, `_ = a.file`},
		{"media: sub-sizes stay after their record", "mediarecord.go", `delete(s.files, a.folder()+sub.file)`, `_ = sub.file`},
		{"media: nothing is missing", "mediarecord.go", `if wanted && a.size(size.name) == nil {`, `if wanted && false {`},
		{"media: a PDF lacks nothing", "mediarecord.go", `if a.mime == "application/pdf" {`, `if a.mime == "application/x-pdf" {`},
		{"media: the name is that of the scaled file", "mediarecord.go", `if a.original != "" {
		return a.original
	}`, ``},
		{"media: the list is of published records", "mediaresource.go", `return "inherit"
	}
	return "publish"`, `return "private"
	}
	return "publish"`},
		{"media: every status can be listed", "mediaresource.go", `[]string{"inherit", "private", "trash"}`, `listStatuses`},
		{"media: the kind of the file is ignored", "mediaresource.go", `slices.Contains(kinds, first) ||`, `first == "" ||`},
		{"media: the media type is ignored", "mediaresource.go", `|| slices.Contains(types, it.media.mime)`, `|| len(types) > 0`},
		{"media: kind and media type must both fit", "mediaresource.go", `return slices.Contains(kinds, first) || slices.Contains(types, it.media.mime)`, `return (kinds == nil || slices.Contains(kinds, first)) && (types == nil || slices.Contains(types, it.media.mime))`},
		{"media: unknown media types find nothing", "mediaresource.go", `return extensionOf(t) == "" || !c.user.mayHold(t)`, `return false`},
		{"media: what belongs to a draft is public", "mediaresource.go", `if parent == nil || c.user`, `if true || c.user`},
		{"media: everyone sees the settings of images", "mediaresource.go", `if !c.secure || !c.user.can("upload_files") {`, `if !c.secure {`},
		{"media: any address can be fetched", "mediaresource.go", `return &problem{"rest_invalid_url", fmt.Sprintf("%q is not`, `return nil
	return &problem{"rest_invalid_url", fmt.Sprintf("%q is not`},
		{"media: everyone uploads who writes", "mediawrite.go", `if !c.user.can("upload_files") {
		return c.forbidden("rest_cannot_create"`, `if !c.user.can("edit_posts") {
		return c.forbidden("rest_cannot_create"`},
		{"media: files are added to any record", "mediawrite.go", `it == nil || !c.user.mayEdit(it)`, `it == nil`},
		{"media: files are added to files", "mediawrite.go", `if it := c.s.items[c.integer("post")]; it != nil && it.kind.attachment {`, `if false {`},
		{"media: files are added to what is not there", "mediawrite.go", `it == nil || !c.user.mayEdit(it)`, `it != nil && !c.user.mayEdit(it)`},
		{"media: what a file belongs to is dropped", "mediawrite.go", `w.next.parent = c.integer("post")`, `w.next.parent = 0`},
		{"media: an image takes an image of its own", "mediawrite.go", `if !w.next.media.takesFeatured() {`, `if false {`},
		{"media: a sound takes no image", "mediawrite.go", `strings.HasPrefix(a.mime, "audio/") ||`, `false ||`},
		{"media: generate_sub_sizes is ignored", "mediawrite.go", `if c.get("generate_sub_sizes") != false {`, `if true {`},
		{"media: an upload does not say its id", "mediawrite.go", `answer.header.add("X-WP-Upload-Attachment-ID"`, `answer.header.add("X-Upload-Attachment-ID"`},
		{"media: a file can belong to a file", "mediawrite.go", `if it := c.s.items[parent]; it != nil && it.kind.attachment {`, `if false {`},
		{"media: a negative post is kept", "mediawrite.go", `parent := max(0, c.integer("post"))`, `parent := c.integer("post")`},
		{"media: an unknown author is taken", "mediawrite.go", `author != 0 && c.s.userByID(author) == nil {`, `false && c.s.userByID(author) == nil {`},
		{"media: an empty title is kept in an update", "mediawrite.go", `title != "" || plain && w.prev != nil {`, `title != "" || plain && w.prev == nil {`},
		{"media: an object clears the title", "mediawrite.go", `title != "" || plain && w.prev != nil {`, `title != "" || w.prev != nil || plain && false {`},
		{"media: the caption is not written", "mediawrite.go", `next.excerpt = caption`, `_ = caption`},
		{"media: the description is not written", "mediawrite.go", `next.content = description`, `_ = description`},
		{"media: the alternative text is not written", "mediawrite.go", `a.alt = alt })`, `_ = alt })`},
		{"media: other statuses are kept", "mediawrite.go", `next.status = "inherit"
	}`, `next.status = status
	}`},
		{"media: a private status is lost", "mediawrite.go", `case "private":
		next.status = status`, `case "private":`},
		{"media: the author is not written", "mediawrite.go", `w.s.userByID(author) != nil {`, `w.s.userByID(author) == nil {`},
		{"media: comments stay open", "mediawrite.go", `next.comments = v`, `_ = v`},
		{"media: pings stay closed", "mediawrite.go", `next.pings = v`, `_ = v`},
		{"media: slugs are not made of the title", "mediawrite.go", `next.slug = slugOr(next.title, next.id)`, `next.slug = slugOr("", next.id)`},
		{"media: slugs are doubled", "mediawrite.go", `next.slug = s.uniqueSlug(next, next.slug)`, ``},
		{"media: slugs are unique among files alone", "slug.go", `case it.kind.attachment: // at the top of the site like everything else
			return true`, `case it.kind.attachment: // at the top of the site like everything else
			return other.kind.attachment`},
		{"media: numbers are no slugs", "slug.go", `if kind.attachment {
		return false
	}`, ``},
		{"media: force is not needed", "mediawrite.go", `if !c.flag("force") {`, `if false {`},
		{"media: trash is unsupported with another status", "mediawrite.go", `newFault(501, "rest_trash_not_supported"`, `newFault(400, "rest_trash_not_supported"`},
		{"media: a deletion keeps the links", "mediawrite.go", `previous := c.show(it, false)`, `previous := c.show(it, true)`},
		{"media: posts keep the image that is gone", "mediawrite.go", `next.featured = 0
			c.s.items[id] = next`, `c.s.items[id] = next`},
		{"media: files keep the post that is gone", "read.go", `child.kind.tree || child.kind.attachment`, `child.kind.tree`},
		{"media: any file is the image of a post", "mediawrite.go", `case it != nil && it.media != nil && it.media.isImage():`, `case it != nil && it.media != nil:`},
		{"media: an image that is not there takes the image away", "mediawrite.go", `case it != nil || id == 0:`, `default:`},
		{"media: post-process does nothing", "mediawrite.go", `if a.details.width > 0 {
			c.s.makeSizes(a)
		}
	})
	c.s.items[it.id] = it`, `_ = a
	})
	c.s.items[it.id] = it`},
		{"media: post-process needs no action", "mediawrite.go", `schema: text("create-image-subsizes"), required: true}`, `schema: text("create-image-subsizes")}`},
		{"media: post-process takes any action", "mediawrite.go", `schema: text("create-image-subsizes"), required`, `schema: text(), required`},
		{"media: everyone edits images who writes", "mediawrite.go", `return c.forbidden("rest_cannot_edit_image"`, `return c.forbidden("rest_cannot_edit"`},
		{"media: percentages have no limit", "mediawrite.go", `case n < low || n > high:`, `case n < low:`},
		{"media: a checksum is not compared", "mediaupload.go", `want != "" && want != hex.EncodeToString(sum[:])`, `false && want != hex.EncodeToString(sum[:])`},
		{"media: the type of the content is not compared", "mediaupload.go", `name, mediaType := settleType(cleanFilename(file.name), file.content)`, `name, mediaType := cleanFilename(file.name), typeOf(file.name)`},
		{"media: an empty upload is taken", "mediaupload.go", `case len(c.body) == 0:`, `case len(c.body) == 1<<40:`},
		{"media: the type of an upload is not needed", "mediaupload.go", `case c.header.Get("Content-Type") == "":`, `case false:`},
		{"media: a disposition without a name is another error", "mediaupload.go", `if name == "" {`, `if name == "nothing" {`},
		{"media: a disposition needs no first word", "mediaupload.go", `_, rest, ok := strings.Cut(strings.TrimSpace(header), ";")
	if !ok {
		return ""
	}`, `_, rest, ok := strings.Cut(strings.TrimSpace(header), ";")
	if !ok {
		rest = header
	}`},
		{"media: parameters of a disposition may be in capitals", "mediaupload.go", `!ok || strings.TrimSpace(name) != "filename"`, `!ok || !strings.EqualFold(strings.TrimSpace(name), "filename")`},
		{"media: any part of a form is the file", "mediaupload.go", `list := c.files["file"]`, `list := c.files[sortedKeys(c.files)[0]]`},
		{"media: a form is refused as a body is", "mediaupload.go", `const code = "rest_upload_unknown_error"`, `const code = "rest_upload_sideload_error"`},
		{"media: a form names the record after the stored file", "mediaupload.go", `title: strings.TrimSuffix(name, path.Ext(name)), content`, `title: "", content`},
		{"media: what is no image is fetched", "mediaupload.go", `if !strings.HasPrefix(typeOf(name), "image/") {`, `if false {`},
		{"media: what is missing at the other end is a bad request", "mediaupload.go", `status: 500, code: "http_404"`, `status: 400, code: "http_404"`},
		{"media: pages are for every author", "mediatypes.go", `return u.can("unfiltered_html")`, `return true`},
		{"media: images keep a wrong extension", "mediatypes.go", `return strings.TrimSuffix(name, path.Ext(name)) + extensionOf(found), found`, `return name, found`},
		{"media: dots inside a name stay", "mediatypes.go", `parts[i] += "_"`, `parts[i] += ""`},
		{"media: marks stay in names", "mediatypes.go", "\"?[]/\\\\=<>:;,'\\\"&$#*()|~`!{}%+", "\"?/\\\\=<>:;,'\\\"$#*|~`!{}%+"},
		{"media: spaces stay in names", "mediatypes.go", `case r == ' ' || r == '\t'`, `case r == '\t'`},
		{"media: the kind of a file is its media type", "mediashow.go", `mediaType := "file"`, `mediaType, _, _ := strings.Cut(a.mime, "/")`},
		{"media: details are in bytes of another file", "mediashow.go", `{"file", d.file}, {"filesize", d.filesize}}`, `{"file", d.file}, {"filesize", d.filesize + 1}}`},
		{"media: the whole file is not among the sizes", "mediashow.go", `sizes.add("full",`, `sizes.add("whole",`},
		{"media: what a file belongs to is 0 for nothing", "mediashow.go", `if id == 0 {
		return nil
	}`, ``},
		{"media: the post is linked as a parent", "mediashow.go", `s.prefix+":attached-to"`, `s.prefix+":parent"`},
		{"media: files of drafts have readable addresses", "mediashow.go", `parent != nil && (isDraft(parent.status) || parent.status == "future" || parent.status == "trash")`, `parent != nil && parent.status == "future"`},
		{"media: files of posts are at the top", "mediashow.go", `return s.localLink(parent) + it.slug + "/"
}`, `return "/" + it.slug + "/"
}`},
		{"media: captions are not made of the content", "mediashow.go", `texturize(renderExcerpt(it.excerpt, description, excerptLength))`, `texturize(renderExcerpt(it.excerpt, "", excerptLength))`},
		{"media: the rights of the library are those of posts", "mediashow.go", `if action != "publish" {`, `if action != "" {`},
		{"media: embedded records have all fields", "mediashow.go", `if context == "embed" {`, `if context == "embeds" {`},
		{"media: the original is not shown", "mediashow.go", `out.add("original_image", a.original)`, ``},
		{"media: any name of a size is taken", "mediasideload.go", `if !known && (several || !replaces(word)) {`, `if known && false {`},
		{"media: whole images stand in lists", "mediasideload.go", `if !known && (several || !replaces(word)) {`, `if !known && !replaces(word) {`},
		{"media: empty names of sizes are unknown ones", "mediasideload.go", `&problem{"rest_too_short", name + " must not be empty.", nil}`, `&problem{"rest_not_in_enum", name + " must not be empty.", nil}`},
		{"media: empty names in lists are unknown ones", "mediasideload.go", `&problem{"rest_too_short", fmt.Sprintf("%s[%d] must`, `&problem{"rest_not_in_enum", fmt.Sprintf("%s[%d] must`},
		{"media: sub-sizes are of any type", "mediasideload.go", `return &problem{"rest_invalid_pattern"`, `_ = &problem{"rest_invalid_pattern"`},
		{"media: sub-sizes without a name are taken", "mediasideload.go", `if members.get(field) == "" {`, `if false {`},
		{"media: any number of sub-sizes is taken", "mediasideload.go", `items: &one, maxItems: 100}`, `items: &one}`},
		{"media: every file takes sub-sizes", "mediasideload.go", `if !a.isImage() && a.mime != "application/pdf" {`, `if false {`},
		{"media: what cannot be read is a sub-size", "mediasideload.go", `if !ok {
		return nil, newFault(400, "rest_upload_invalid_image"`, `if !ok && false {
		return nil, newFault(400, "rest_upload_invalid_image"`},
		{"media: dimensions do not count", "mediasideload.go", `return wrong
		}
	}
	return nil`, `return nil
		}
	}
	return nil`},
		{"media: dimensions must be exact", "mediasideload.go", `(w > size.width+1 || size.height > 0 && h > size.height+1)`, `(w > size.width || size.height > 0 && h > size.height)`},
		{"media: an original may have any dimensions", "mediasideload.go", `if names[0] == "original" && (`, `if false && (`},
		{"media: a sideload changes the record at once", "mediasideload.go", `a.pending = append(a.pending, sub)`, `a.details.sizes = append(a.details.sizes, sub)`},
		{"media: a whole image waits for a finalize", "mediasideload.go", `if replaces(names[0]) {
			a.file = stored
		}`, ``},
		{"media: any file is finalized", "mediasideload.go", `file != "" && !it.media.made(file)`, `false && !it.media.made(file)`},
		{"media: a finalize cannot be repeated", "mediasideload.go", `return slices.ContainsFunc(a.pending, is) || slices.ContainsFunc(a.details.sizes, is) || a.details.file == file`, `return slices.ContainsFunc(a.pending, is)`},
		{"media: a finalize takes the first name alone", "mediasideload.go", `for _, name := range readNames(members.get("image_size")) {
		if replaces`, `for _, name := range readNames(members.get("image_size"))[:1] {
		if replaces`},
		{"media: a finalize forgets the original", "mediasideload.go", `a.original = original`, `_ = original`},
		{"media: required arguments may be missing", "call.go", `if p.required && c.get(p.name) == nil {`, `if false {`},
		{"media: parent is ignored", "list.go", `(kind.tree || kind.attachment) && !in("parent", parent)`, `(kind.tree || kind.attachment) && len(c.ids("parent")) == 0`},
		{"media: parent_exclude is ignored", "list.go", `notIn("parent_exclude", parent)`, `_ = notIn`},
		{"the context edit of a record is for everyone", "permit.go", `if c.text("context") == "edit" && !c.user.mayEdit(it) {`, `if false {`},
		{"the context edit of a list is for everyone", "permit.go", `if c.text("context") == "edit" && !c.user.can("edit_"+kind.plural) {`, `if false {`},
		{"what may not be read is shown", "permit.go", `if !c.mayRead(it) {`, `if false {`},
		{"what may not be read is listed", "list.go", `!edit && !c.mayRead(it)`, `false`},
		{"enumerations take anything", "schema.go", `if s.enum != nil && !slices.Contains(s.enum, text) {`, `if false {`},
		{"media: the image of a post is linked for everyone", "links.go", `featured != nil && c.mayRead(featured)`, `featured != nil`},
	}
}
