package dev.fenestra.hw.sim.hca.fast;

import dev.fenestra.hw.sim.hca.protection.Dma;
import dev.fenestra.hw.sim.hca.protection.Grant;
import dev.fenestra.hw.sim.hca.protection.KeyChecks;
import dev.fenestra.hw.sim.hca.protection.Mkey;
import dev.fenestra.hw.sim.hca.protection.Position;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.protection.QpView;
import dev.fenestra.hw.sim.hca.protection.RemoteAccess;
import dev.fenestra.hw.sim.hca.protection.Use;

/**
 * The last key that was checked, what it grants, and the last page reached by it. It is valid as long as nothing else
 * executes: for the requests of one burst.
 */
final class KnownKey {
    /** In place of a bus address: an access crosses a page. */
    static final long NOT_CERTAIN = -1;

    private final KeyChecks keys;
    private final Dma dma;
    private final Grant grant;
    private boolean isKnown;
    private int key;
    private long start;
    private long length;
    private int translation;
    /** Added to an address, gives its {@link Position}. */
    private long toPosition;

    /** Position of the page reached last. */
    private long page;

    private long pageAddress;
    /** Keeps what {@link #readAhead} has read. Without it, the compiler would drop the reads. */
    private int sink;

    /**
     * Makes an object that knows no key.
     *
     * @param protection the rules
     * @param use the use of the memory
     */
    KnownKey(Protection protection, Use use) {
        keys = protection.keys;
        dma = protection.dma;
        grant = new Grant(use);
    }

    /** Begins a burst and forgets the key. */
    void forget() {
        isKnown = false;
        page = NOT_CERTAIN;
    }

    /**
     * Reads the entries of the keys of a burst before the first is checked. With many keys, the processor then waits
     * for all of them at once. What is read is not used: each key is checked when its turn comes.
     *
     * @param wanted the keys
     * @param count how many
     */
    void readAhead(int[] wanted, int count) {
        int last = wanted[0];
        int seen = 0;
        for (int i = 1; i < count; i++) {
            if (wanted[i] != last) {
                last = wanted[i];
                seen += keys.readAhead(last);
            }
        }
        sink = seen;
    }

    /**
     * {@return whether the known key grants an access}
     *
     * @param wanted the key of the access
     * @param address first byte
     * @param bytes more than 0
     */
    boolean grants(int wanted, long address, int bytes) {
        return isKnown && key == wanted && Mkey.fits(address - start, bytes, length);
    }

    /**
     * Checks the key of a request's data, and remembers it.
     *
     * @param qp the QP of the request
     * @param lkey the key
     * @param address first byte
     * @param bytes more than 0
     * @return false when a rule forbids the access, or the key leads elsewhere than to one pinned region
     */
    boolean learnLocal(QpView qp, int lkey, long address, int bytes) {
        return keys.local(qp.pd(), lkey, address, bytes, grant) == null && learn(lkey, address);
    }

    /**
     * Checks the key of a peer's request, and remembers it.
     *
     * @param access the peer's operation
     * @param qp the QP on which it arrived
     * @param rkey the key
     * @param address first byte
     * @param bytes more than 0
     * @return false when a rule forbids the access, or the key leads elsewhere than to one pinned region
     */
    boolean learnRemote(RemoteAccess access, QpView qp, int rkey, long address, int bytes) {
        return keys.remote(qp, rkey, address, bytes, access.right, bytes, grant) == null && learn(rkey, address);
    }

    private boolean learn(int newKey, long address) {
        if (!grant.isPinned()) {
            return false;
        }
        isKnown = true;
        key = newKey;
        start = keys.start(newKey);
        length = keys.length(newKey);
        translation = grant.translation;
        toPosition = grant.position - address;
        page = NOT_CERTAIN;
        return true;
    }

    /**
     * {@return the bus address of granted memory in one page that is present; else {@link #NOT_CERTAIN}}
     *
     * @param address first byte
     * @param bytes more than 0
     */
    long reach(long address, int bytes) {
        long position = address + toPosition;
        int inPage = Position.inPage(position);
        if (inPage + bytes > Position.PAGE) {
            return NOT_CERTAIN;
        }
        if ((position & -Position.PAGE) != page) {
            page = position & -Position.PAGE;
            pageAddress = dma.busAddress(translation, page);
            if (!dma.isPresent(pageAddress)) {
                page = NOT_CERTAIN;
                return NOT_CERTAIN;
            }
        }
        return pageAddress + inPage;
    }
}
