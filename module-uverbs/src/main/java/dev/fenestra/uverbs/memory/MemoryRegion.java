package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.kernel.MrResponse;
import dev.fenestra.ib.core.spi.UserFastMr;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.device.ForkGuard;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.device.VerbArguments;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Registered memory: pinned or paged on demand, translated for the device, and reachable with its keys. Closing it
 * deregisters it.
 *
 * <p>{@link #type} tells the kinds of regions apart. For a fast-register region, this object describes what the last
 * posted {@code RegisterMr} asks for.
 */
public final class MemoryRegion extends VerbsObject {
    private final OpenDevice device;
    private final @Nullable UserFastMr fast;
    private volatile @Nullable Memory owned;
    private volatile @Nullable Buf buffer;
    private volatile Registration registration;

    /**
     * The present registration.
     *
     * @param pd its PD
     * @param user its part for the data path
     * @param virtualAddress of the first byte in the program
     */
    record Registration(Pd pd, UserMr user, long virtualAddress) {}

    MemoryRegion(OpenDevice device, int handle, Registration registration) {
        this(device, handle, registration, null);
    }

    /**
     * @param fast of a fast-register region; null for others
     */
    MemoryRegion(OpenDevice device, int handle, Registration registration, @Nullable UserFastMr fast) {
        super(device, "MR", handle);
        this.device = device;
        this.fast = fast;
        this.registration = registration;
    }

    /** {@return the PD that it belongs to at present} */
    public Pd pd() {
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

    /** {@return the address of its first byte in work requests (iova)} */
    public long address() {
        return user().address();
    }

    /** {@return its length in bytes, unsigned; 2^64-1 for a null region and for a region of the whole address space} */
    public long length() {
        return user().length();
    }

    /** {@return its rights} */
    public Set<AccessFlag> access() {
        return AccessFlag.of(user().access());
    }

    /** {@return its kind} */
    public MrType type() {
        return user().type();
    }

    /**
     * {@return the memory that was allocated for it, by {@code ProtectionDomain.allocateMr}; empty for other regions}
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
     * Changes the registration under the same handle ({@code ibv_rereg_mr}). A request that was posted before and is
     * executed after it uses the new registration. The device may change the keys, so read them again.
     *
     * @param flags bits of {@link ReregFlag}, which name what changes
     * @param pd with CHANGE_PD, its new PD
     * @param memory with CHANGE_TRANSLATION, its new memory, under its virtual address or from 0 with ZERO_BASED
     * @param offset of the first byte in the memory
     * @param length bytes
     * @param access with CHANGE_ACCESS: mask of {@link AccessFlag}; else 0
     * @throws ReregException with the code that {@code ibv_rereg_mr} returns; the region must still be closed
     */
    public synchronized void rereg(
            int flags, @Nullable Pd pd, @Nullable Memory memory, long offset, long length, int access) {
        checkOpen();
        if (pd != null) {
            checkUsable(pd);
        }
        device.calling(
                "ibv_rereg_mr",
                () -> VerbArguments.object(handle())
                        .hex("flags", flags)
                        .with("length", length)
                        .access(access));
        Rereg asked = possible(new Rereg(flags, pd, memory, offset, length, access));
        Registration old = registration;
        Registration wanted = asked.of(old);
        checkUsable(wanted.pd());
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
        tellChanged();
    }

    private Rereg possible(Rereg asked) {
        VerbsRule broken = type() == MrType.MR ? asked.broken() : VerbsRule.REREG_TYPE;
        if (broken != null) {
            throw device.logged("uverbs", new ReregException(broken, name() + ": " + asked));
        }
        return asked;
    }

    private void tellChanged() {
        for (VerbsObserver observer : device.observers()) {
            observer.changed(this);
        }
    }

    private void checkUsable(Pd pd) {
        pd.checkOpen();
        device.checkOwn(pd.handle(), pd, " is not of the context of " + name());
    }

    private ForkGuard guard() {
        return device.guard();
    }

    /** A call of {@link ForkGuard}. */
    private interface Guarding {
        void guard(long address, long length);
    }

    /**
     * Hides pinned pages from children, or lets them inherit the pages again. A refusal ends the rereg with its own
     * error.
     */
    private void forking(ReregError error, Registration range, Guarding guarding) {
        if (AccessFlag.ON_DEMAND.in(range.user().access())) {
            return;
        }
        try {
            guarding.guard(range.virtualAddress(), range.user().length());
        } catch (VerbsException refused) {
            throw device.logged("uverbs", new ReregException(error, refused));
        }
    }

    /**
     * {@link #rereg} of the rights alone.
     *
     * @param access all new rights of the region
     */
    public void changeAccess(AccessFlag... access) {
        rereg(ReregFlag.CHANGE_ACCESS, null, null, 0, 0, AccessFlag.mask(access));
    }

    /**
     * {@link #rereg} of the PD alone.
     *
     * @param pd the new PD of the region
     */
    public void changePd(Pd pd) {
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
    protected String details() {
        UserMr now = user();
        return String.format(
                "key=%s, range=0x%x+0x%x, access=%s, %s",
                MemoryKey.text(now.rkey()), now.address(), now.length(), access(), pd().name());
    }

    @Override
    protected void destroy() {
        if (type() == MrType.NULL_MR || type() == MrType.IMPORTED) {
            return;
        }
        device.calling("ibv_dereg_mr", this);
        device.kernel().mrs().deregister(handle());
        for (VerbsObserver observer : device.observers()) {
            observer.deregistered(this);
        }
        user().state().destroyed();
        letGo();
        if (fast != null) {
            fast.destroyed();
        }
        freeOwned();
    }

    /**
     * Children inherit the pages again. Unmapped pages are ignored, as ibv_dereg_mr ignores them.
     */
    private void letGo() {
        boolean guarded = type() == MrType.MR || type() == MrType.PEER;
        if (guarded && !AccessFlag.ON_DEMAND.in(user().access())) {
            guard().forget(registration.virtualAddress(), user().length());
        }
    }

    /** Frees the memory together with the region. */
    void owns(Memory memory) {
        owned = memory;
    }

    /** Holds the buffer under the region until the region is gone. */
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

    /** {@return the provider's part of a fast-register region; null for other regions} */
    public @Nullable UserFastMr fast() {
        return fast;
    }

    /**
     * Takes over what a posted REG_MR request asks for. A program posts the request.
     *
     * @param newKey its L_Key and R_Key from now on
     * @param iova address of the first byte in requests
     * @param length bytes
     * @param access mask of {@link AccessFlag}
     * @param virtualAddress of the first byte in the program; 0 when its pages are in another order there
     */
    public synchronized void registered(int newKey, long iova, long length, int access, long virtualAddress) {
        int pd = registration.user().pd();
        UserMr user = new UserMr(newKey, newKey, pd, iova, length, access, MrType.FAST_REG);
        registration = new Registration(registration.pd(), user, virtualAddress);
        tellChanged();
    }

    /** {@return what the provider knows of it at present} */
    public UserMr user() {
        return registration.user();
    }

    /** The virtual address of the byte at this address of work requests. */
    long virtualAddress(long wireAddress) {
        Registration now = registration;
        return now.virtualAddress() + (wireAddress - now.user().address());
    }

    private Registration reregistered(int flags, Registration wanted) {
        UserMr user = wanted.user();
        MrResponse keys = device.kernel()
                .mrs()
                .change(
                        handle(),
                        flags,
                        wanted.virtualAddress(),
                        user.length(),
                        user.address(),
                        user.access(),
                        user.pd());
        return new Registration(wanted.pd(), user.withKeys(keys.lkey(), keys.rkey()), wanted.virtualAddress());
    }
}
