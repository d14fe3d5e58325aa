/** Tests of the kit itself. */
package dev.fenestra.tools.conformance.kit;
