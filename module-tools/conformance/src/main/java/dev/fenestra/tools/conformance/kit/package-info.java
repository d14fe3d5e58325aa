/**
 * The conformance kit as a whole: all cases and the oracle against one provider, and what it reports.
 *
 * {@snippet lang = java :
 * import dev.fenestra.tools.conformance.kit.*;
 *
 * void main() {
 *     ConformanceOptions options = ConformanceOptions.DEFAULT.withRule("A7").withOracleVerbs(100);
 *     for (ProviderUnderTest provider : ProviderUnderTest.onPath()) {
 *         ConformanceReport report = provider.kit(options).run(result -> {});
 *         IO.println(provider.name() + " " + report.isPassed()); // prints: mlx5 true
 *     }
 * }
 * }
 */
package dev.fenestra.tools.conformance.kit;
