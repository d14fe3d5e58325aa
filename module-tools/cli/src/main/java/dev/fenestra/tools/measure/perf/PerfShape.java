package dev.fenestra.tools.measure.perf;

import dev.fenestra.ib.core.vocabulary.QpType;

/**
 * How messages are posted and awaited.
 *
 * @param service RC, UC or UD
 * @param batch messages posted together, of which the last one has a completion: {@code -l} and {@code -Q} of perftest
 * @param bothWays whether both ends send: {@code -b} of perftest
 * @param byEvents whether it sleeps until a completion event when there is nothing to poll: {@code -e} of perftest
 * @param byCm whether RDMA CM connects the QPs: {@code -R} of perftest
 */
public record PerfShape(QpType service, int batch, boolean bothWays, boolean byEvents, boolean byCm) {
    /** RC, one end sends, 16 messages at a time, by polling. */
    public static final PerfShape USUAL = new PerfShape(QpType.RC, 16, false, false, false);

    /** Checks that a test can be done so; {@link PerfException} if not. */
    void check(PerfTest test, int depth) {
        boolean isData = test == PerfTest.WRITE_BW || test == PerfTest.READ_BW || test == PerfTest.SEND_BW;
        if (bothWays && !isData) {
            throw new PerfException("-b is for write_bw, read_bw and send_bw, not for " + test);
        }
        checkService(test);
        if (byEvents && test == PerfTest.REG_BW) {
            throw new PerfException("reg_bw has no completions, so -e is not for it");
        }
        if (byCm && service != QpType.RC) {
            throw new PerfException("-R connects QPs of type RC, not of " + service);
        }
        if (batch > depth) {
            throw new PerfException(
                    "so many messages at a time do not fit the depth: " + batch + " are more than -t " + depth);
        }
    }

    private void checkService(PerfTest test) {
        boolean isWriteOrSend = test.name().startsWith("WRITE") || test.isSend();
        if (service == QpType.UC && !isWriteOrSend) {
            throw new PerfException("a QP of type UC only has SEND and RDMA WRITE: -c UC is not for " + test);
        }
        if (service == QpType.UD && !test.isSend()) {
            throw new PerfException("a QP of type UD only has SEND: -c UD is not for " + test);
        }
        if (service != QpType.RC && service != QpType.UC && service != QpType.UD) {
            throw new PerfException("-c is RC, UC or UD, not " + service);
        }
    }
}
