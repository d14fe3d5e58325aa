import org.jspecify.annotations.NullMarked;

/**
 * Command line, test bench, journal and layering rules. A provider is found by ServiceLoader only.
 *
 * <p>picocli and ArchUnit are automatic modules, hence the suppressed warning.
 */
@NullMarked
@SuppressWarnings("requires-automatic")
module dev.fenestra.tools {
    requires static com.tngtech.archunit;
    requires static io.jstach.jstache;
    requires static org.junit.jupiter.api;
    requires transitive org.jspecify;
    requires transitive dev.fenestra.uverbs;
    requires transitive dev.fenestra.hw.sim;
    requires transitive com.google.common;
    requires com.fasterxml.jackson.databind;
    requires info.picocli;
    requires java.compiler;
    requires java.instrument;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.net;

    exports dev.fenestra.tools.bench;
    exports dev.fenestra.tools.conformance;
    exports dev.fenestra.tools.conformance.junit;
    exports dev.fenestra.tools.conformance.kit;
    exports dev.fenestra.tools.input;
    exports dev.fenestra.tools.junit;
    exports dev.fenestra.tools.layering;
    exports dev.fenestra.tools.observe.cost;
    exports dev.fenestra.tools.observe.faults;
    exports dev.fenestra.tools.observe.journal;
    exports dev.fenestra.tools.observe.snapshot;
    exports dev.fenestra.tools.proof.mutate.worker to
            java.instrument;

    opens dev.fenestra.tools.cli to
            info.picocli;
    opens dev.fenestra.tools.measure.cost to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.measure.figures to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.capture to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.cost to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.decode to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.faults to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.report to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.rules to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.observe.snapshot to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.proof.campaign to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.proof.mutate to
            com.fasterxml.jackson.databind;
    opens dev.fenestra.tools.serve to
            com.fasterxml.jackson.databind;

    // For rule tables, and for tests that wrap a driver.
    uses dev.fenestra.ib.core.spi.RdmaDriver;
    uses dev.fenestra.tools.conformance.kit.OracleCheck;
    uses dev.fenestra.tools.observe.rules.RuleEvidence;

    provides dev.fenestra.tools.conformance.kit.OracleCheck with
            dev.fenestra.tools.proof.oracle.OracleRun;
    provides dev.fenestra.tools.observe.rules.RuleEvidence with
            dev.fenestra.tools.conformance.rules.CaseEvidence;
}
