package dev.fenestra.ib.core.cm;

/**
 * What connect and accept say of the own end, and what an event says of the peer's ({@code rdma_conn_param}).
 *
 * @param qpn number of the QP, 24 bits
 * @param privateData what goes to the peer; events have the whole area of the message, zeros included
 * @param srq whether the QP has an SRQ
 * @param responderResources READs and atomics that the own QP serves at a time, 0 to 255
 * @param initiatorDepth READs and atomics that the own QP may have outstanding, 0 to 255
 * @param flowControl whether credits are counted
 * @param retryCount how often the QPs retry after a timeout, 0 to 7; more counts as 7, as on Linux
 * @param rnrRetryCount how often the QPs retry after an RNR NAK, 0 to 7; 7 is for ever, and more counts as 7
 */
public record ConnParam(
        int qpn,
        byte[] privateData,
        boolean srq,
        int responderResources,
        int initiatorDepth,
        boolean flowControl,
        int retryCount,
        int rnrRetryCount) {
    private static final int MOST_RETRIES = 7;

    /** Counts of more than 7 retries as 7: the messages have three bits for each. */
    public ConnParam {
        retryCount = Math.min(MOST_RETRIES, retryCount);
        rnrRetryCount = Math.min(MOST_RETRIES, rnrRetryCount);
    }

    /**
     * {@return one READ at a time in each direction, 7 retries, no private data}
     *
     * @param qpn number of the QP
     */
    public static ConnParam of(int qpn) {
        return new ConnParam(qpn, new byte[0], false, 1, 1, false, MOST_RETRIES, MOST_RETRIES);
    }

    /**
     * {@return the same with private data}
     *
     * @param data what goes to the peer
     */
    public ConnParam withPrivateData(byte... data) {
        return new ConnParam(
                qpn, data, srq, responderResources, initiatorDepth, flowControl, retryCount, rnrRetryCount);
    }

    /**
     * {@return the same with other numbers of retries}
     *
     * @param timeouts after a timeout, 0 to 7
     * @param notReady after an RNR NAK, 0 to 7; 7 is for ever
     */
    public ConnParam withRetries(int timeouts, int notReady) {
        return new ConnParam(
                qpn, privateData, srq, responderResources, initiatorDepth, flowControl, timeouts, notReady);
    }

    /**
     * {@return the same with other depths}
     *
     * @param resources READs and atomics that the own QP serves at a time, 0 to 255
     * @param depth READs and atomics that the own QP may have outstanding, 0 to 255
     */
    public ConnParam withDepths(int resources, int depth) {
        return new ConnParam(qpn, privateData, srq, resources, depth, flowControl, retryCount, rnrRetryCount);
    }
}
