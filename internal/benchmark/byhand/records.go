package byhand

import "encoding/json"

// Text is a text as written and as shown.
type Text struct {
	Raw       string `json:"raw"`
	Rendered  string `json:"rendered"`
	Protected bool   `json:"protected"`
}

// Link is a link to a related resource.
type Link struct {
	Href        string `json:"href"`
	Embeddable  bool   `json:"embeddable"`
	Taxonomy    string `json:"taxonomy"`
	PostType    string `json:"post_type"`
	Name        string `json:"name"`
	Count       *int   `json:"count"`
	ID          int64  `json:"id"`
	Templated   bool   `json:"templated"`
	TargetHints struct {
		Allow []string `json:"allow"`
	} `json:"targetHints"`
}

// Post is a post, as the REST API sends it.
type Post struct {
	ID                int64             `json:"id"`
	Date              string            `json:"date"`
	DateGMT           string            `json:"date_gmt"`
	GUID              Text              `json:"guid"`
	Modified          string            `json:"modified"`
	ModifiedGMT       string            `json:"modified_gmt"`
	Slug              string            `json:"slug"`
	Status            string            `json:"status"`
	Type              string            `json:"type"`
	Link              string            `json:"link"`
	Title             Text              `json:"title"`
	Content           Text              `json:"content"`
	Excerpt           Text              `json:"excerpt"`
	Author            int64             `json:"author"`
	FeaturedMedia     int64             `json:"featured_media"`
	CommentStatus     string            `json:"comment_status"`
	PingStatus        string            `json:"ping_status"`
	Sticky            bool              `json:"sticky"`
	Template          string            `json:"template"`
	Format            string            `json:"format"`
	Meta              map[string]any    `json:"meta"`
	Categories        []int64           `json:"categories"`
	Tags              []int64           `json:"tags"`
	ClassList         []string          `json:"class_list"`
	Password          string            `json:"password"`
	PermalinkTemplate string            `json:"permalink_template"`
	GeneratedSlug     string            `json:"generated_slug"`
	Links             map[string][]Link `json:"_links"`
}

// RawPost is a post whose links and meta are left as JSON.
type RawPost struct {
	Post
	Meta  json.RawMessage `json:"meta"`
	Links json.RawMessage `json:"_links"`
}

// Page is a page, as the REST API sends it.
type Page struct {
	ID                int64             `json:"id"`
	Date              string            `json:"date"`
	DateGMT           string            `json:"date_gmt"`
	GUID              Text              `json:"guid"`
	Modified          string            `json:"modified"`
	ModifiedGMT       string            `json:"modified_gmt"`
	Slug              string            `json:"slug"`
	Status            string            `json:"status"`
	Type              string            `json:"type"`
	Link              string            `json:"link"`
	Title             Text              `json:"title"`
	Content           Text              `json:"content"`
	Excerpt           Text              `json:"excerpt"`
	Author            int64             `json:"author"`
	FeaturedMedia     int64             `json:"featured_media"`
	Parent            int64             `json:"parent"`
	MenuOrder         int               `json:"menu_order"`
	CommentStatus     string            `json:"comment_status"`
	PingStatus        string            `json:"ping_status"`
	Template          string            `json:"template"`
	Meta              any               `json:"meta"` // [] if there is none
	ClassList         []string          `json:"class_list"`
	Password          string            `json:"password"`
	PermalinkTemplate string            `json:"permalink_template"`
	GeneratedSlug     string            `json:"generated_slug"`
	Links             map[string][]Link `json:"_links"`
}

// MenuItem is an item of a menu.
type MenuItem struct {
	ID          int64             `json:"id"`
	Title       Text              `json:"title"`
	Status      string            `json:"status"`
	URL         string            `json:"url"`
	AttrTitle   string            `json:"attr_title"`
	Description string            `json:"description"`
	Type        string            `json:"type"`
	TypeLabel   string            `json:"type_label"`
	Object      string            `json:"object"`
	ObjectID    int64             `json:"object_id"`
	Parent      int64             `json:"parent"`
	MenuOrder   int               `json:"menu_order"`
	Target      string            `json:"target"`
	Classes     []string          `json:"classes"`
	XFN         []string          `json:"xfn"`
	Invalid     bool              `json:"invalid"`
	Menus       int64             `json:"menus"`
	Meta        any               `json:"meta"`
	Links       map[string][]Link `json:"_links"`
}

