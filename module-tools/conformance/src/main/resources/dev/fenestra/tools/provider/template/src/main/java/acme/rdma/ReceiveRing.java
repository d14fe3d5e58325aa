package acme.rdma;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import org.jspecify.annotations.Nullable;

/** The receive queue: the process posts, the card takes. */
final class ReceiveRing implements ReceiveQueue {
    private final Receive[] slots;
    private final int maxSge;
    private final SgeList single = new SgeList();
    private long posted;
    private long taken;
    private boolean open;
    private @Nullable AcmeRule refused;

    ReceiveRing(int capacity, int maxSge) {
        slots = new Receive[Math.max(1, capacity)];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Receive();
        }
        this.maxSge = maxSge;
    }

    @Override
    public synchronized int post(long wrId, int lkey, long address, int length) {
        single.clear();
        single.add(lkey, address, length);
        return post(wrId, single);
    }

    @Override
    public synchronized int post(long wrId, SgeList pieces) {
        AcmeRule rule = check(pieces);
        if (rule != null) {
            refused = rule;
            return rule.errno().code();
        }
        Receive slot = at(posted);
        slot.wrId = wrId;
        slot.pieces.clear();
        for (int i = 0; i < pieces.size(); i++) {
            slot.pieces.add(pieces.lkey(i), pieces.address(i), pieces.length(i));
        }
        posted++;
        return 0;
    }

    @Override
    public synchronized @Nullable Rule refusedBy() {
        return refused;
    }

    private @Nullable AcmeRule check(SgeList pieces) {
        if (!open) {
            return AcmeRule.RECEIVE_STATE;
        }
        if (posted - taken == slots.length) {
            return AcmeRule.RECEIVE_ROOM;
        }
        return pieces.size() > maxSge ? AcmeRule.POST_SGE : null;
    }

    /** Receives may be posted from INIT on. */
    synchronized void open(boolean isOpen) {
        open = isOpen;
    }

    /** The oldest receive, which stays until it is removed; null when none is posted. */
    synchronized @Nullable Receive peek() {
        return taken == posted ? null : at(taken);
    }

    synchronized void remove() {
        taken++;
    }

    synchronized void forget() {
        taken = posted;
    }

    private Receive at(long position) {
        return slots[(int) (position % slots.length)];
    }
}
