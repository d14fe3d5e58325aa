package dev.fenestra.hw.sim.engine.protection;

/**
 * What one key grants, and where the last page lies that was reached by it. It holds as long as nothing else executes:
 * for the requests of one burst.
 */
public final class KnownKey {
    /** In place of a bus address: an access does not lie in one page. */
    public static final long NOT_CERTAIN = -1;

    private final KeyChecks keys;
    private final Dma dma;
    private final Grant grant;
    private boolean isKnown;
    private int key;
    private long start;
    private long length;
    private int translation;
    /** What turns an address into a {@link Position}. */
    private long toPosition;

    /** Position of the page reached last. */
    private long page;

    private long pageAddress;

    public KnownKey(Protection protection, Use use) {
        keys = protection.keys;
        dma = protection.dma;
        grant = new Grant(use);
    }

    /** Begins a burst: nothing is known. */
    public void forget() {
        isKnown = false;
        page = NOT_CERTAIN;
    }

    /** Whether an access is granted by what is known already. */
    public boolean grants(int wanted, long address, int bytes) {
        return isKnown && key == wanted && Mkey.fits(address - start, bytes, length);
    }

    /**
     * Checks the key of a request's data. False when it does not grant it, or leads elsewhere than to one pinned
     * region.
     */
    public boolean learnLocal(QpView qp, int lkey, long address, int bytes) {
        return keys.local(qp.pd(), lkey, address, bytes, grant) == null && learn(lkey, address);
    }

    /**
     * Checks the key of a peer's WRITE. False when it does not grant it, or leads elsewhere than to one pinned region.
     */
    public boolean learnRemoteWrite(QpView qp, int rkey, long address, int bytes) {
        return keys.remote(qp, rkey, address, bytes, Rights.REMOTE_WRITE, bytes, grant) == null && learn(rkey, address);
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

    /** The bus address of memory that is granted, if it lies in one page; else {@link #NOT_CERTAIN}. */
    public long reach(long address, int bytes) {
        long position = address + toPosition;
        int inPage = Position.inPage(position);
        if (inPage + bytes > Position.PAGE) {
            return NOT_CERTAIN;
        }
        if ((position & -Position.PAGE) != page) {
            page = position & -Position.PAGE;
            pageAddress = dma.busAddress(translation, page);
        }
        return pageAddress + inPage;
    }
}
