<?php
// Fills an empty WordPress with a site on which paging, filters and timings mean something:
//
//   php seed.php FOLDER-OF-WORDPRESS      after `wordpress.sh up`
//
//   1,230 posts   1,190 publish, 15 draft, 7 pending, 7 private, 6 future, 5 trash; two of them sticky
//     150 pages   145 publish, 5 draft; a tree of two levels
//      60 media   40 jpg, 10 png, 3 gif, 3 webp, 2 pdf, 2 txt
//      32 menu items in two menus, of all four kinds
//      42 blocks  synced and unsynced patterns
//
// Everything follows from the number of a record, so each run on an empty site makes the same records in the same order.
// All texts are invented.
require __DIR__ . '/load.php';

const FIRST_DAY = '2025-03-01 09:00:00';
const TOPICS = [
	'Kerning', 'Hinting', 'Subsetting', 'Variable axes', 'Ligatures', 'Line height', 'Fallback stacks', 'Preloading',
	'Unicode ranges', 'Optical size', 'Small caps', 'Licensing', 'WOFF2 packing', 'Font display', 'Glyph metrics',
];
const VERBS = ['Measuring', 'Debugging', 'Choosing', 'Shipping', 'Comparing', 'Caching', 'Testing', 'Explaining'];
const MIME_TYPES = [
	'jpg' => 'image/jpeg', 'png' => 'image/png', 'gif' => 'image/gif', 'webp' => 'image/webp',
	'pdf' => 'application/pdf', 'txt' => 'text/plain',
];

$started = microtime(true);
wp_set_current_user(1);
wp_defer_term_counting(true);
wp_defer_comment_counting(true);

$categories = add_categories();
$tags = add_terms('post_tag', ['css', 'woff2', 'latin', 'cyrillic', 'cjk', 'serif', 'sans', 'mono', 'display', 'variable', 'howto', 'faq']);
$media = add_media();
done('media');
$posts = add_posts($categories, $tags, $media);
done('posts');
$pages = add_pages();
done('pages');
add_menus($categories, $posts, $pages);
done('menus');
// Patterns have categories since WordPress 6.4.
add_blocks(taxonomy_exists('wp_pattern_category') ? add_terms('wp_pattern_category', ['Callouts', 'Specimens', 'Headers']) : []);
done('blocks');

wp_defer_term_counting(false);
wp_defer_comment_counting(false);
foreach (['post', 'page', 'attachment', 'nav_menu_item', 'wp_block', 'revision'] as $type) {
	printf("%-14s %s\n", $type, json_encode(array_filter((array) wp_count_posts($type))));
}

function done(string $what): void {
	global $started;
	printf("%5.1f s  %s\n", microtime(true) - $started, $what);
}

// must stops at the first thing that WordPress refuses: a site with less in it would make tests pass or fail by chance.
function must($result) {
	if (is_wp_error($result) || $result === false || $result === 0) {
		fwrite(STDERR, 'seed.php: ' . (is_wp_error($result) ? $result->get_error_message() : 'WordPress refused a record') . "\n");
		exit(1);
	}
	return $result;
}

function moment(string $start, int $seconds): string {
	return date('Y-m-d H:i:s', strtotime($start) + $seconds);
}

function paragraph(string $text): string {
	return "<!-- wp:paragraph -->\n<p>$text</p>\n<!-- /wp:paragraph -->";
}

function body(int $i, string $topic): string {
	$topic = strtolower($topic);
	return implode("\n\n", [
		paragraph("Note $i about $topic. A web font is fetched, decoded and shaped before the first line of text is painted."),
		"<!-- wp:heading -->\n<h2 class=\"wp-block-heading\">Why it matters</h2>\n<!-- /wp:heading -->",
		paragraph(
			'Readers notice a shift of ' . ($i % 9 + 1) . ' pixels. Keep the fallback metrics close &amp; the swap short. '
			. str_repeat('Sample sentence for measuring length. ', 4 + $i % 20)
		),
	]);
}

// revise leaves revisions behind.
function revise(int $id, string $content, int $times): void {
	for ($pass = 1; $pass <= $times; $pass++) {
		must(wp_update_post(['ID' => $id, 'post_content' => $content . "\n\n" . paragraph("Revised, pass $pass.")], true));
	}
}

