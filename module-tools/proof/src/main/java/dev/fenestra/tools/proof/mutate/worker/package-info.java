/** A JVM that runs the kit on a provider, with changed classes, for another JVM that can end it. */
package dev.fenestra.tools.proof.mutate.worker;
