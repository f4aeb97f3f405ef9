<?php
// A must-use plugin for the live test of types of a user's own: a type with meta of every kind that can be registered, a type that has
// meta and none registered, and a type that has no meta. It shows itself to that test alone: others run on the same site.
if (!str_contains($_SERVER['HTTP_USER_AGENT'] ?? '', 'finds')) {
	return;
}

add_action('init', function () {
	foreach (['find' => ['title', 'editor', 'custom-fields'], 'find_bare' => ['title', 'custom-fields'], 'find_plain' => ['title']] as $type => $supports) {
		register_post_type($type, ['label' => $type, 'public' => true, 'show_in_rest' => true, 'rest_base' => $type . 's', 'supports' => $supports]);
	}
	$place = ['type' => 'object', 'properties' => [
		'lat' => ['type' => 'number'], 'depth' => ['type' => ['integer', 'null']],
		'site' => ['type' => 'object', 'properties' => ['name' => ['type' => 'string'], 'dry' => ['type' => 'boolean']]],
	]];
	$counts = ['type' => 'object', 'additionalProperties' => ['type' => 'integer']];
	$words = ['type' => 'array', 'items' => ['type' => 'string']];
	$holes = ['type' => 'array', 'items' => ['type' => ['number', 'null']]];
	$places = ['type' => 'array', 'items' => $place];
	$grade = ['type' => 'string', 'enum' => ['', 'fine', 'rare']];
	$when = ['type' => 'string', 'format' => 'date-time'];
	foreach ([
		// name, type, schema, single, default
		['word', 'string', [], true],
		['word_set', 'string', [], true, 'as found'],
		['words', 'string', [], false],
		['words_set', 'string', [], false, 'first'],
		['grade', 'string', $grade, true],
		['when', 'string', $when, true],
		['flag', 'boolean', [], true],
		['flag_set', 'boolean', [], true, true],
		['flags', 'boolean', [], false],
		['whole', 'integer', [], true],
		['whole_set', 'integer', [], true, 3],
		['wholes', 'integer', [], false],
		['number', 'number', [], true],
		['number_set', 'number', [], true, 1.5],
		['numbers', 'number', [], false],
		['list', 'array', $words, true],
		['list_set', 'array', $words, true, ['a', 'b']],
		['lists', 'array', $words, false],
		['holes', 'array', $holes, true],
		['places', 'array', $places, true],
		['place', 'object', $place, true],
		['place_set', 'object', $place, true, ['lat' => 1.5, 'depth' => null]],
		['spots', 'object', $place, false],
		['counts', 'object', $counts, true],
		// Nobody said that it may be null, and null is what it is until it is set.
		['maybe', 'number', ['type' => 'number'], true, null, fn ($value) => $value === '' || $value === null ? null : (float) $value],
		// The site does not show meta of more than one type.
		['either', 'string', ['type' => ['string', 'null']], true],
	] as $of) {
		[$name, $type, $schema, $single] = $of;
		$args = ['type' => $type, 'single' => $single, 'show_in_rest' => $schema ? ['schema' => $schema] : true];
		if (isset($of[4])) {
			$args['default'] = $of[4];
		}
		if (isset($of[5])) {
			$args['show_in_rest']['prepare_callback'] = $of[5];
		}
		register_post_meta('find', $name, $args);
	}
	register_post_meta('find', 'sealed', ['type' => 'string', 'single' => true, 'show_in_rest' => true, 'auth_callback' => '__return_false']);
});

add_action('rest_api_init', function () {
	// What an older plugin, or an import, wrote past the interface: texts that need not fit.
	register_rest_field('find', 'stored', [
		'update_callback' => function (array $values, WP_Post $post) {
			foreach ($values as $name => $value) {
				update_post_meta($post->ID, $name, $value);
			}
		},
		'schema' => ['type' => 'object', 'description' => 'Values of meta as they are stored.', 'context' => []],
	]);
});
