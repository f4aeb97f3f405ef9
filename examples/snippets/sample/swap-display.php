<?php
/* snippet
name: Swap display
desc: <p>Text shows in a fallback face until the web font is there.</p>
tags: [fonts, performance]
scope: front-end
priority: 5
active: true
*/
add_filter( 'font_face_display', function ( $display ) {
	return 'swap';
} );
