<?php
// Fills a site that has the plugin museum.php:   php museumseed.php FOLDER-OF-WORDPRESS LOAD.PHP
require $argv[2];

wp_set_current_user(1);
$user = get_user_by('login', 'author')->ID;

function must($result) {
	if (is_wp_error($result) || !$result) {
		fwrite(STDERR, 'museumseed.php: ' . (is_wp_error($result) ? $result->get_error_message() : 'a record was refused') . "\n");
		exit(1);
	}
	return $result;
}

function term(string $taxonomy, string $name, array $more = []): int {
	return must(wp_insert_term($name, $taxonomy, $more))['term_id'];
}

function post(string $type, string $title, array $more = []): int {
	return must(wp_insert_post(wp_slash($more + ['post_type' => $type, 'post_title' => $title, 'post_status' => 'publish', 'post_date' => '2026-03-01 10:00:00']), true));
}

$old = term('era', 'Old & older', ['description' => 'Long ago']);
$bronze = term('era', 'Bronze', ['parent' => $old]);
update_term_meta($bronze, 'colour', '#cd7f32');
$new = term('era', 'New');
$gold = term('material', 'Gold');
$wood = term('material', 'Wood');
$ground = term('floor', 'Ground');
$tag = term('post_tag', 'rare');
$category = term('category', 'News');
for ($i = 0; $i < 105; $i++) { // of one name, and more than a page
	term('material', 'Alloy', ['slug' => "alloy-$i"]);
}

require_once ABSPATH . 'wp-admin/includes/image.php';
$picture = imagecreatetruecolor(40, 30);
$file = wp_upload_dir('2026/03')['path'] . '/vase.png';
imagepng($picture, $file);
$vase = post('attachment', 'Vase', ['post_status' => 'inherit', 'post_mime_type' => 'image/png']);
update_attached_file($vase, $file);
wp_update_attachment_metadata($vase, wp_generate_attachment_metadata($vase, $file));
wp_set_object_terms($vase, [$bronze], 'era');

$guide = post('page', 'Guide');
$visit = post('page', 'Visit', ['post_parent' => $guide]);
$news = post('post', 'Opening', ['post_category' => [$category], 'tags_input' => ['rare']]);
wp_set_object_terms($news, [$old, $new], 'era');

$wing = post('room', 'East wing', ['menu_order' => 4]);
$hall = post('room', 'Hall', ['post_parent' => $wing, 'post_content' => 'The hall']);
wp_set_object_terms($hall, [$ground], 'floor');
post('room', 'Hall', ['post_parent' => $hall, 'post_name' => 'hall', 'post_status' => 'private']);
wp_trash_post(post('room', 'Cellar', ['post_parent' => $wing]));

$first = post('exhibit', 'Vase', [
	'post_author' => $user, 'post_excerpt' => 'Of "bronze"', 'comment_status' => 'closed', 'tags_input' => ['rare'],
	'post_content' => sprintf("<!-- wp:image {\"id\":%1\$d} -->\n<figure class=\"wp-block-image\"><img src=\"%2\$s\" class=\"wp-image-%1\$d\"/></figure>\n<!-- /wp:image -->\n<a href=\"%3\$s\">Visit</a>", $vase, wp_get_attachment_url($vase), get_permalink($visit)),
]);
set_post_thumbnail($first, $vase);
update_post_meta($first, 'weight', 1.5);
add_post_meta($first, 'donors', 'Kim');
add_post_meta($first, 'donors', 'Ada');
update_post_meta($first, '_shelf', 'A 12');
wp_set_object_terms($first, [$bronze], 'era');
wp_set_object_terms($first, [$gold, $wood], 'material');
wp_update_post(['ID' => $vase, 'post_parent' => $first]);
post('exhibit', 'Later', ['post_status' => 'future', 'post_date' => '2041-01-01 10:00:00']);
post('exhibit', 'Idea', ['post_status' => 'draft']);
post('exhibit', 'Locked', ['post_password' => 'letmein']);
wp_trash_post(post('exhibit', 'Vase', ['post_name' => 'vase-2']));
for ($i = 0; $i < 105; $i++) {
	wp_set_object_terms(post('exhibit', "Coin $i", ['post_date' => sprintf('2026-02-01 10:%02d:00', $i % 60)]), [$i % 2 ? $gold : $wood], 'material');
}
wp_insert_comment(['comment_post_ID' => $first, 'comment_content' => 'Nice', 'comment_author' => 'Guest', 'comment_author_email' => 'guest@site.test', 'comment_approved' => 1, 'comment_date' => '2026-03-02 10:00:00', 'comment_date_gmt' => '2026-03-02 09:00:00']);

$link = fn (string $class, string $type, int $id, string $url, string $label, string $block = 'navigation-link') =>
	'<!-- wp:' . $block . ' {"label":"' . $label . '","type":"' . $type . '","id":' . $id . ',"url":"' . $url . '","kind":"' . $class . '"}' . ($block === 'navigation-link' ? ' /-->' : ' -->');
post('wp_navigation', 'Main', ['post_content' => implode("\n", [
	$link('post-type', 'page', $guide, get_permalink($guide), 'Guide'),
	$link('post-type', 'room', $wing, get_permalink($wing), 'East', 'navigation-submenu'),
	$link('taxonomy', 'era', $bronze, get_term_link($bronze), 'Bronze'),
	$link('taxonomy', 'tag', $tag, get_term_link($tag), 'Rare'),
	'<!-- /wp:navigation-submenu -->',
	'<!-- wp:page-list {"parentPageID":' . $guide . '} /-->',
])]);
post('wp_navigation', 'Foot', ['post_status' => 'draft']);

$menu = must(wp_create_nav_menu('Old menu'));
foreach ([['post_type', 'exhibit', $first], ['post_type', 'room', $hall], ['taxonomy', 'era', $bronze]] as $i => [$type, $object, $id]) {
	must(wp_update_nav_menu_item($menu, 0, ['menu-item-type' => $type, 'menu-item-object' => $object, 'menu-item-object-id' => $id, 'menu-item-status' => 'publish', 'menu-item-position' => $i + 1]));
}
post('ledger', 'Book');

// Its look. live_look_test.go adds more.
$theme = get_stylesheet();
$styles = WP_Theme_JSON_Resolver::get_user_global_styles_post_id();
wp_update_post(['ID' => $styles, 'post_content' => wp_slash('{"version":3,"isGlobalStylesUserThemeJSON":true,"styles":{"color":{"text":"#222222"}}}')]);
post('wp_font_family', 'Curl', ['post_name' => 'curl', 'post_content' => '{"fontFamily":"Curl, serif"}']);
$template = post('wp_template', 'Exhibit', ['post_name' => 'single-exhibit', 'post_content' => '<!-- wp:post-title /-->']);
wp_set_object_terms($template, $theme, 'wp_theme');
