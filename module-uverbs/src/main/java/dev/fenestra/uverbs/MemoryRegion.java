package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import java.util.Objects;
import java.util.Set;

/** Registered memory: pinned, translated for the device, and reachable by its keys. Closing it deregisters it. */
public final class MemoryRegion extends VerbsObject {
    private final UserMr user;
    private final long virtualAddress;

    MemoryRegion(Context context, int handle, UserMr user, long virtualAddress) {
        super(context, "MR", handle);
        this.user = user;
        this.virtualAddress = virtualAddress;
    }

    public int lkey() {
        return user.lkey();
    }

    public int rkey() {
        return user.rkey();
    }

    /** The address by which work requests name its first byte (iova). */
    public long address() {
        return user.address();
    }

    public long length() {
        return user.length();
    }

    public Set<AccessFlag> access() {
        return AccessFlag.of(user.access());
    }

    /** A part of the region; it must lie inside, else {@link IndexOutOfBoundsException}. */
    public MemorySlice slice(long offset, long length) {
        Objects.checkFromIndexSize(offset, length, length());
        return new MemorySlice(this, address() + offset, length);
    }

    /** The whole region. */
    public MemorySlice all() {
        return slice(0, length());
    }

    /** The whole region as a peer names it, with this region's R_Key. */
    public RemoteBuffer remote() {
        return new RemoteBuffer(address(), length(), rkey());
    }

    @Override
    void destroy() {
        context().calling("ibv_dereg_mr");
        context().kernel().deregMr(handle());
    }

    UserMr user() {
        return user;
    }

    /** Where the program sees the byte that work requests call by this address. */
    long virtualAddress(long wireAddress) {
        return virtualAddress + (wireAddress - address());
    }
}
