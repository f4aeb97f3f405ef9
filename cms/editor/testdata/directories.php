<?php
/**
 * Plugin Name: Directories of the lab
 *
 * Stands in for the public directories of plugins and patterns, for the live tests of
 * cms/editor.
 */

add_filter( 'plugins_api', function ( $result, $action, $args ) {
	if ( 'query_plugins' !== $action || empty( $args->block ) ) {
		return $result;
	}
	if ( 'unreachable' === $args->block ) {
		return new WP_Error( 'plugins_api_failed', 'Not reached.', 'blocked' );
	}
	return (object) array( 'plugins' => array( array(
		'name'                => 'Lab Block',
		'slug'                => 'lab-block',
		'version'             => '1.0',
		'author'              => '<a href="https://example.org">Ada</a>',
		'short_description'   => 'For tests.',
		'rating'              => 90,
		'num_ratings'         => 7,
		'active_installs'     => 100,
		'author_block_rating' => 80,
		'author_block_count'  => 2,
		'last_updated'        => '2026-05-01 10:00am GMT',
		'icons'               => array( '1x' => 'https://example.org/icon.png' ),
		'blocks'              => array( array( 'name' => 'lab/block', 'title' => 'Lab' ) ),
	) ) );
}, 10, 3 );

add_filter( 'pre_http_request', function ( $answer, $args, $url ) {
	if ( false === strpos( $url, 'api.wordpress.org/patterns' ) ) {
		return $answer;
	}
	if ( false !== strpos( $url, 'unreachable' ) ) {
		return new WP_Error( 'http_request_failed', 'Not reached.' );
	}
	$pattern = array(
		'id'              => 5,
		'title'           => array( 'rendered' => 'Lab' ),
		'pattern_content' => '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->',
		'content'         => array( 'rendered' => '<p>x</p>' ),
		'category_slugs'  => array( 'text' ),
		'keyword_slugs'   => array( 'core' ),
		'meta'            => array(
			'wpop_description'    => 'For tests.',
			'wpop_viewport_width' => 800,
			'wpop_block_types'    => array( 'core/paragraph' ),
		),
	);
	return array(
		'headers'  => array(),
		'response' => array( 'code' => 200, 'message' => 'OK' ),
		'body'     => wp_json_encode( array( $pattern ) ),
		'cookies'  => array(),
		'filename' => null,
	);
}, 99, 3 );
