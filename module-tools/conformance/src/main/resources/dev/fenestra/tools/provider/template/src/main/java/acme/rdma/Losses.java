package acme.rdma;

import dev.fenestra.ib.core.spi.WireFaults;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the wire loses when a test tells it to. A message is copied in one step, so there are no parts of messages, and
 * nothing is repeated or overtaken. An answer is lost only where the request may be executed again.
 */
final class Losses implements WireFaults {
    private final Wire wire;
    /** For each kind of message, how many more pass before losses begin, and how many are lost then. */
    private final Map<Message, long[]> left = new EnumMap<>(Message.class);

    private long spoiled;

    Losses(Wire wire) {
        this.wire = wire;
    }

    @Override
    public boolean spoil(Message message, Fate fate, int first, int times) {
        boolean isKnown = switch (message) {
            case WRITE, SEND, READ, READ_ANSWER -> true;
            case WRITE_PART, ATOMIC_ANSWER, ACKNOWLEDGEMENT -> false;
        };
        if (!isKnown || fate != Fate.LOST) {
            return false;
        }
        synchronized (wire) {
            left.put(message, new long[] {first - 1L, times});
        }
        return true;
    }

    @Override
    public long spoiled() {
        synchronized (wire) {
            return spoiled;
        }
    }

    /** A retry is a look at the wire and takes no time, so there is nothing to measure. */
    @Override
    public OptionalLong now() {
        return OptionalLong.empty();
    }

    @Override
    public void letPass(long nanos) {
        wire.letPass(nanos);
    }

    /** Whether the next message of a kind is lost. The caller is the device. */
    boolean hits(Message message) {
        long[] ahead = left.get(message);
        if (ahead == null || ahead[0]-- > 0 || ahead[1] == 0) {
            return false;
        }
        ahead[0] = 0;
        ahead[1]--;
        spoiled++;
        return true;
    }
}
