<?php
// Writes the description of a stock WordPress that package cmstest serves its routes by:
//
//   php describe.php FOLDER-OF-WORDPRESS > cms/cmstest/internal/stock/stock.json
//
// It holds the routes with their arguments, the schemas of their records, and the types, taxonomies and statuses, one on
// a line. It holds no prose of WordPress: what the site says in sentences is left out. Names that begin with the prefix
// of the site, "wp", begin with "cms"; those of the last function are the same on every site.
require __DIR__ . '/load.php';

wp_set_current_user(1);

// Where a sentence would leave a hole, these words stand.
const DESCRIPTIONS = [
	'wp_template' => 'What pages are laid out by.',
	'wp_template_part' => 'Parts that templates share.',
	'wp_global_styles' => 'The styles of a theme.',
	'wp_navigation' => 'Menus made of blocks.',
];
const NAMES = ['name', 'singular_name', 'menu_name', 'name_admin_bar', 'archives', 'parent_item_colon', 'template_name'];

$routes = $schemas = $known = [];
foreach (ask('/', ['context' => 'help'])['routes'] as $path => $route) {
	$endpoints = [];
	foreach ($route['endpoints'] as $endpoint) {
		$endpoint['args'] = array_map('without_prose', $endpoint['args'] ?? []);
		$endpoints[] = $endpoint;
	}
	$routes[$path] = ['namespace' => $route['namespace'], 'methods' => $route['methods'], 'endpoints' => $endpoints];
	if (isset($route['schema'])) {
		$schema = ['title' => $route['schema']['title'] ?? ''] + without_prose($route['schema']);
		$text = json_encode($schema);
		$schemas[$path] = $known[$text] ?? $schema; // the path of an earlier route with the same schema
		$known[$text] ??= $path;
	}
}
$lists = ['routes' => $routes, 'schemas' => $schemas];
foreach (['types', 'taxonomies', 'statuses'] as $name) {
	$lists[$name] = array_map('without_labels', ask("/wp/v2/$name", ['context' => 'edit']));
}
echo "{\n";
foreach ($lists as $name => $list) {
	$lines = [];
	foreach ($list as $key => $value) {
		$lines[] = text_of((string) $key) . ': ' . text_of($value);
	}
	echo text_of($name), ": {\n", implode(",\n", $lines), "\n}", $name === 'statuses' ? '' : ',', "\n";
}
echo "}\n";

// What the site answers to a GET.
function ask(string $route, array $query): array {
	$request = new WP_REST_Request('GET', $route);
	$request->set_query_params($query);
	$response = rest_do_request($request);
	if ($response->is_error()) {
		fwrite(STDERR, "$route: {$response->get_status()}\n");
		exit(1);
	}
	return rest_get_server()->response_to_data($response, false);
}

// A schema or an argument without its sentences. Properties may be called like members of a schema.
function without_prose(array $schema): array {
	unset($schema['description'], $schema['title'], $schema['links'], $schema['$schema']);
	foreach ($schema as $name => $value) {
		if (in_array($name, ['properties', 'patternProperties'], true)) {
			$schema[$name] = array_map('without_prose', (array) $value);
		} elseif (in_array($name, ['oneOf', 'anyOf'], true)) {
			foreach ($value as $i => $form) {
				$schema[$name][$i] = without_prose($form);
			}
		} elseif (in_array($name, ['items', 'additionalProperties'], true) && is_array($value)) {
			$schema[$name] = without_prose($value);
		}
	}
	return $schema;
}

// A type, a taxonomy or a status without the sentences among its labels, and without its links.
function without_labels(array $one): array {
	unset($one['_links']);
	if (!empty($one['description'])) {
		$one['description'] = DESCRIPTIONS[$one['slug']] ?? 'What the site says of ' . $one['name'] . '.';
	}
	if (isset($one['labels'])) {
		$labels = [];
		foreach ((array) $one['labels'] as $name => $label) {
			$labels[$name] = $label === null || in_array($name, NAMES, true) ? $label : str_replace('_', ' ', $name);
		}
		$one['labels'] = $labels;
	}
	return $one;
}

function text_of(mixed $value): string {
	$text = json_encode($value, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR);
	return preg_replace('~\bwp(?=[_/-])(?!_id\b|_inactive|-block-styles|-site-health-test)~', 'cms', $text);
}
