// Command publish publishes a folder of Markdown files as posts and pages, and keeps
// them up to date. It creates and updates pages, and uploads the images that the texts
// name. Links between the files become links between the pages of the site.
//
// To copy it, take the .go files of this folder without the tests, and the folder
// sample. Of examples/internal it needs files, library, program and publish.
//
// Use it if you keep the texts of a site in git:
//
//	go run ./examples/publish
//
// publishes the sample to a site in memory. -site and -user name a real site, and -dir, which is
// then required, the folder. -dry-run prints what would be done and writes nothing.
//
// Files that end with .md, .markdown, .mdown or .mdx are published, or left out with a line. The
// folder may be for Hugo, Jekyll, Hexo, MkDocs, Docusaurus, VitePress or Obsidian, or plain. The
// generator is recognised by its files and printed; -kind names it instead. Its settings of YAML
// are read for the folder of the texts, navigation and defaults.
//
// What a generator shows as posts becomes posts: _posts and _drafts everywhere, content/post,
// posts, blog and news of Hugo, blog of Docusaurus, blog/posts of MkDocs. Everything else becomes
// pages. The page of a folder is above the pages in it. It is index, _index (Hugo) or README
// (MkDocs, Docusaurus, plain) in the folder, guides.md beside the folder guides, or
// guides/guides.md. A folder without such a file gets a page that lists the pages in it.
//
// A file may begin with its fields, as YAML, as TOML after +++, as JSON, or in the forms of Hexo:
//
//	---
//	title: Kerning              # default: the first heading, or the name of the file
//	slug: kerning               # default: the name of the file
//	type: post                  # or page; default: by the folder
//	status: draft               # default: publish, or what -status names
//	date: 2026-05-01 10:00      # on the clock of the site, or with a zone
//	excerpt: Why letters move.
//	tags: [latin, howto]        # by name; -create-terms creates those that are missing
//	categories: [Spacing, Type/Serif]  # the second below the first; only plain folders have paths
//	author: ada                 # by login name; only an administrator knows those of others
//	parent: guides              # of a page: slug or title of the page above; default: the folder's
//	order: 2                    # of a page: its place among the pages of its folder
//	image: images/cover.png     # the featured image, or none
//	comments: false
//	template: wide              # by its name in the templates of publish.yaml
//	meta: {color: red}          # what the site has registered
//	---
//	Letters are moved *closer*: ![A and V](images/kerning.png), see [Metrics](metrics.md).
//
// Generators have other names for some of them, which are read too: permalink, draft, published,
// expiryDate, publishDate, summary, description, category, authors, cover, weight, nav_order,
// sidebar_position. Names may be in any case. Fields that are not known are left to the generator.
// A text with a colon needs no quotes: title: Go: a tour.
// Jekyll separates tags by blanks, and in Hexo a list of categories is a path.
//
// A file that cannot be published is refused, with a line that names the file and the line in
// it: it cannot be read, it names a term that the site does not have, or another file names the
// same slug. So are the pages below a refused page. All other files are
// published.
//
// Links lead to what was published: links with and without an ending, to folders, from the top of
// the site, to permalinks and former addresses, to the address of the generator's own site, by the
// shortcodes ref, relref, link, post_url, post_path and post_link, in HTML, and [[links]] of
// Obsidian. Headings have the ids that GitHub gives them, or their own: {#id}. A link to a heading
// that is not there leads to the top of the page, with a line. The shortcodes figure, asset_img,
// highlight, codeblock and raw are also written as Markdown. Others are shown as they are written,
// with a line.
//
// A link to a file that the site does not have leads into the repository if -repository names
// its web address. Otherwise the link becomes text, with a line, as all links without a target do.
// An address of the generator's own site that no file has is kept, with a line.
// Sites refuse files of some endings, such as .svg, and files without an ending. A picture that is
// not in the folder, or that the site refuses, is not shown, with a line. An author whom the site
// does not have, or who is not found by your login, gets a line.
//
// The exit status is 0 if all is published, 3 if files were refused or pictures are not shown, 2
// for a mistake in the flags, and 1 if the run stopped.
//
// It may be killed at any moment and run again: a record is known by a mark on the site, and a
// picture by its checksum.
//
// A text is written as blocks, so that people can edit it in place. Raw HTML becomes a block of
// HTML, in which only the addresses of links and pictures are changed. Blocks that a file has
// itself are kept. A [ in the text becomes an entity, because WordPress would run shortcodes, also
// in code. Boxes of tasks become letters. The notes of GitHub, MkDocs, Docusaurus, VitePress,
// Jekyll and Obsidian become quotes with a title, or a box to open. Tabs become headings in order.
// Of the components of MDX boxes, tabs, links and pictures are known. Of others only what is
// between their tags is published, with a line. A paragraph with more than 2,000 brackets, marks of
// emphasis and bare addresses is refused, because its time would grow with the square of their
// number. So is a file with more than 100,000 of them, 10,000 headings, 50,000 lines outside of
// code, tables of 50,000 cells or 1,000 columns, or 1 MiB, and one whose page would have 3 MiB.
//
// WordPress makes long dashes, curly quotes, smileys and the like of prose. The texts of Hugo and
// Jekyll, which do that too, are left to it. In all others one letter of each such sequence becomes
// an entity, so that the page shows what was written: typography in the mapping chooses. Code is
// always shown as it is written.
//
// The folder may come from somebody else, as a pull request does. Only its own files
// are published: a file that is reached through a symbolic link out of the folder,
// through an absolute link, or through a name that begins with a dot (.git/config,
// .env) is never published, and a text that names it is refused. A link to a hidden file
// is no reason to refuse: it is treated as a link without a target. Links that stay
// in the folder are followed to pictures and other files. Texts that are links, and
// folders that are, are left out, with a line that says so.
//
// Each published text ends with a mark, a comment in a block of its own. It names the source and
// the file, and has checksums of what was sent and of what the site stored. The source is the
// name of the folder unless -source names another one. Pass -source if one folder has different
// names on different computers, as in CI.
//
// The mark makes the same file the same record. A file whose name changed, and whose text did
// not, is moved: its record gets the new slug and parent and keeps its id. A file that is gone
// gets a line, and its record stays. Records of other sources are never
// changed. A record that has the slug and parent of a new file and another origin is refused, and
// taken over only with -adopt. So are records of earlier versions, which marked them otherwise.
//
// With -trash the records of files that are gone are moved to the trash, pages below others
// first. A record that a person changed stays, and so does a page with pages below it. If more
// than a fifth of all records would go, none goes: -dir may name another folder.
//
// -check reads the files without a site: it names the files that a run would refuse, and links
// that lead nowhere.
//
// A file publish.yaml in the folder says what differs from the generator. All keys are optional,
// and others are a mistake. Flags come first:
//
//	name: docs                  # of the source
//	dir: docs                   # folder of the texts
//	under: docs                 # slug of the page above all pages
//	status: draft               # of files that name none
//	repository: https://git.example/acme/docs/blob/main/
//	exclude: ["drafts/**"]      # paths: * is any name, ** any path; without a slash in any folder
//	posts: ["news/**"]          # paths that are posts
//	languages: [en]             # those that are published; see below
//	static: [static]            # folders whose files have addresses from the top of the site
//	authors: {ada: 3}           # ids of users by the name in a file
//	templates: {wide: page-wide}
//	fields: {subtitle: meta.subtitle, teaser: excerpt}
//	shortcodes: {youtube: embed, note: drop-tags}
//	typography: exact           # prose as it is written; site: with curly quotes and long dashes
//
// Texts in several languages become a tree of pages each, below a page with the code of the
// language. A language has folders in content (Hugo, also those that its settings name) or i18n
// (Docusaurus), or files such as a.de.md (Hugo). If languages names some, then folders at the top
// of the texts and files with the code of another language are left out in all generators, and a
// language that is the only one has no folder. Texts without a code are in the main language. They are left out
// if all chosen languages have texts with their code, and the settings of Hugo name none of them
// as the main language. Links lead to the text in the same language, if there is one.
//
// Every computer can see a change by someone else, which is overwritten only with -force. Fields
// that a file does not name are not changed, except the status.
//
// A file whose page was changed by someone else is refused and named. The others are
// published, and the exit status is 3.
package main

import (
	"embed"

	"github.com/fontcms/fontcms-go/examples/internal/program"
	"github.com/fontcms/fontcms-go/examples/internal/publish"
)

//go:embed sample
var sample embed.FS

// The comment of package publish names its files in the order of the steps.
func main() { program.Main("publish", publish.Recipe{Sample: sample}.Run) }
