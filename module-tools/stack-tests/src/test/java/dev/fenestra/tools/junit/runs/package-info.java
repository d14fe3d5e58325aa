/**
 * Test classes that fail on purpose, run by FenestraRunsTest. It stands beside them because Surefire opens packages
 * with tests only.
 */
package dev.fenestra.tools.junit.runs;
