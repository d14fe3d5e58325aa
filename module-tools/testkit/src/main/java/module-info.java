import org.jspecify.annotations.NullMarked;

/** Hosts for tests, the JUnit extension, the journal and the report. A provider is found by ServiceLoader only. */
@NullMarked
@SuppressWarnings({"module", "requires-automatic"})
module dev.fenestra.tools.testkit {
    requires static io.jstach.jstache;
    requires static org.junit.jupiter.api;
    requires transitive org.jspecify;
    requires transitive dev.fenestra.uverbs;
    requires transitive dev.fenestra.hw.sim;
    requires com.fasterxml.jackson.annotation;
    requires com.fasterxml.jackson.core;
    requires java.management;

    exports dev.fenestra.tools.bench;
    exports dev.fenestra.tools.duties;
    exports dev.fenestra.tools.input;
    exports dev.fenestra.tools.junit;
    exports dev.fenestra.tools.observe.cost;
    exports dev.fenestra.tools.observe.decode to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.observe.faults;
    exports dev.fenestra.tools.observe.journal;
    exports dev.fenestra.tools.observe.report to
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.observe.rules to
            dev.fenestra.tools.conformance,
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.observe.snapshot;
    exports dev.fenestra.tools.observe.waits to
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.page to
            dev.fenestra.tools.conformance,
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;

    // For rule tables, and for tests that wrap a driver.
    uses dev.fenestra.ib.core.spi.RdmaDriver;
    uses dev.fenestra.tools.observe.rules.RuleEvidence;
}
