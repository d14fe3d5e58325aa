/** What several tests need. */
package dev.fenestra.tools.testing;
