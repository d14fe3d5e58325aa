package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import org.jspecify.annotations.Nullable;

/** A window: type 1 is bound or not; type 2 is Valid, which is bound, or Free. */
final class Window implements Holder {
    private final Domain pd;
    private final MwType type;
    private int key;
    private int noted;
    /** What was noted before. */
    private int before;

    private boolean isLive = true;
    private @Nullable Region region;
    private @Nullable Queue queue;
    private long first;
    private long length;
    private int access;

    Window(Domain pd, MwType type) {
        this.pd = pd;
        this.type = type;
    }

    Domain pd() {
        return pd;
    }

    boolean isType1() {
        return type == MwType.TYPE_1;
    }

    /** The key the device knows; of a free type-2 window the last one. */
    @Override
    public int key() {
        return key;
    }

    void key(int newKey) {
        key = newKey;
        noted = newKey;
    }

    /** The key that the program has noted: it moves when a bind of type 1 is posted, before the device's. */
    int noted() {
        return noted;
    }

    void note(int newKey) {
        before = noted;
        noted = newKey;
    }

    /** A bind gave the window another tag than expected: in the device too, if the bind succeeded. */
    void retag(int newKey) {
        boolean isOther = newKey != before && newKey != noted && MemoryKey.index(newKey) == MemoryKey.index(noted);
        if (isOther) {
            key = key == noted ? newKey : key;
            noted = newKey;
        }
    }

    @Override
    public boolean isLive() {
        return isLive;
    }

    boolean isBound() {
        return region != null;
    }

    @Nullable
    Region region() {
        return region;
    }

    /** The QP a type-2 window is tied to. */
    @Nullable
    Queue queue() {
        return queue;
    }

    int access() {
        return access;
    }

    boolean has(AccessFlag right) {
        return right.in(access);
    }

    @Override
    public long address() {
        return AccessFlag.ZERO_BASED.in(access) ? 0 : first;
    }

    long length() {
        return length;
    }

    /** Whether a range of addresses lies inside: section 4.6, without a sum that can wrap. */
    boolean covers(long requestAddress, long bytes) {
        long offset = requestAddress - address();
        return Long.compareUnsigned(offset, length) <= 0 && Long.compareUnsigned(bytes, length - offset) <= 0;
    }

    /** The region's address for an address of the window. */
    long translate(long requestAddress) {
        return first + (requestAddress - address());
    }

    void bind(Region newRegion, @Nullable Queue newQueue, long newFirst, long newLength, int newAccess) {
        unbind();
        region = newRegion;
        queue = newQueue;
        first = newFirst;
        length = newLength;
        access = newAccess;
        newRegion.bound();
        if (newQueue != null) {
            newQueue.bound();
        }
    }

    void unbind() {
        if (region != null) {
            region.unbound();
            region = null;
        }
        if (queue != null) {
            queue.unbound();
            queue = null;
        }
        length = 0;
    }

    void die() {
        unbind();
        isLive = false;
    }
}
