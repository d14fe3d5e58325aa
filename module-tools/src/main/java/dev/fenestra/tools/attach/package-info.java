/** A local socket by which a running program can be looked at from outside. */
package dev.fenestra.tools.attach;
