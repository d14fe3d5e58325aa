/** The view of a host's work: counted calls, logged refusals, an observer, and the objects of its processes. */
package dev.fenestra.ib.core.kernel.inspection;
