package conformance

import (
	"cmp"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// randomDifference is one between the servers that is there on purpose, or that a
// random request cannot tell from chance.
type randomDifference struct {
	request *regexp.Regexp // the request as it is printed
	differs *regexp.Regexp // what differs: "body>0>title: memory …, live …"
	reason  string
}

// randomDifferences are all of them.
var randomDifferences = []randomDifference{
	{all, regexp.MustCompile(`^body(>\w+)*>message: memory "[^(].* live "[^(]`), "messages are in words of our own"},
	{all, regexp.MustCompile(`^body(>responses>\d+)?(>body)?>data>params>\w+: memory "[^(].* live "[^(]`),
		"messages are in words of our own"},
	{all, regexp.MustCompile(`^body(>body)?>data>json_error_message: memory "the body is not`),
		"messages are in words of our own"},
	{all, regexp.MustCompile(`^body(>\w+)*>labels>\w+: memory "[a-z ]+"`), "labels are in words of our own"},
	{all, regexp.MustCompile(`^body(>\w+)*>description: memory "(What pages|Parts that|The styles of|Menus made)`),
		"types are described in words of our own"},
	{all, regexp.MustCompile(`>curies>0>name: memory "cms", live "wp"`),
		"the prefix of links is that of the specification"},
	{all, regexp.MustCompile(`>guid>(raw|rendered): memory "SITE[^#]*", live "SITE[^#]*"$`),
		"the guid of a record of a document is its address"},
	{all, regexp.MustCompile(`>media_details>(bitrate|bitrate_mode|channelmode|channels|compression_ratio|dataformat|` +
		`encoder|encoder_options|fileformat|length|length_formatted|lossless|mime_type|sample_rate|artist|title|album|year|` +
		`codec|mpeg|audio): memory "\(absent\)"`), "no sound is looked into"},
	{regexp.MustCompile(`GET /cms/v2/users.*offset=-`), all,
		"the query of WordPress fails, and its totals are those of another one"},
	{regexp.MustCompile(`/cms/v2/users.*(name|nickname)".*long long`),
		regexp.MustCompile(`^status: memory .* live \[(500,"internal_server_error|403,"rest_cannot_update: ` +
			`.*persisted_preferences)`), "WordPress breaks down over a name that is longer than its column, or has no user to " +
			"whom meta could belong"},
	{all, regexp.MustCompile(`>template: memory "wide.php", live ""`),
		"the trash forgets a template that the theme lacks, and cmstest has no themes"},
	{regexp.MustCompile(`/batch/v1`), regexp.MustCompile(`>class_list(>\d+)?: memory .*"post-password-required".* live ` +
		`.*"post-password-protected"`), "WordPress forgets within a batch that an autosave was rendered for somebody who " +
		"needs no password"},
	{regexp.MustCompile(`\(6 bytes\)$`), regexp.MustCompile(`^status: memory .* live \[500,"internal_server_error`),
		"WordPress breaks down over a text as a body of JSON"},
	{regexp.MustCompile(`[=:](map)?[\[{]|&\w+\[`),
		regexp.MustCompile(`^status: memory .* live \[500,"internal_server_error`),
		"WordPress breaks down over a list where it expects a text"},
	{regexp.MustCompile(`/cms/v2/search.*subtype=\[(post|page)( (post|page))*\]`),
		regexp.MustCompile(`^(header (X-WP-Total|Link)|body)`),
		"formats are no terms here, which a search for terms of no taxonomy finds"},
	{regexp.MustCompile(`/taxonomies.*(_fields|_embed)`),
		regexp.MustCompile(`^status: memory \[200,(\[\]|\{\})\], live \[500,"internal_server_error`),
		"WordPress breaks down over fields and links of no taxonomies"},
	{all, regexp.MustCompile(`^body(>responses>\d+)?(>body)?>data: memory "The name of a term has 200`),
		"messages are in words of our own"},
	{regexp.MustCompile(`/oembed/1.0/proxy`),
		regexp.MustCompile(`^status: memory \[404,"oembed_invalid_url.* live \[200,"oembed_invalid_url`),
		"WordPress fetches the page of a record whose slug begins like the address"},
	{regexp.MustCompile(`GET /cms/v2/media.*orderby=parent`), all,
		"what orders records of one parent is left to the database"},
	{all, regexp.MustCompile(`>caption>rendered: memory "\\u003cp\\u003e.*, live ` +
		`"\\u003cp\\u003eSITE/wp-content/uploads/[^ "\\]+\.(mp3|mp4)( [^"]*)?\\u003c/p\\u003e\\n"$`),
		"the caption of a sound or film is the address of its file where WordPress puts a player before it"},
	{regexp.MustCompile(`/oembed/1.0/embed.*format=xml`), regexp.MustCompile(`^body: memory ".*<html>`),
		"records are embedded in a plain frame"},
	{regexp.MustCompile(`/oembed/1.0/`), regexp.MustCompile(`>html: memory`), "records are embedded in a plain frame"},
	{all, regexp.MustCompile(`>description>rendered: memory`), "files are shown by a plain link"},
	{all, regexp.MustCompile(`>(rendered|attr_title|description|html|title): memory .* live ".*#(8211|8212|215);`),
		"dashes and signs of multiplication stay as they were written"},
	{all, regexp.MustCompile(`>filesize: memory \d+, live \d+`), "pictures are made by another encoder"},
}

var all = regexp.MustCompile("")

// sequenceLength is how many requests are sent before the sites are put back.
const sequenceLength = 10

// repeatCommand draws the sequence again that a difference was found in. It wants a site as CONTRIBUTING.md has it.
const repeatCommand = "FONTCMS_CONFORMANCE=$LAB FONTCMS_RANDOM=%d FONTCMS_RANDOM_SEED=%d go test -count=1 -v -run " +
	"'^TestRandomRequestsGetTheSameResponses$' ./internal/conformance"

// TestRandomRequestsGetTheSameResponses draws requests from the table of operations,
// with values that fit and values that do not, by every role, and sends them to the
// server in memory and to a real one over the same documents. FONTCMS_RANDOM is how
// many (300), FONTCMS_RANDOM_SEED what they follow from: the seed of a run is printed.
func TestRandomRequestsGetTheSameResponses(t *testing.T) { //nolint:paralleltest // it changes the one site

	wordpress, restore := liveSite(t)
	fake := newMemory(t, readDocuments(t))
	n, err := strconv.Atoi(cmp.Or(os.Getenv("FONTCMS_RANDOM"), "300"))
	if err != nil {
		t.Fatal(err)
	}
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("FONTCMS_RANDOM_SEED"),
		strconv.FormatUint(rand.Uint64()>>32, 10)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d requests, seed %d", n, seed)
	different, excused := 0, map[string]int{}
	for sent := 0; sent < n; sent += sequenceLength {
		d := newDice(t, fake.documents, seed+uint64(sent))
		fake.putBack()
		restore()
		readers := [2]*reader{{site: fake, numbers: map[string]string{}}, {site: wordpress, numbers: map[string]string{}}}
		var ids [2][]int64
		var told []string
		writes := d.chance(75)
		var last *randomRequest // the write before, if there was one
		for range sequenceLength {
			r := d.next(writes && d.chance(65))
			if last != nil && d.chance(30) {
				r = d.after(*last, d.made[len(d.made)-1] != "")
			}
			told = append(told, r.String())
			var got [2]answered
			created := int64(1)
			for i, s := range []*site{fake, wordpress} {
				ask := r.ask(s, ids[i])
				raw, err := s.raw(t.Context(), r.role, ask)
				if err != nil {
					t.Fatalf("Request: error %[2]v, want none, after\n%[1]s", strings.Join(told, "\n"), err)
				}
				id := madeBy(raw)
				created = min(created, id)
				ids[i] = append(ids[i], id)
				got[i] = readers[i].read(raw)
			}
			d.made = append(d.made, r.kindOf(created))
			last = nil
			if r.method != "GET" && r.group() != "" && got[0].status < 300 {
				last = &r
			}
			var left []string
			if !wordpress.tied(r, got) {
				left = excuse(r, compare(got[0], got[1]), excused)
			}
			if len(left) > 0 {
				different++
				t.Errorf("Request %d: want no difference, after\n  %s\n  DIFFERS %s\nThe same once more: "+repeatCommand,
					sent+len(told), strings.Join(told, "\n  "),
					strings.Join(left[:min(len(left), 6)], "\n  DIFFERS "), sequenceLength, seed+uint64(sent))
				break // what follows would differ as well
			}
			if got[0].status != got[1].status { // excused, and the sites are no longer the same
				break
			}
		}
	}
	t.Logf("%d requests, seed %d: %d differ; excused: %v", n, seed, different, excused)
}

// excuse leaves out the differences of the table.
func excuse(r randomRequest, all []string, excused map[string]int) []string {
	var left []string
	for _, one := range all {
		known := false
		for _, d := range randomDifferences {
			if d.request.MatchString(r.String()) && d.differs.MatchString(one) {
				excused[d.reason]++
				known = true
				break
			}
		}
		if !known {
			left = append(left, one)
		}
	}
	return left
}

// next draws a request. write says that it may change something.
func (d *dice) next(write bool) randomRequest {
	switch {
	case write && d.chance(6):
		return d.batch()
	case write && d.chance(6):
		return d.upload()
	case !write && d.chance(4):
		return d.oembed()
	}
	return d.odd(d.plain(write))
}

// after draws a request that shows what a request has changed, sent by who may see all of it.
func (d *dice) after(r randomRequest, created bool) randomRequest {
	look := randomRequest{method: "GET", role: admin, id: r.id, parent: r.parent,
		path: strings.TrimSuffix(r.path, "/autosaves")}
	if created && !strings.HasSuffix(r.path, "/autosaves") {
		look.path, look.id = r.path+"/{id}", made(len(d.made)-1)
	}
	if strings.HasSuffix(look.path, "/{id}") && d.chance(40) {
		look.path += pick(d, "/revisions", "/autosaves")
	}
	look.path = strings.Replace(look.path, "{id}/revisions", "{parent}/revisions", 1)
	if strings.Contains(look.path, "{parent}/revisions") {
		look.parent = look.id
	}
	look.query = append(look.query, [2]any{"context", "edit"})
	return look
}
