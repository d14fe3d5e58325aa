import org.jspecify.annotations.NullMarked;

/**
 * The command line, the server for real programs, and what measures.
 *
 * <p>picocli is an automatic module in some versions, hence the suppressed warning.
 */
@NullMarked
@SuppressWarnings({"module", "requires-automatic"})
module dev.fenestra.tools.cli {
    requires static io.jstach.jstache;
    requires static org.junit.jupiter.api;
    requires transitive dev.fenestra.tools.proof;
    requires transitive com.google.common;
    requires com.fasterxml.jackson.annotation;
    requires info.picocli;
    requires java.management;
    requires jdk.httpserver;
    requires jdk.net;

    exports dev.fenestra.tools.serve.junit;

    opens dev.fenestra.tools.cli to
            info.picocli;
    opens dev.fenestra.tools.measure.cost to
            dev.fenestra.tools.testkit;
    opens dev.fenestra.tools.measure.figures to
            dev.fenestra.tools.testkit;
    opens dev.fenestra.tools.observe.capture to
            dev.fenestra.tools.testkit;
    opens dev.fenestra.tools.serve to
            dev.fenestra.tools.testkit;
}