function add_terms(string $taxonomy, array $names, int $parent = 0): array {
	return array_map(fn($name) => must(wp_insert_term($name, $taxonomy, ['parent' => $parent]))['term_id'], $names);
}

function add_categories(): array {
	$top = add_terms('category', ['Typography', 'Performance', 'Tooling', 'Releases']);
	return [
		...$top,
		...add_terms('category', ['Spacing', 'OpenType'], $top[0]),
		...add_terms('category', ['Caching'], $top[1]),
	];
}

function add_media(): array {
	$folder = wp_upload_dir()['path'];
	$ids = [];
	foreach (['jpg' => 40, 'png' => 10, 'gif' => 3, 'webp' => 3, 'pdf' => 2, 'txt' => 2] as $extension => $count) {
		while ($count-- > 0) {
			$i = count($ids) + 1;
			$file = sprintf('%s/specimen-%03d.%s', $folder, $i, $extension);
			write_file($file, $extension, $i);
			$id = must(wp_insert_attachment([
				'post_title' => "Specimen $i",
				'post_mime_type' => MIME_TYPES[$extension],
				'post_content' => $i % 2 ? "Specimen sheet number $i" : '',
				'post_excerpt' => $i % 3 ? '' : "Caption for specimen $i",
				'post_author' => $i % 5 ? 1 : 3,
				'post_date' => moment('2026-01-05 08:00:00', $i * 7200),
			], $file, 0, true));
			wp_update_attachment_metadata($id, wp_generate_attachment_metadata($id, $file));
			if ($i % 4 === 0) {
				update_post_meta($id, '_wp_attachment_image_alt', "Sample of typeface $i");
			}
			$ids[] = $id;
		}
	}
	return $ids;
}

// Two pictures are large enough to be scaled down, every seventh is too small for any other size.
function write_file(string $file, string $extension, int $i): void {
	if ($extension === 'txt') {
		must(file_put_contents($file, "Specimen list $i\n"));
		return;
	}
	if ($extension === 'pdf') {
		must(file_put_contents($file, "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
			. "2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"));
		return;
	}
	[$width, $height] = $i <= 2 ? [2800, 1800] : ($i % 7 === 0 ? [120, 90] : [640, 420]);
	$image = imagecreatetruecolor($width, $height);
	imagefill($image, 0, 0, imagecolorallocate($image, $i * 37 % 256, $i * 91 % 256, $i * 53 % 256));
	imagestring($image, 5, 10, 10, "Specimen $i", imagecolorallocate($image, 255, 255, 255));
	$yellow = imagecolorallocate($image, 240, 240, 90);
	imagefilledellipse($image, intdiv($width, 2), intdiv($height, 2), intdiv($width, 3), intdiv($height, 3), $yellow);
	$write = $extension === 'jpg' ? 'imagejpeg' : "image$extension";
	must($write($image, $file));
}

function post_status(int $i): string {
	foreach (['publish' => 1190, 'draft' => 1205, 'pending' => 1212, 'private' => 1219, 'future' => 1225] as $status => $last) {
		if ($i <= $last) {
			return $status;
		}
	}
	return 'trash';
}

function add_posts(array $categories, array $tags, array $media): array {
	$ids = [];
	for ($i = 1; $i <= 1230; $i++) {
		$topic = TOPICS[$i % count(TOPICS)];
		$status = post_status($i);
		$post = [
			'post_type' => 'post',
			'post_title' => VERBS[$i % count(VERBS)] . " $topic: note $i",
			'post_content' => body($i, $topic),
			'post_status' => $status === 'trash' ? 'publish' : $status,
			'post_author' => [1, 2, 3, 3][$i % 4],
			'post_category' => [$categories[$i % count($categories)]],
			'comment_status' => $i % 2 ? 'open' : 'closed',
			'ping_status' => 'closed',
		];
		if ($i % 25 === 0) { // what titles may hold
			$post['post_title'] = "$topic & friends: \"quotes\" – dash… <em>$i</em>";
		}
		if ($status === 'future') {
			$post['post_date'] = moment('2031-01-01 00:00:00', $i * 3600);
		} elseif ($status !== 'draft' && $status !== 'pending') { // those two have no date of their own
			$post['post_date'] = moment(FIRST_DAY, $i * 39600);
		}
		if ($i % 10 === 0) {
			$post['post_excerpt'] = "Short summary for note $i.";
		}
		if ($i % 300 === 0) {
			$post['post_password'] = 'letmein';
		}
		if ($i % 6 === 0) {
			$post['post_category'][] = $categories[($i + 3) % count($categories)];
		}
		$id = must(wp_insert_post($post, true));
		must(wp_set_object_terms($id, [$tags[$i % 12], $tags[($i * 5 + 1) % 12]], 'post_tag'));
		if ($i % 9 === 0) {
			set_post_thumbnail($id, $media[$i % 50]);
		}
		if ($i % 40 === 0) {
			set_post_format($id, ['aside', 'quote', 'link', 'gallery'][$i / 40 % 4]);
		}
		if ($i % 500 === 0) {
			update_post_meta($id, 'footnotes', wp_json_encode([['id' => "fn-$i", 'content' => "Footnote of note $i"]]));
		}
		if ($status === 'trash') {
			must(wp_trash_post($id));
		}
		$ids[] = $id;
	}
	stick_post($ids[10]);
	stick_post($ids[700]);
	for ($k = 0; $k < 3; $k++) {
		revise($ids[$k], body($k + 1, TOPICS[$k]), 4 + $k);
	}
	return $ids;
}

