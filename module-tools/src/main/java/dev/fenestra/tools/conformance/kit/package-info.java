/** The conformance kit as a whole: all cases and the oracle against one provider, and what it reports. */
package dev.fenestra.tools.conformance.kit;
