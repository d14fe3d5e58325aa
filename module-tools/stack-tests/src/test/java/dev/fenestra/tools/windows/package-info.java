/** Every step of the demo, as tests through the user API. */
package dev.fenestra.tools.windows;