// Block is a reusable block.
type Block struct {
	ID              int64             `json:"id"`
	Date            string            `json:"date"`
	DateGMT         string            `json:"date_gmt"`
	GUID            Text              `json:"guid"`
	Modified        string            `json:"modified"`
	ModifiedGMT     string            `json:"modified_gmt"`
	Slug            string            `json:"slug"`
	Status          string            `json:"status"`
	Type            string            `json:"type"`
	Link            string            `json:"link"`
	Title           Text              `json:"title"`
	Content         Text              `json:"content"`
	Excerpt         Text              `json:"excerpt"`
	Template        string            `json:"template"`
	Meta            any               `json:"meta"`
	PatternCategory []int64           `json:"wp_pattern_category"`
	ClassList       []string          `json:"class_list"`
	SyncStatus      string            `json:"wp_pattern_sync_status"`
	Links           map[string][]Link `json:"_links"`
}

// Revision is an earlier state of a record.
type Revision struct {
	ID          int64             `json:"id"`
	Author      int64             `json:"author"`
	Date        string            `json:"date"`
	DateGMT     string            `json:"date_gmt"`
	Modified    string            `json:"modified"`
	ModifiedGMT string            `json:"modified_gmt"`
	Parent      int64             `json:"parent"`
	Slug        string            `json:"slug"`
	GUID        Text              `json:"guid"`
	Title       Text              `json:"title"`
	Content     Text              `json:"content"`
	Excerpt     Text              `json:"excerpt"`
	Meta        any               `json:"meta"`
	Links       map[string][]Link `json:"_links"`
}

// Media is a file of the library.
type Media struct {
	ID            int64    `json:"id"`
	Date          string   `json:"date"`
	DateGMT       string   `json:"date_gmt"`
	GUID          Text     `json:"guid"`
	Modified      string   `json:"modified"`
	ModifiedGMT   string   `json:"modified_gmt"`
	Slug          string   `json:"slug"`
	Status        string   `json:"status"`
	Type          string   `json:"type"`
	Link          string   `json:"link"`
	Title         Text     `json:"title"`
	Author        int64    `json:"author"`
	FeaturedMedia int64    `json:"featured_media"`
	CommentStatus string   `json:"comment_status"`
	PingStatus    string   `json:"ping_status"`
	Template      string   `json:"template"`
	Meta          any      `json:"meta"`
	ClassList     []string `json:"class_list"`
	Description   Text     `json:"description"`
	Caption       Text     `json:"caption"`
	AltText       string   `json:"alt_text"`
	MediaType     string   `json:"media_type"`
	MimeType      string   `json:"mime_type"`
	MediaDetails  struct {
		Width     int                  `json:"width"`
		Height    int                  `json:"height"`
		File      string               `json:"file"`
		Filesize  int64                `json:"filesize"`
		Sizes     map[string]MediaSize `json:"sizes"`
		ImageMeta map[string]any       `json:"image_meta"`
	} `json:"media_details"`
	Post              *int64            `json:"post"`
	SourceURL         string            `json:"source_url"`
	Filename          *string           `json:"filename"`
	Filesize          *int64            `json:"filesize"`
	MissingImageSizes []string          `json:"missing_image_sizes"`
	Links             map[string][]Link `json:"_links"`
}

// MediaSize is a size of a picture.
type MediaSize struct {
	File      string `json:"file"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Filesize  int64  `json:"filesize"`
	MimeType  string `json:"mime_type"`
	SourceURL string `json:"source_url"`
}

// Snippet is a piece of code.
type Snippet struct {
	ID            int64    `json:"id"`
	Name          string   `json:"name"`
	Desc          string   `json:"desc"`
	Code          string   `json:"code"`
	Tags          []string `json:"tags"`
	Scope         string   `json:"scope"`
	ConditionID   int64    `json:"condition_id"`
	Active        bool     `json:"active"`
	Priority      int      `json:"priority"`
	Network       *bool    `json:"network"`
	SharedNetwork *bool    `json:"shared_network"`
	Modified      string   `json:"modified"`
	CodeError     any      `json:"code_error"`
	Revision      any      `json:"revision"`
	CloudID       any      `json:"cloud_id"`
}

// Font is a record of the catalogue.
type Font struct {
	ID            string   `json:"id"`
	Name          string   `json:"name"`
	FontFamily    string   `json:"fontFamily"`
	FontSubfamily []string `json:"fontSubfamily"`
	Version       string   `json:"version"`
	Copyright     string   `json:"copyright"`
	Description   string   `json:"description"`
	Designer      string   `json:"designer"`
	License       *string  `json:"license"`
	Tags          string   `json:"tags"`
	Languages     string   `json:"languages"`
	Category      string   `json:"category"`
	CreatedAt     string   `json:"created_at"`
	UpdatedAt     string   `json:"updated_at"`
}
