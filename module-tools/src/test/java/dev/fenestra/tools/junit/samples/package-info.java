/** Test classes that FenestraRunsTest runs: what they do wrong is what is tested. */
package dev.fenestra.tools.junit.samples;
