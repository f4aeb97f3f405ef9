<?php
// A must-use plugin for the tests of cmsgen: a type with its own namespace and base, a taxonomy, meta and fields of every kind, and the lies
// that real plugins tell. Copy it into wp-content/mu-plugins. It is there for these tests alone: others run on the same site.
if (!preg_match('/cmsgen|museum/', $_SERVER['HTTP_USER_AGENT'] ?? '')) {
	return;
}

add_action('init', function () {
	register_taxonomy('mineral', 'specimen', [
		'label' => 'Minerals', 'hierarchical' => true, 'show_in_rest' => true,
		'rest_base' => 'minerals', 'rest_namespace' => 'catalogue/v1',
	]);
	register_post_type('specimen', [
		'label' => 'Specimens', 'public' => true, 'show_in_rest' => true,
		'rest_base' => 'specimens', 'rest_namespace' => 'catalogue/v1',
		'supports' => ['title', 'editor', 'excerpt', 'author', 'custom-fields', 'revisions'],
		'taxonomies' => ['mineral'],
	]);

	$meta = function (string $name, string $type, string $text, array $schema = [], bool $single = true) {
		register_post_meta('specimen', $name, [
			'type' => $type, 'description' => $text, 'single' => $single,
			'show_in_rest' => $schema ? ['schema' => $schema] : true,
		]);
	};
	$meta('locality', 'string', 'Place where the specimen was found.');
	$meta('weight_g', 'number', 'Weight in grams.');
	$meta('drawer', 'integer', 'Number of the drawer.');
	$meta('on_loan', 'boolean', 'Whether the specimen is away.');
	$meta('collectors', 'string', 'Names of the collectors.', [], false);
	$meta('grade', 'string', 'Quality of the specimen.', ['type' => 'string', 'enum' => ['', 'fine', 'superb', 'world-class']]);
	$meta('assays', 'array', 'Results of the laboratory.', ['type' => 'array', 'items' => [
		'type' => 'object',
		'properties' => ['element' => ['type' => 'string'], 'percent' => ['type' => 'number']],
	]]);
	$meta('position', 'object', 'Position of the find.', [
		'type' => 'object',
		'properties' => [
			'lat' => ['type' => 'number', 'description' => 'Latitude in degrees.'],
			'lng' => ['type' => 'number', 'description' => 'Longitude in degrees.'],
		],
	]);
});

add_action('rest_api_init', function () {
	$kept = fn (string $name) => fn (array $record) => get_post_meta($record['id'], "_$name", true);
	$keep = fn (string $name) => fn ($value, WP_Post $post) => update_post_meta($post->ID, "_$name", $value);

	// A number that is "" until it is set, and a text afterwards: post meta is text.
	register_rest_field('specimen', 'price', [
		'get_callback' => $kept('price'), 'update_callback' => $keep('price'),
		'schema' => ['type' => 'number', 'description' => 'Price in euros.', 'context' => ['view', 'edit']],
	]);
	// An object that is false where there is none.
	register_rest_field('specimen', 'loan', [
		'get_callback' => fn (array $record) => $record['id'] % 2 ? ['museum' => 'Freiberg', 'until' => '2027-01-01T00:00:00'] : false,
		'schema' => ['type' => 'object', 'description' => 'Where the specimen is on loan.', 'readonly' => true, 'properties' => [
			'museum' => ['type' => 'string'], 'until' => ['type' => 'date-time'],
		]],
	]);
	// A type that does not exist, a boolean that is 0 or 1, a list with a hole, a text that may be null.
	register_rest_field('specimen', 'notes', [
		'get_callback' => fn () => ['any' => ['thing']],
		'schema' => ['type' => 'mixed', 'description' => 'Notes of the curator.'],
	]);
	register_rest_field('specimen', 'shown', [
		'get_callback' => fn (array $record) => $record['id'] % 2,
		'schema' => ['type' => 'bool', 'description' => 'Whether the specimen is on show.'],
	]);
	register_rest_field('specimen', 'labels', [
		'get_callback' => fn () => [1 => 'new', 2 => 'rare'],
		'schema' => ['type' => 'array', 'description' => 'Labels on the box.', 'items' => ['type' => 'string']],
	]);
	register_rest_field('specimen', 'box', [
		'get_callback' => fn (array $record) => $record['id'] % 2 ? 'A' . $record['id'] : null,
		'schema' => ['type' => 'string', 'description' => 'Number of the box.'],
	]);
	// Text of a stranger, and names that are none in Go.
	register_rest_field('specimen', '$%', ['get_callback' => fn () => 1, 'schema' => ['type' => 'integer']]);
	register_rest_field('specimen', '3d-model', [
		'get_callback' => fn () => 'model.glb',
		'schema' => ['type' => 'string', 'description' => "A model.\n*/ func init() { panic(1) } //\n<script>alert(1)</script>"],
	]);
	register_rest_field('specimen', 'no_schema', ['get_callback' => fn () => [1, 2]]);
	// In the schema, and never in a record.
	add_filter('rest_specimen_item_schema', function (array $schema) {
		$schema['properties']['promised'] = ['type' => 'string', 'description' => 'Never answered.', 'readonly' => true];
		return $schema;
	});

	// No collection: no paging, an object of records, arguments with and without types.
	register_rest_route('catalogue/v1', '/cabinets', [
		[
			'methods' => 'GET', 'permission_callback' => '__return_true',
			'args' => ['floor' => ['type' => 'integer', 'description' => 'Floor of the museum.'], 'q' => []],
			'callback' => function (WP_REST_Request $request) {
				$all = [
					'north' => ['name' => 'north', 'floor' => 1, 'drawers' => 40],
					'south' => ['name' => 'south', 'floor' => 2, 'drawers' => '24'],
				];
				$floor = $request['floor'];
				return array_filter($all, fn (array $one) => $floor === null || $one['floor'] === $floor);
			},
		],
		'schema' => fn () => [
			'title' => 'cabinet', 'type' => 'object',
			'properties' => [
				'name' => ['type' => 'string'], 'floor' => ['type' => 'integer'],
				'drawers' => ['type' => 'integer', 'description' => 'How many drawers it has.'],
			],
		],
	]);
	register_rest_route('catalogue/v1', '/opening-hours', [
		[
			'methods' => 'GET', 'permission_callback' => '__return_true',
			'callback' => fn () => get_option('opening_hours', ['from' => 10, 'to' => 17]),
		],
		[
			'methods' => 'POST', 'permission_callback' => fn () => current_user_can('manage_options'),
			'args' => ['from' => ['type' => 'integer'], 'to' => ['type' => 'integer', 'description' => 'Hour at which the museum closes.']],
			'callback' => function (WP_REST_Request $request) {
				$hours = array_intersect_key($request->get_params(), ['from' => 0, 'to' => 0]) + get_option('opening_hours', ['from' => 10, 'to' => 17]);
				update_option('opening_hours', $hours);
				return $hours;
			},
		],
		'schema' => fn () => [
			'title' => 'opening-hours', 'type' => 'object',
			'properties' => ['from' => ['type' => 'integer', 'description' => 'Hour at which the museum opens.'], 'to' => ['type' => 'integer']],
		],
	]);
});
