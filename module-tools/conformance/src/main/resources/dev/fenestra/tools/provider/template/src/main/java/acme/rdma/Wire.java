package acme.rdma;

import dev.fenestra.ib.core.spi.HardwareModel;
import dev.fenestra.ib.core.spi.WireFaults;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What connects the cards of one process, and their clock. Its monitor is the one lock of all cards: whoever holds it
 * is the device.
 *
 * <p>Time is virtual: a look at the wire costs a microsecond, and somebody who waits jumps when nothing is left to try.
 */
final class Wire implements HardwareModel {
    private static final long LOOK_NANOS = 1_000;

    private final List<Card> cards = new ArrayList<>();
    private final Losses losses = new Losses(this);
    private long now;

    @Override
    public synchronized Card newCard(Gid gid) {
        Card card = new Card(this, gid);
        cards.add(card);
        return card;
    }

    @Override
    public Optional<WireFaults> faults() {
        return Optional.of(losses);
    }

    Losses losses() {
        return losses;
    }

    @Override
    public synchronized void close() {
        cards.clear();
    }

    synchronized @Nullable Card find(Gid gid) {
        for (Card card : cards) {
            if (card.gid().equals(gid)) {
                return card;
            }
        }
        return null;
    }

    synchronized long now() {
        return now;
    }

    synchronized void letPass(long nanos) {
        now += nanos;
        step();
    }

    /** Executes all that can be executed; what finds no answer counts as tried once more. */
    synchronized void run() {
        step();
    }

    /** The same for somebody who waits: when nothing will change by trying again, it is later at once. */
    synchronized void runUntil(long limit) {
        if (!step()) {
            now = Math.max(now, limit);
        }
    }

    private boolean step() {
        now += LOOK_NANOS;
        boolean mayTryAgain = false;
        boolean worked = true;
        while (worked) {
            worked = false;
            for (Card card : cards) {
                worked |= card.requester().run();
            }
        }
        for (Card card : cards) {
            mayTryAgain |= card.requester().retry();
        }
        return mayTryAgain;
    }
}
