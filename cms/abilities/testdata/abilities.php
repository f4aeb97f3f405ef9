<?php
/**
 * Plugin Name: Abilities of the lab
 *
 * One ability for each combination of annotations, for the live tests of cms/abilities.
 */

add_action( 'wp_abilities_api_categories_init', function () {
	wp_register_ability_category( 'lab', array(
		'label'       => 'Lab',
		'description' => 'For tests.',
		'meta'        => array( 'color' => 'blue' ),
	) );
} );

add_action( 'wp_abilities_api_init', function () {
	$add = function ( $name, $annotations, $input, $do, $open = false ) {
		$args = array(
			'label'               => $name,
			'description'         => 'For tests.',
			'category'            => 'lab',
			'execute_callback'    => $do,
			'permission_callback' => function () use ( $open ) {
				return $open || current_user_can( 'manage_options' );
			},
			'meta'                => array( 'show_in_rest' => true, 'annotations' => $annotations ),
		);
		if ( $input ) {
			$args['input_schema'] = $input;
		}
		wp_register_ability( 'lab/' . $name, $args );
	};
	$echo = function ( $input = null ) {
		return array( 'method' => $_SERVER['REQUEST_METHOD'], 'input' => $input );
	};
	$object = array(
		'type'                 => 'object',
		'properties'           => array(
			'text'   => array( 'type' => 'string' ),
			'number' => array( 'type' => 'number' ),
			'flag'   => array( 'type' => 'boolean' ),
			'list'   => array( 'type' => 'array', 'items' => array( 'type' => 'integer' ) ),
			'deep'   => array( 'type' => 'object', 'additionalProperties' => array( 'type' => 'string' ) ),
			'pairs'  => array(
				'type'  => 'array',
				'items' => array( 'type' => 'object', 'properties' => array( 'a' => array( 'type' => 'string' ) ) ),
			),
		),
		'additionalProperties' => false,
	);
	$add( 'read', array( 'readonly' => true, 'destructive' => false, 'idempotent' => true ), $object, $echo );
	$add( 'read-open', array( 'readonly' => true ), null, $echo, true );
	$add( 'read-number', array( 'readonly' => true ), array( 'type' => 'integer' ), $echo );
	$add( 'read-list', array( 'readonly' => true ), array( 'type' => 'array', 'items' => array( 'type' => 'string' ) ), $echo );
	$add( 'clear', array( 'readonly' => false, 'destructive' => true, 'idempotent' => true ), $object, $echo );
	$add( 'destroy', array( 'readonly' => false, 'destructive' => true ), $object, $echo );
	$add( 'write', array( 'readonly' => false, 'destructive' => false, 'idempotent' => true ), $object, $echo );
	$add( 'plain', array(), $object, $echo );
	$add( 'nothing', array( 'readonly' => true ), null, function () { return null; } );
	$add( 'text', array( 'readonly' => true ), null, function () { return 'text'; } );
	$add( 'broken', array( 'readonly' => true ), null, function () {
		return new WP_Error( 'lab_broken', 'Broken.', array( 'status' => 409 ) );
	} );
} );
