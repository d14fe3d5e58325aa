package dev.fenestra.uverbs.memory;

import dev.fenestra.ib.core.kernel.MwQueryResponse;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.MwState.State;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A memory window: an R_Key that the program binds to a part of a region, and unbinds, without the kernel. Closing it
 * deallocates it, whether it is bound or not.
 */
public final class MemoryWindow extends VerbsObject {
    private final OpenDevice device;
    private final Pd pd;
    private final UserMw user;

    MemoryWindow(OpenDevice device, int handle, Pd pd, UserMw user) {
        super(device, "MW", handle);
        this.device = device;
        this.pd = pd;
        this.user = user;
    }

    /** {@return the PD that it was allocated from} */
    public Pd pd() {
        return pd;
    }

    /** {@return its type: a verb binds type 1, a request binds type 2} */
    public MwType type() {
        return user.type();
    }

    /**
     * {@return the present R_Key} Each bind of a type-1 window changes it. For type 2 it is the key that the program
     * noted last.
     */
    public int rkey() {
        return user.rkey();
    }

    /**
     * Notes the key of the last bind of a type-2 window.
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
     * {@return its state in the device after all binds and invalidates that were executed (IBA Query Memory Window)} A
     * system call.
     */
    public MwState query() {
        checkOpen();
        device.calling("query_mw", this);
        MwQueryResponse answer = device.kernel().mws().query(handle());
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
                device.find(binding.mr(), MemoryRegion.class),
                qpNumber,
                binding.address(),
                binding.length(),
                AccessFlag.of(binding.access()));
    }

    @Override
    protected String details() {
        return String.format("key=%s, %s, %s", MemoryKey.text(rkey()), type(), pd.name());
    }

    @Override
    protected void destroy() {
        device.calling("ibv_dealloc_mw", this);
        device.kernel().mws().deallocate(handle());
        user.state().destroyed();
    }

    /** {@return what the provider knows of it} */
    public UserMw user() {
        return user;
    }
}
