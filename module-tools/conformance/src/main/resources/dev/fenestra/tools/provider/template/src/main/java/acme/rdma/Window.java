package acme.rdma;

import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A memory window. A free type-2 window still knows the last key it had. */
final class Window extends KeyEntry implements DriverMw {
    private static final int RIGHTS = AccessFlag.mask(
            AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC, AccessFlag.ZERO_BASED);

    private final MwType type;
    private @Nullable Region region;
    private @Nullable Qp qp;
    private long start;
    private long length;
    private long offset;
    private int access;

    Window(Pd pd, MwType type) {
        super(pd);
        this.type = type;
    }

    @Override
    public int rkey() {
        return key();
    }

    MwType type() {
        return type;
    }

    boolean isBound() {
        return region != null;
    }

    /** The region behind a bound window. */
    Region region() {
        return Objects.requireNonNull(region);
    }

    /** Type 2 answers only to the QP that bound it: that very QP, not another that got its number later. */
    boolean isBoundThrough(Qp other) {
        return qp == other;
    }

    boolean grants(AccessFlag right) {
        return right.in(access);
    }

    boolean covers(long address, long bytes) {
        return fits(address - start, bytes, length);
    }

    @Override
    String extent() {
        return isBound() ? String.format("window 0x%x+%d", start, length) : "window, not bound";
    }

    /** Where an address of the window lies in its region. */
    long offsetOf(long address) {
        return offset + (address - start);
    }

    void bind(Region to, Qp through, long address, long bytes, int rights) {
        release();
        region = to;
        qp = type == MwType.TYPE_2 ? through : null;
        access = rights & RIGHTS;
        start = AccessFlag.ZERO_BASED.in(rights) ? 0 : address;
        length = bytes;
        offset = to.offsetOf(address);
        to.bound(1);
    }

    /** Takes it off its region, if it is bound to one. */
    void release() {
        if (region != null) {
            region.bound(-1);
            region = null;
            qp = null;
        }
    }

    /** The QP it is tied to, -1 for none. */
    int qpNumber() {
        return qp == null ? -1 : qp.number();
    }

    WindowState state() {
        return new WindowState(
                key(),
                region == null ? null : new WindowState.Binding(region.lkey(), qpNumber(), start, length, access));
    }
}
