import org.jspecify.annotations.NullMarked;

/**
 * The conformance kit, the layering rules, and the template of a provider.
 *
 * <p>ArchUnit is an automatic module, hence the suppressed warning.
 */
@NullMarked
@SuppressWarnings({"module", "requires-automatic"})
module dev.fenestra.tools.conformance {
    requires static com.tngtech.archunit;
    requires static io.jstach.jstache;
    requires static org.junit.jupiter.api;
    requires transitive dev.fenestra.tools.testkit;
    requires com.google.common;
    requires java.compiler;

    exports dev.fenestra.tools.conformance;
    exports dev.fenestra.tools.conformance.cases to
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.conformance.guard to
            dev.fenestra.tools.proof;
    exports dev.fenestra.tools.conformance.junit;
    exports dev.fenestra.tools.conformance.kit;
    exports dev.fenestra.tools.conformance.rules to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.layering;
    exports dev.fenestra.tools.provider to
            dev.fenestra.tools.cli;

    uses dev.fenestra.ib.core.spi.RdmaDriver;
    uses dev.fenestra.tools.conformance.kit.OracleCheck;

    provides dev.fenestra.tools.observe.rules.RuleEvidence with
            dev.fenestra.tools.conformance.rules.CaseEvidence;
}
