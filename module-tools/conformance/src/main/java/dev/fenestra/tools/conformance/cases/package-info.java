/** The cases of the conformance kit, one file per table of the specification sheet or published list. */
package dev.fenestra.tools.conformance.cases;
