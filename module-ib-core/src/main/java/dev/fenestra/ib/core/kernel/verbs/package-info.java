/**
 * What the calls do: the checks before a driver is asked, the driver's operations, and the teardown of objects
 * (core/verbs.c).
 */
package dev.fenestra.ib.core.kernel.verbs;
