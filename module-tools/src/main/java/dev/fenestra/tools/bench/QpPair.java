package dev.fenestra.tools.bench;

/** Two connected QPs with all that they need, made by {@link TestBench#pair}. */
public final class QpPair implements AutoCloseable {
    private final TestBench bench;
    private final Peer one;
    private final Peer other;
    private final PairOptions options;

    QpPair(TestBench bench, Peer one, Peer other, PairOptions options) {
        this.bench = bench;
        this.one = one;
        this.other = other;
        this.options = options;
        connect();
    }

    private void connect() {
        if (options.byCm()) {
            CmSteps.connect(one, other);
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

    /** Brings both QPs, in whatever state, back to RTS: after an error, for example. */
    public void reconnect() {
        one.disconnect();
        other.disconnect();
        one.qp().reset();
        other.qp().reset();
        connect();
    }

    /** Closes both ends; EBUSY names what still uses an object of theirs. The contexts stay open. */
    @Override
    public void close() {
        other.close();
        one.close();
    }
}
