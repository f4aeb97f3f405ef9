<?php
// A must-use plugin for the tests of mirror and restore: types and taxonomies of both kinds, with their meta and a field of their own.
add_action('init', function () {
	$common = ['public' => true, 'show_in_rest' => true];
	register_taxonomy('era', ['exhibit', 'post', 'attachment'], $common + ['label' => 'Eras', 'hierarchical' => true, 'rest_base' => 'eras', 'rest_namespace' => 'museum/v1']);
	register_taxonomy('material', 'exhibit', $common + ['label' => 'Materials', 'rest_base' => 'materials', 'rest_namespace' => 'museum/v1']);
	register_taxonomy('floor', 'room', $common + ['label' => 'Floors', 'rest_base' => 'floors']);
	register_post_type('exhibit', $common + [
		'label' => 'Exhibits', 'rest_base' => 'exhibits', 'rest_namespace' => 'museum/v1', 'taxonomies' => ['era', 'material', 'post_tag'],
		'supports' => ['title', 'editor', 'excerpt', 'author', 'thumbnail', 'comments', 'custom-fields', 'revisions'],
	]);
	register_post_type('room', $common + [
		'label' => 'Rooms', 'hierarchical' => true, 'supports' => ['title', 'editor', 'page-attributes', 'thumbnail'],
	]);
	// This one has no list of all its records.
	register_post_type('ledger', $common + ['label' => 'Ledgers', 'rest_base' => 'museums/(?P<museum>[\d]+)/ledgers']);
	register_post_meta('exhibit', 'weight', ['type' => 'number', 'single' => true, 'show_in_rest' => true]);
	register_post_meta('exhibit', 'donors', ['type' => 'string', 'single' => false, 'show_in_rest' => true]);
	register_term_meta('era', 'colour', ['type' => 'string', 'single' => true, 'show_in_rest' => true]);
});

add_action('widgets_init', function () {
	foreach (['sidebar-1', 'sidebar-2', 'shop'] as $id) {
		register_sidebar(['id' => $id, 'name' => $id]);
	}
});

add_action('rest_api_init', function () {
	register_rest_field('exhibit', 'shelf', [
		'get_callback' => fn (array $record) => get_post_meta($record['id'], '_shelf', true),
		'update_callback' => fn ($value, WP_Post $post) => update_post_meta($post->ID, '_shelf', $value),
		'schema' => ['type' => 'string'],
	]);
	register_rest_field('exhibit', 'reads', ['get_callback' => fn (array $record) => $record['id'] % 7, 'schema' => ['type' => 'integer', 'readonly' => true]]);
});
