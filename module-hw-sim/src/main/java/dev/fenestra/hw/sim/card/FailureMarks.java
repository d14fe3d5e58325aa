package dev.fenestra.hw.sim.card;

/** Where the last entries of failures of a QP lie in its completion queues, for each of its two queues. */
final class FailureMarks {
    /** Entries written up to and with that of the last failure, free-running; meaningless before the first. */
    private final int[] ends = new int[2];

    private final boolean[] isMarked = new boolean[2];

    /**
     * Says whether software has still to take the entry of an earlier failure, which stands for this one then. If not,
     * the next entry is that of this failure.
     *
     * @param isReceive whether it is a failure of the receive queue
     * @param written entries of the completion queue, free-running
     * @param taken entries that software has taken, free-running
     */
    boolean covers(boolean isReceive, int written, int taken) {
        int queue = isReceive ? 1 : 0;
        boolean isCovered = isMarked[queue] && ends[queue] - taken > 0;
        if (!isCovered) {
            isMarked[queue] = true;
            ends[queue] = written + 1;
        }
        return isCovered;
    }
}
