/** Projects outside of this build that use what it makes, built as their owners would. */
package dev.fenestra.tools.samples;
