import org.jspecify.annotations.NullMarked;

/**
 * The kernel: objects, handles, reference counts, the QP state table, host memory and the provider SPI.
 *
 * <p>The qualified exports name modules that are compiled later, hence the suppressed warning.
 */
@NullMarked
@SuppressWarnings("module")
module dev.fenestra.ib.core {
    requires static transitive org.jspecify;

    exports dev.fenestra.ib.core.vocabulary;
    exports dev.fenestra.ib.core.abi;
    exports dev.fenestra.ib.core.abi.uverbs to
            dev.fenestra.tools.cli;
    exports dev.fenestra.ib.core.spi;
    exports dev.fenestra.ib.core.mad to
            dev.fenestra.tools.testkit,
            dev.fenestra.tools.conformance;
    exports dev.fenestra.ib.core.cm;
    exports dev.fenestra.ib.core.kernel to
            dev.fenestra.uverbs,
            dev.fenestra.tools.testkit,
            dev.fenestra.tools.conformance,
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.ib.core.kernel.calls to
            dev.fenestra.uverbs,
            dev.fenestra.tools.conformance;
    exports dev.fenestra.ib.core.kernel.host to
            dev.fenestra.uverbs,
            dev.fenestra.tools.testkit,
            dev.fenestra.tools.conformance,
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.ib.core.kernel.inspection to
            dev.fenestra.uverbs,
            dev.fenestra.tools.testkit,
            dev.fenestra.tools.conformance,
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.ib.core.ucma to
            dev.fenestra.tools.cli;
    exports dev.fenestra.ib.core.uverbs to
            dev.fenestra.tools.testkit,
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;
    exports dev.fenestra.ib.core.memory to
            dev.fenestra.uverbs,
            dev.fenestra.tools.testkit,
            dev.fenestra.tools.conformance,
            dev.fenestra.tools.proof,
            dev.fenestra.tools.cli;

    uses dev.fenestra.ib.core.spi.RdmaDriver;
}
