/**
 * JUnit (5.12 or newer) for programs that speak verbs: {@link dev.fenestra.tools.junit.Fenestra} hands a test hosts,
 * open devices and connected QPs as parameters, and fails it when it leaves something open.
 *
 * <p>Needs JUnit's API, which this module requires at compile time only: a project with such tests has it.
 */
package dev.fenestra.tools.junit;