function add_pages(): array {
	$ids = [];
	for ($i = 1; $i <= 150; $i++) {
		$guide = ($i - 1) % 10;
		$ids[] = must(wp_insert_post([
			'post_type' => 'page',
			'post_title' => $i <= 10 ? "Guide $i" : 'Guide ' . ($guide + 1) . ", chapter $i",
			'post_content' => body($i, TOPICS[$i % count(TOPICS)]),
			'post_status' => $i > 145 ? 'draft' : 'publish',
			'post_author' => 2,
			'post_parent' => $i <= 10 ? 0 : $ids[$guide],
			'menu_order' => $i % 17,
			'post_date' => moment(FIRST_DAY, $i * 7200),
		], true));
	}
	revise($ids[0], body(1, TOPICS[1]), 3);
	return $ids;
}

function add_menus(array $categories, array $posts, array $pages): void {
	foreach (['Main menu', 'Footer menu'] as $name) {
		$menu = must(wp_create_nav_menu($name));
		$top = 0;
		for ($i = 1; $i <= 16; $i++) {
			$item = match ($i % 4) {
				1 => [
					'type' => 'custom', 'title' => "Link $i", 'url' => "https://fonts.example/link-$i",
					'target' => $i === 5 ? '_blank' : '', 'classes' => "hot item-$i", 'xfn' => 'nofollow',
				],
				2 => ['type' => 'post_type', 'object' => 'page', 'object-id' => $pages[$i], 'parent-id' => $top],
				3 => [
					'type' => 'taxonomy', 'object' => 'category', 'object-id' => $categories[$i % count($categories)],
					'description' => "Category $i",
				],
				0 => ['type' => 'post_type', 'object' => 'post', 'object-id' => $posts[$i], 'title' => "Pick & choose $i"],
			};
			$data = ['menu-item-status' => 'publish', 'menu-item-position' => $i];
			foreach ($item as $key => $value) {
				$data["menu-item-$key"] = $value;
			}
			$id = must(wp_update_nav_menu_item($menu, 0, $data));
			if ($i % 4 === 1) {
				$top = $id;
			}
		}
	}
}

function add_blocks(array $pattern_categories): void {
	$ids = [];
	for ($i = 1; $i <= 42; $i++) {
		$id = must(wp_insert_post([
			'post_type' => 'wp_block',
			'post_title' => "Pattern $i",
			'post_status' => $i > 40 ? 'draft' : 'publish',
			'post_content' => "<!-- wp:paragraph {\"metadata\":{\"name\":\"Line $i\"}} -->\n"
				. "<p>Pattern $i: The quick brown fox.</p>\n<!-- /wp:paragraph -->",
			'post_author' => 1,
			'post_date' => moment(FIRST_DAY, $i * 86400),
		], true));
		if ($i % 3 === 0) {
			update_post_meta($id, 'wp_pattern_sync_status', 'unsynced');
		}
		if ($pattern_categories && $i % 2 === 0) {
			must(wp_set_object_terms($id, [$pattern_categories[$i % 3]], 'wp_pattern_category'));
		}
		$ids[] = $id;
	}
	revise($ids[0], paragraph('Pattern 1: The quick brown fox.'), 2);
}
