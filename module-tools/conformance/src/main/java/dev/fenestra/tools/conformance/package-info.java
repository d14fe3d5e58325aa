/** The conformance kit: what a case is, the two hosts it runs on, and the suite that runs cases against a provider. */
package dev.fenestra.tools.conformance;
