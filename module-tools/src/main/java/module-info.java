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

    exports dev.fenestra.tools.bench;
    exports dev.fenestra.tools.conformance;
    exports dev.fenestra.tools.conformance.kit;
    exports dev.fenestra.tools.input;
    exports dev.fenestra.tools.junit;
    exports dev.fenestra.tools.layering;
    exports dev.fenestra.tools.observe.cost;
    exports dev.fenestra.tools.observe.faults;
    exports dev.fenestra.tools.observe.journal;
    exports dev.fenestra.tools.observe.snapshot;

    opens dev.fenestra.tools.cli to
            info.picocli;
    opens dev.fenestra.tools.measure.figures to
            com.google.gson;
    opens dev.fenestra.tools.observe.decode to
            com.google.gson;
    opens dev.fenestra.tools.observe.rules to
            com.google.gson;

    // For rule tables, and for tests that wrap a driver.
    uses dev.fenestra.ib.core.spi.RdmaDriver;
}
