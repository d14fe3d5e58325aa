package dev.fenestra.uverbs;

import dev.fenestra.ib.core.kernel.MwQueryResponse;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.MwState.State;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A memory window: an R_Key that can be bound to part of a region, and unbound, without the kernel. Closing it
 * deallocates it, bound or not.
 */
public final class MemoryWindow extends VerbsObject {
    private final ProtectionDomain pd;
    private final UserMw user;

    MemoryWindow(Context context, int handle, ProtectionDomain pd, UserMw user) {
        super(context, handle);
        this.pd = pd;
        this.user = user;
    }

    /** {@return the PD that it was allocated from} */
    public ProtectionDomain pd() {
        return pd;
    }

    /** {@return how it is bound: by a verb or by a request} */
    public MwType type() {
        return user.type();
    }

    /**
     * {@return the present R_Key} Each bind of a type-1 window moves it; that of type 2 is what the program last noted.
     */
    public int rkey() {
        return user.rkey();
    }

    /**
     * Notes the key that a type-2 window was bound with.
     *
     * @param key an R_Key of this window
     */
    public void rkey(int key) {
        user.rkey(key);
    }

    /** {@return the key after the present one, for the next bind of a type-2 window: same index, next tag} */
    public int nextKey() {
        return MemoryKey.next(rkey());
    }

    /**
     * {@return a range of the window as a peer names it, with the present R_Key}
     *
     * @param address as requests of the peer name the first byte
     * @param length bytes
     */
    public RemoteBuffer remote(long address, long length) {
        return new RemoteBuffer(address, length, rkey());
    }

    /**
     * {@return what the device says of it now, binds and invalidates that have been executed included: IBA's Query
     * Memory Window, by a system call}
     */
    public MwState query() {
        checkOpen();
        context().calling("query_mw");
        MwQueryResponse answer = context().kernel().mws().query(handle());
        MwQueryResponse.Binding binding = answer.binding();
        return binding == null ? unbound(answer.rkey()) : bound(answer.rkey(), binding);
    }

    private MwState unbound(int rkey) {
        State state = type() == MwType.TYPE_1 ? State.VALID : State.FREE;
        return new MwState(rkey, type(), state, pd, null, OptionalInt.empty(), 0, 0, Set.of());
    }

    private MwState bound(int rkey, MwQueryResponse.Binding binding) {
        OptionalInt qpNumber = binding.qpNumber() < 0 ? OptionalInt.empty() : OptionalInt.of(binding.qpNumber());
        return new MwState(
                rkey,
                type(),
                State.VALID,
                pd,
                context().find(binding.mr(), MemoryRegion.class),
                qpNumber,
                binding.address(),
                binding.length(),
                AccessFlag.of(binding.access()));
    }

    @Override
    String kind() {
        return "MW";
    }

    @Override
    void destroy() {
        context().calling("ibv_dealloc_mw");
        context().kernel().mws().deallocate(handle());
    }

    UserMw user() {
        return user;
    }
}
