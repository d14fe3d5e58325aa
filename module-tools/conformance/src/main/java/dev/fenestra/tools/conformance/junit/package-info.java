/**
 * The conformance kit as JUnit tests (5.12 or newer) in a provider's own build, and random programs as parameters of
 * tests.
 *
 * <p>Needs JUnit's API, which this module requires at compile time only: a project with such tests has it.
 */
package dev.fenestra.tools.conformance.junit;
