package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.spi.UserFastMr;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Registered memory: pinned or paged on demand, translated for the device, and reachable by its keys. Closing it
 * deregisters it.
 *
 * <p>Other kinds have a {@link #type} of their own. What this object says of a fast-register region is what the last
 * {@link RegisterMr} that was posted asks for.
 */
public final class MemoryRegion extends VerbsObject {
    private final @Nullable UserFastMr fast;
    private volatile @Nullable Memory owned;
    private volatile @Nullable Buf buffer;
    private volatile Registration registration;

    /**
     * What is registered at present.
     *
     * @param pd it belongs to
     * @param user what the data path knows of it
     * @param virtualAddress where the program sees the first byte
     */
    record Registration(ProtectionDomain pd, UserMr user, long virtualAddress) {}

    MemoryRegion(Context context, int handle, Registration registration) {
        this(context, handle, registration, null);
    }

    /**
     * @param fast of a fast-register region; null for others
     */
    MemoryRegion(Context context, int handle, Registration registration, @Nullable UserFastMr fast) {
        super(context, handle);
        this.fast = fast;
        this.registration = registration;
    }

    /** {@return the PD that it belongs to at present} */
    public ProtectionDomain pd() {
        return registration.pd();
    }

    /** {@return the key by which requests of this host name it} */
    public int lkey() {
        return user().lkey();
    }

    /** {@return the key by which requests of peers name it} */
    public int rkey() {
        return user().rkey();
    }

    /** {@return the address by which work requests name its first byte (iova)} */
    public long address() {
        return user().address();
    }

    /** {@return bytes; 2^64-1, as an unsigned number, of a null region and of one of the whole address space} */
    public long length() {
        return user().length();
    }

    /** {@return its rights} */
    public Set<AccessFlag> access() {
        return AccessFlag.of(user().access());
    }

    /** {@return what it is made of} */
    public MrType type() {
        return user().type();
    }

    /**
     * {@return the memory that was allocated for it, by {@link ProtectionDomain#allocateMr}; empty for other regions}
     */
    public Optional<Memory> memory() {
        return Optional.ofNullable(owned);
    }

    /**
     * {@return a part of the region; it must lie inside, else {@link IndexOutOfBoundsException}}
     *
     * @param offset bytes from the beginning
     * @param length bytes
     */
    public MemorySlice slice(long offset, long length) {
        UserMr now = user();
        Objects.checkFromIndexSize(offset, length, now.length() < 0 ? Long.MAX_VALUE : now.length());
        return new MemorySlice(this, now.address() + offset, length);
    }

    /** {@return the whole region} */
    public MemorySlice all() {
        return slice(0, length());
    }

    /** {@return the whole region as a peer names it, with this region's R_Key} */
    public RemoteBuffer remote() {
        UserMr now = user();
        return new RemoteBuffer(now.address(), now.length(), now.rkey());
    }

    /**
     * Registers it anew under the same handle ({@code ibv_rereg_mr}). Requests posted before and executed after go by
     * what holds then. The keys stay where the device can keep them: read them again.
     *
     * @param flags bits of {@link ReregFlag}; what they do not name stays as it is
     * @param pd with CHANGE_PD: where it belongs from now on
     * @param memory with CHANGE_TRANSLATION: what it covers from now on, under its virtual address or from 0 with
     *     ZERO_BASED
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access with CHANGE_ACCESS: mask of {@link AccessFlag}; else 0
     * @throws ReregException with the code that {@code ibv_rereg_mr} returns; the region must still be closed
     */
    public synchronized void rereg(
            int flags, @Nullable ProtectionDomain pd, @Nullable Memory memory, long offset, long length, int access) {
        checkOpen();
        if (pd != null) {
            checkUsable(pd);
        }
        context().calling("ibv_rereg_mr");
        Rereg asked = new Rereg(flags, pd, memory, offset, length, access);
        VerbsRule broken = type() == MrType.MR ? asked.broken() : VerbsRule.REREG_TYPE;
        if (broken != null) {
            throw context().logged("uverbs", new ReregException(broken, this + ": " + asked));
        }
        Registration old = registration;
        Registration wanted = asked.of(old);
        boolean moves = (flags & ReregFlag.CHANGE_TRANSLATION) != 0;
        if (moves) {
            forking(ReregError.ERR_DONT_FORK_NEW, wanted, guard()::guard);
        }
        try {
            registration = reregistered(flags, wanted);
        } catch (VerbsException refused) {
            if (moves) {
                forking(ReregError.ERR_CMD_AND_DO_FORK_NEW, wanted, guard()::release);
            }
            throw new ReregException(ReregError.ERR_CMD, refused);
        }
        if (moves) {
            try {
                forking(ReregError.ERR_DO_FORK_OLD, old, guard()::release);
            } finally {
                freeOwned();
            }
        }
    }

    private ForkGuard guard() {
        return context().process().guard();
    }

    /** What {@link ForkGuard} does with a range. */
    private interface Guarding {
        void guard(long address, long length);
    }

    /**
     * Keeps what is pinned from children, or gives it to them again; a refusal ends the rereg with an error of its own.
     */
    private void forking(ReregError error, Registration range, Guarding guarding) {
        if (AccessFlag.ON_DEMAND.in(range.user().access())) {
            return;
        }
        try {
            guarding.guard(range.virtualAddress(), range.user().length());
        } catch (VerbsException refused) {
            throw context().logged("uverbs", new ReregException(error, refused));
        }
    }

    /**
     * {@link #rereg} of the rights alone.
     *
     * @param access all rights that the region has from now on
     */
    public void changeAccess(AccessFlag... access) {
        rereg(ReregFlag.CHANGE_ACCESS, null, null, 0, 0, AccessFlag.mask(access));
    }

    /**
     * {@link #rereg} of the PD alone.
     *
     * @param pd the PD that the region belongs to from now on
     */
    public void changePd(ProtectionDomain pd) {
        rereg(ReregFlag.CHANGE_PD, pd, null, 0, 0, 0);
    }

    /**
     * {@link #rereg} of the memory alone.
     *
     * @param memory memory of the program
     * @param offset bytes from the beginning
     * @param length bytes
     */
    public void changeTranslation(Memory memory, long offset, long length) {
        rereg(ReregFlag.CHANGE_TRANSLATION, null, memory, offset, length, 0);
    }

    @Override
    String kind() {
        return "MR";
    }

    @Override
    void destroy() {
        if (type() == MrType.NULL_MR || type() == MrType.IMPORTED) {
            return;
        }
        context().calling("ibv_dereg_mr");
        context().kernel().mrs().deregister(handle());
        letGo();
        if (fast != null) {
            fast.destroyed();
        }
        freeOwned();
    }

    /**
     * Children get the pages again; where they are unmapped there is nothing to get, and ibv_dereg_mr does not say so
     * either.
     */
    private void letGo() {
        boolean guarded = type() == MrType.MR || type() == MrType.PEER;
        if (guarded && !AccessFlag.ON_DEMAND.in(user().access())) {
            guard().forget(registration.virtualAddress(), user().length());
        }
    }

    /** The memory goes with the region. */
    void owns(Memory memory) {
        owned = memory;
    }

    /** It is registered over a buffer, which is held while it is. */
    void holds(Buf held) {
        buffer = held;
    }

    private void freeOwned() {
        Buf held = buffer;
        if (held != null) {
            buffer = null;
            held.release();
        }
        Memory gone = owned;
        if (gone != null) {
            owned = null;
            gone.free();
        }
    }

    /** What its provider needs to register it fast; null when it is no such region. */
    @Nullable
    UserFastMr fast() {
        return fast;
    }

    /** A REG_MR request was posted. */
    synchronized void registered(RegisterMr posted) {
        int access = AccessFlag.mask(posted.access().toArray(AccessFlag[]::new));
        UserMr user = new UserMr(
                posted.newKey(),
                posted.newKey(),
                registration.user().pd(),
                posted.iova(),
                posted.length(),
                access,
                MrType.FAST_REG);
        registration = new Registration(registration.pd(), user, posted.virtualAddress());
    }

    UserMr user() {
        return registration.user();
    }

    /** Where the program sees the byte that work requests call by this address. */
    long virtualAddress(long wireAddress) {
        Registration now = registration;
        return now.virtualAddress() + (wireAddress - now.user().address());
    }

    private Registration reregistered(int flags, Registration wanted) {
        UserMr user = wanted.user();
        MrResponse keys = context()
                .kernel()
                .mrs()
                .change(
                        handle(),
                        flags,
                        wanted.virtualAddress(),
                        user.length(),
                        user.address(),
                        user.access(),
                        user.pd());
        return new Registration(
                wanted.pd(),
                new UserMr(keys.lkey(), keys.rkey(), user.pd(), user.address(), user.length(), user.access()),
                wanted.virtualAddress());
    }
}
