import org.jspecify.annotations.NullMarked;

/** Oracle, explorer, soak, defects and mutation: searches for programs and changes that break a rule. */
@NullMarked
@SuppressWarnings({"module", "requires-automatic"})
module dev.fenestra.tools.proof {
    requires static io.jstach.jstache;
    requires transitive dev.fenestra.tools.conformance;
    requires com.google.common;
    requires java.compiler;
    requires java.instrument;

    exports dev.fenestra.tools.program to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.campaign to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.explorer to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.mutants to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.mutate to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.mutate.worker to
            dev.fenestra.tools.cli,
            java.instrument;
    exports dev.fenestra.tools.proof.oracle to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.oracle.program to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.replay to
            dev.fenestra.tools.cli;
    exports dev.fenestra.tools.proof.soak to
            dev.fenestra.tools.cli;

    opens dev.fenestra.tools.proof.campaign to
            dev.fenestra.tools.testkit;
    opens dev.fenestra.tools.proof.mutate to
            dev.fenestra.tools.testkit;

    uses dev.fenestra.ib.core.spi.RdmaDriver;

    provides dev.fenestra.tools.conformance.kit.OracleCheck with
            dev.fenestra.tools.proof.oracle.OracleRun;
}
