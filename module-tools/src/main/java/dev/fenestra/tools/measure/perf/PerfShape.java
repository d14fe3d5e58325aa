package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * How messages are posted.
 *
 * @param service RC or UC
 * @param batch messages posted together, of which the last one has a completion: {@code -l} and {@code -Q} of perftest
 * @param bothWays whether both ends send: {@code -b} of perftest
 */
public record PerfShape(QpType service, int batch, boolean bothWays) {
    /** RC, one end sends, 16 messages at a time. */
    public static final PerfShape USUAL = new PerfShape(QpType.RC, 16, false);

    /** Checks that a test can be done so; {@link PerfException} if not. */
    void check(PerfTest test, int depth) {
        boolean isData = test == PerfTest.WRITE_BW || test == PerfTest.READ_BW || test == PerfTest.SEND_BW;
        if (bothWays && !isData) {
            throw new PerfException("-b is for write_bw, read_bw and send_bw, not for " + test);
        }
        boolean isWriteOrSend = test.name().startsWith("WRITE") || test.name().startsWith("SEND");
        if (service == QpType.UC && !isWriteOrSend) {
            throw new PerfException("a QP of type UC only has SEND and RDMA WRITE: -c UC is not for " + test);
        }
        if (batch > depth) {
            throw new PerfException(
                    "so many messages at a time do not fit the depth: " + batch + " are more than -t " + depth);
        }
    }
}
