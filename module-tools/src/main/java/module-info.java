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
    requires static org.junit.jupiter.api;
    requires static transitive org.jspecify;
    requires transitive dev.fenestra.uverbs;
    requires transitive dev.fenestra.hw.sim;
    requires transitive com.google.common;
    requires com.google.gson;
    requires info.picocli;
    requires java.compiler;

    exports dev.fenestra.tools.attach;
    exports dev.fenestra.tools.cost;
    exports dev.fenestra.tools.cost.table;
    exports dev.fenestra.tools.perf;
    exports dev.fenestra.tools.snapshot;
    exports dev.fenestra.tools.layering;
    exports dev.fenestra.tools.bench;
    exports dev.fenestra.tools.faults;
    exports dev.fenestra.tools.input;
    exports dev.fenestra.tools.soak;
    exports dev.fenestra.tools.journal;
    exports dev.fenestra.tools.junit;
    exports dev.fenestra.tools.rules;
    exports dev.fenestra.tools.performance;
    exports dev.fenestra.tools.conformance.cases;
    exports dev.fenestra.tools.conformance;
    exports dev.fenestra.tools.explorer;
    exports dev.fenestra.tools.zoo;
    exports dev.fenestra.tools.conformance.kit;

    opens dev.fenestra.tools.cli to
            info.picocli;
    opens dev.fenestra.tools.lens to
            com.google.gson;
    opens dev.fenestra.tools.performance to
            com.google.gson;
    opens dev.fenestra.tools.rules to
            com.google.gson;

    // For rule tables, and for tests that wrap a driver.
    uses dev.fenestra.ib.core.spi.RdmaDriver;
}
