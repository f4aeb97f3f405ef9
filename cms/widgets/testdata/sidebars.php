<?php
/**
 * Plugin Name: Sidebars of the lab
 *
 * Two sidebars and a widget of an old type, for the live tests of cms/widgets.
 */

add_action( 'widgets_init', function () {
	foreach ( array( 'left', 'right' ) as $side ) {
		register_sidebar( array(
			'id'            => "lab-$side",
			'name'          => "Lab $side",
			'before_widget' => '<div>',
			'after_widget'  => '</div>',
		) );
	}
	wp_register_sidebar_widget( 'lab-old', 'Old', function () {
		echo 'old';
	} );
} );
