package dev.fenestra.hw.sim.hca.qp;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of an SRD QP: the last request of each sender, so that a repeated one is not executed again, and
 * the answers that the QP owes. A sender has one request under way at a time, so a QP owes one answer to each sender,
 * unless somebody floods it.
 */
public final class DatagramPeers {
    private static final int MOST = 1024;
    private static final int FEW = 8;

    private long[] gidsHigh = new long[FEW];
    private long[] gidsLow = new long[FEW];
    private int[] senders = new int[FEW];
    private int[] psns = new int[FEW];
    private int count;
    private int latest;
    private int oldest;

    private final ArrayDeque<Owed> owed = new ArrayDeque<>();
    private final ArrayDeque<Owed> free = new ArrayDeque<>();

    /** An answer. */
    public static final class Owed {
        /** Upper half of the GID that the request came from. */
        public long peerGidHigh;
        /** Lower half of the GID that the request came from. */
        public long peerGidLow;
        /** Upper half of the GID that the request was sent to. */
        public long ownGidHigh;
        /** Lower half of the GID that the request was sent to. */
        public long ownGidLow;
        /** The QP that sent it. */
        public int peerQpn;
        /** Its PSN. */
        public int psn;
        /** Syndrome of an acknowledge. */
        public int syndrome;
        /** Whether it is a READ, which data answer. */
        public boolean isRead;
        /** READ: the key. */
        public int rkey;
        /** READ: address of the first byte. */
        public long address;
        /** READ: bytes. */
        public long length;
        /** READ: bytes sent. */
        public long sent;
        /** READ: version of the region when it was admitted. */
        public int version;

        private Owed() {}
    }

    /** Makes a QP without senders. */
    public DatagramPeers() {}

    /**
     * Notes that a request was executed. It was not known before.
     *
     * @param gidHigh upper half of the sender's GID
     * @param gidLow lower half of the sender's GID
     * @param sender its session and QP
     * @param psn of the request
     */
    public void executed(long gidHigh, long gidLow, int sender, int psn) {
        int at = find(gidHigh, gidLow, sender);
        latest = at >= 0 ? at : add(gidHigh, gidLow, sender);
        psns[latest] = psn;
    }

    /**
     * {@return whether a request was executed before}
     *
     * @param gidHigh upper half of the sender's GID
     * @param gidLow lower half of the sender's GID
     * @param sender its session and QP
     * @param psn of the request
     */
    public boolean knows(long gidHigh, long gidLow, int sender, int psn) {
        int at = find(gidHigh, gidLow, sender);
        return at >= 0 && Psn.difference(psn, psns[at]) <= 0;
    }

    private int find(long gidHigh, long gidLow, int sender) {
        if (count > 0 && is(latest, gidHigh, gidLow, sender)) {
            return latest;
        }
        for (int i = 0; i < count; i++) {
            if (is(i, gidHigh, gidLow, sender)) {
                return i;
            }
        }
        return -1;
    }

    private boolean is(int at, long gidHigh, long gidLow, int sender) {
        return senders[at] == sender && gidsLow[at] == gidLow && gidsHigh[at] == gidHigh;
    }

    /** With very many senders, the place of the oldest one is used again. */
    private int add(long gidHigh, long gidLow, int sender) {
        int at = count < MOST ? count++ : oldest++ % MOST;
        if (at == senders.length) {
            gidsHigh = Arrays.copyOf(gidsHigh, 2 * at);
            gidsLow = Arrays.copyOf(gidsLow, 2 * at);
            senders = Arrays.copyOf(senders, 2 * at);
            psns = Arrays.copyOf(psns, 2 * at);
        }
        gidsHigh[at] = gidHigh;
        gidsLow[at] = gidLow;
        senders[at] = sender;
        return at;
    }

    /** {@return whether the QP owes as many answers as it keeps: what comes now must be dropped, and is sent again} */
    public boolean isFull() {
        return owed.size() == MOST;
    }

    /** {@return a new answer, behind the others; the caller fills it, and has asked {@link #isFull} first} */
    public Owed owe() {
        Owed reused = free.poll();
        Owed answer = reused == null ? new Owed() : reused;
        answer.sent = 0;
        owed.add(answer);
        return answer;
    }

    /** {@return the next answer; null when nothing is owed} */
    public @Nullable Owed next() {
        return owed.peek();
    }

    /** The next answer was sent. */
    public void answered() {
        free.add(owed.remove());
    }
}
