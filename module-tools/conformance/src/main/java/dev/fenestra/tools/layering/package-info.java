/**
 * The layering rules of the stack as code, for our own build and for that of other providers.
 *
 * <p>Needs ArchUnit, which this module asks for at compile time only: bring {@code com.tngtech.archunit:archunit} along
 * (test scope will do).
 */
package dev.fenestra.tools.layering;
