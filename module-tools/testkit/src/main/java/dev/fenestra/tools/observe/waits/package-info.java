/**
 * Who waits for whom: threads that sleep, work that no thread runs, and a watchdog that names those which wait in vain.
 */
package dev.fenestra.tools.observe.waits;
