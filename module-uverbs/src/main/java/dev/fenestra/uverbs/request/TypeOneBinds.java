package dev.fenestra.uverbs.request;

import dev.fenestra.ib.core.spi.PostChecks;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.uverbs.VerbsObject;
import dev.fenestra.uverbs.VerbsObserver;
import dev.fenestra.uverbs.device.OpenDevice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Posts binds of type-1 windows on one QP. A program calls the QP. */
public final class TypeOneBinds {
    /** What is said of a window that is null. */
    public static final String NO_WINDOW = "the window to bind is null: allocate one with ProtectionDomain.allocMw";

    /** What is said of a range that is null. */
    public static final String NO_RANGE = "the range of the bind is null: take a slice of a region, or unbindMw";

    private final OpenDevice device;
    private final VerbsObject qp;
    private final int qpNumber;
    private final SendQueue queue;

    /**
     * Nothing is posted so far.
     *
     * @param device the opened device of the QP
     * @param qp the QP
     * @param qpNumber its number
     * @param queue its send queue
     */
    @SuppressWarnings("exports")
    public TypeOneBinds(OpenDevice device, VerbsObject qp, int qpNumber, SendQueue queue) {
        this.device = device;
        this.qp = qp;
        this.qpNumber = qpNumber;
        this.queue = queue;
    }

    /**
     * Binds or unbinds a window, signaled.
     *
     * @param wrId the number that the completion carries
     * @param window a type-1 window
     * @param region null, with address and length 0, to unbind
     * @param address of the first byte, as work requests name it
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @throws VerbsException for a window or a region that does not fit; {@link PostException} when the provider
     *     refuses
     */
    public void bind(long wrId, MemoryWindow window, @Nullable UserMr region, long address, long length, int access) {
        qp.checkOpen();
        Objects.requireNonNull(window, NO_WINDOW);
        SpiRule broken = PostChecks.bindMw(window.user(), region, address, length);
        if (broken != null) {
            throw device.logged("ib-core", new VerbsException(broken, text(window)));
        }
        int errno = post(wrId, SendFlag.SIGNALED, window, region, address, length, access);
        if (errno != 0) {
            Rule named = queue.refusedBy();
            throw PostException.by(
                    device,
                    qp,
                    errno,
                    named,
                    0,
                    wrId,
                    text(window) + String.format(", address=0x%x, length=%d", address, length));
        }
    }

    /**
     * Binds or unbinds a window that fits, without allocation.
     *
     * @param wrId the number that the completion carries
     * @param flags bits of {@link SendFlag}
     * @param window a type-1 window
     * @param region null, with address and length 0, to unbind
     * @param address of the first byte, as work requests name it
     * @param length bytes
     * @param access mask of {@link dev.fenestra.ib.core.vocabulary.AccessFlag}
     * @return 0 or an errno
     */
    public int post(
            long wrId, int flags, MemoryWindow window, @Nullable UserMr region, long address, long length, int access) {
        VerbsObserver[] observers = device.observers();
        if (observers.length == 0) {
            return queue.bindType1(wrId, flags, window.user(), region, address, length, access);
        }
        SendList.Entry bind = new SendList().add(wrId, WrOpcode.BIND_MW, flags);
        bind.mw = window.user();
        bind.mr = region;
        bind.bindAddress = address;
        bind.bindLength = length;
        bind.bindAccess = access;
        Runnable posted = () -> tell(bind, observers);
        return queue.bindType1(wrId, flags, window.user(), region, address, length, access, posted);
    }

    private void tell(SendList.Entry bind, VerbsObserver... observers) {
        for (VerbsObserver observer : observers) {
            observer.posted(qpNumber, bind);
        }
    }

    private static String text(MemoryWindow window) {
        return window.name() + " type=" + window.type() + ", key=" + MemoryKey.text(window.rkey());
    }
}
