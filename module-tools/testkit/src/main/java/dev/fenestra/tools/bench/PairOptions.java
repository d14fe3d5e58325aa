package dev.fenestra.tools.bench;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SortedSets;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.ConnectOptions;
import dev.fenestra.uverbs.handles.QpSpec;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * How {@link TestBench#pair} makes its two ends. Begin with {@link #DEFAULT}, then change what matters to the test.
 *
 * @param qp makes the attributes of the QP from the CQ of its end; RC or UC. Default: RC with the defaults of
 *     {@link QpSpec}
 * @param connect MTU, rights, PSN, timeout and retries of both QPs
 * @param cqEntries completions that the CQ of each end can hold; default 256
 * @param byCm whether RDMA CM connects the QPs, which are of type RC then; {@code connect} counts only without it
 * @param access rights of the region of each end; default LOCAL_WRITE and MW_BIND, so that peers need a window
 */
public record PairOptions(
        Function<CompletionQueue, QpSpec> qp,
        ConnectOptions connect,
        int cqEntries,
        boolean byCm,
        Set<AccessFlag> access) {
    /** The defaults, but a receive that a test forgets ends in an error, not in a hang. */
    static final ConnectOptions FINITE = ConnectOptions.DEFAULT.withRetries(7, 6);

    /** Two RC QPs with default options, but 6 retries to a receiver that is not ready. */
    public static final PairOptions DEFAULT = new PairOptions(
            cq -> QpSpec.rc(cq, cq), FINITE, 256, false, Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND));

    /** Copies the rights. */
    public PairOptions {
        access = SortedSets.copyOf(access);
    }

    /**
     * {@return such a pair with these QPs}
     *
     * @param newQp makes the attributes of the QP from the CQ of its end, such as
     *     {@code cq -> QpSpec.uc(cq, cq).maxSend(4)}
     */
    public PairOptions withQp(Function<CompletionQueue, QpSpec> newQp) {
        return new PairOptions(newQp, connect, cqEntries, byCm, access);
    }

    /**
     * {@return such a pair with this connection}
     *
     * @param options of both QPs
     */
    public PairOptions withConnect(ConnectOptions options) {
        return new PairOptions(qp, options, cqEntries, byCm, access);
    }

    /** {@return such a pair that RDMA CM connects, over QP 1 of both devices} Each end has its id from then on. */
    public PairOptions withCm() {
        return new PairOptions(qp, connect, cqEntries, true, access);
    }

    /**
     * {@return such a pair with CQs of this size}
     *
     * @param entries completions that each CQ must hold, 1 to the device's {@code max_cqe}
     */
    public PairOptions withCqEntries(int entries) {
        return new PairOptions(qp, connect, entries, byCm, access);
    }

    /**
     * {@return such a pair whose regions have these rights}
     *
     * @param flags rights of both regions
     */
    public PairOptions withAccess(AccessFlag... flags) {
        return new PairOptions(qp, connect, cqEntries, byCm, SortedSets.copyOf(List.of(flags)));
    }
}
