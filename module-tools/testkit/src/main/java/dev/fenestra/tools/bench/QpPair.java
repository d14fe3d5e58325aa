package dev.fenestra.tools.bench;

import org.jspecify.annotations.Nullable;

/** Two connected QPs with all that they need, made by {@link TestBench#pair}. */
public final class QpPair implements AutoCloseable {
    private final TestBench bench;
    private final Peer one;
    private final Peer other;
    private final PairOptions options;
    private @Nullable CmPair cm;

    QpPair(TestBench bench, Peer one, Peer other, PairOptions options) {
        this.bench = bench;
        this.one = one;
        this.other = other;
        this.options = options;
        connect();
    }

    private void connect() {
        if (options.byCm()) {
            CmPair made = bench.connectByCm(one.qp(), other.qp());
            cm = made;
            one.connected(made.one());
            other.connected(made.other());
        } else {
            bench.connectPair(one.qp(), other.qp(), options.connect());
        }
    }

    /** {@return the end on the device that was named first} */
    public Peer one() {
        return one;
    }

    /** {@return the other end} */
    public Peer other() {
        return other;
    }

    private void disconnect() {
        if (cm != null) {
            cm.close();
            cm = null;
        }
        one.connected(null);
        other.connected(null);
    }

    /** Brings both QPs, in whatever state, back to RTS: after an error, for example. */
    public void reconnect() {
        disconnect();
        one.qp().reset();
        other.qp().reset();
        connect();
    }

    /** Closes both ends; EBUSY names what still uses an object of theirs. The contexts stay open. */
    @Override
    public void close() {
        disconnect();
        other.close();
        one.close();
    }
}
