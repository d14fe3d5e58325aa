package acme.rdma;

import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserProvider;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.util.List;
import java.util.Set;

/**
 * The kernel half: one method for each verb of the control path. Handles, rights and reference counts are checked
 * already. What it does not override, such as re-registration, answers EOPNOTSUPP.
 */
final class AcmeDevice implements RdmaDevice {
    private static final int VENDOR = 0xacce;
    private static final int MANY = 1 << 14;
    private static final long MAX_REGION_BYTES = 1L << 40;

    private final String name;
    private final Card card;
    private final Wire wire;
    private final SharedMemory shared = new SharedMemory();

    AcmeDevice(String name, Card card) {
        this.name = name;
        this.card = card;
        wire = card.wire();
    }

    @Override
    public String name() {
        return name;
    }

    /** What is announced here must be true: the conformance kit runs every case that these capabilities allow. */
    @Override
    public DeviceAttributes attributes() {
        return new DeviceAttributes(
                VENDOR,
                1,
                MANY,
                1024,
                16,
                MANY,
                MANY,
                MANY,
                MANY,
                MANY,
                16,
                Work.MAX_INLINE,
                Message.MAX_BYTES,
                MAX_REGION_BYTES,
                1L << PinnedPages.PAGE_SHIFT,
                AtomicCapability.NONE,
                1,
                1,
                Set.of(QpType.RC),
                Set.of(),
                MemoryWindows.TYPE_1_AND_2B,
                SrqLimits.NONE);
    }

    @Override
    public Gid gid(int index) {
        if (index != 0) {
            throw new VerbsException(AcmeRule.GID, "index=" + index);
        }
        return card.gid();
    }

    @Override
    public UserProvider userProvider() {
        return new UserHalf(shared);
    }

    private record Context() implements DriverContext {}

    @Override
    public DriverContext openContext(AddressSpace memory, Udata udata) {
        return new Context();
    }

    @Override
    public void closeContext(DriverContext context) {}

    @Override
    public DriverPd allocPd(DriverContext context, Udata udata) {
        return new Pd();
    }

    @Override
    public void deallocPd(DriverPd pd) {}

    @Override
    public DriverMr regMr(DriverPd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        synchronized (wire) {
            Region region = new Region((Pd) pd, pages, iova, access, bound);
            card.keys().add(region);
            return region;
        }
    }

    @Override
    public void deregMr(DriverMr mr) {
        synchronized (wire) {
            Region region = (Region) mr;
            // The kernel has looked at its ledger; a bind may have come in between, so the card decides.
            if (region.bound() > 0) {
                throw new VerbsException(AcmeRule.D1, "bound windows=" + region.bound());
            }
            card.keys().remove(region);
        }
    }

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        synchronized (wire) {
            Window window = new Window((Pd) pd, type);
            card.keys().add(window);
            return window;
        }
    }

    @Override
    public void deallocMw(DriverMw mw) {
        synchronized (wire) {
            Window window = (Window) mw;
            window.release();
            card.keys().remove(window);
        }
    }

    @Override
    public WindowState queryMw(DriverMw mw) {
        synchronized (wire) {
            return ((Window) mw).state();
        }
    }

    @Override
    public List<WindowHolder> windowsOf(DriverMr mr) {
        synchronized (wire) {
            return card.keys().windowsOf((Region) mr).stream()
                    .map(window -> new WindowHolder(window.key(), window.qpNumber()))
                    .toList();
        }
    }

    @Override
    public DriverCq createCq(DriverContext context, int cqe, Udata udata) {
        return shared.take(udata, Cq.class);
    }

    @Override
    public void destroyCq(DriverCq cq) {}

    @Override
    public DriverQp createQp(DriverPd pd, QpRequest request, Udata udata) {
        UserQueues queues = shared.take(udata, UserQueues.class);
        synchronized (wire) {
            Qp qp = new Qp(card.nextQpNumber(), (Pd) pd, request, queues.sends(), queues.receives());
            card.qps().add(qp);
            return qp;
        }
    }

    @Override
    public QpState queryQpState(DriverQp qp) {
        synchronized (wire) {
            return ((Qp) qp).state();
        }
    }

    @Override
    public void modifyQp(DriverQp qp, QpState from, QpAttributes attributes) {
        synchronized (wire) {
            ((Qp) qp).apply(attributes);
        }
    }

    /** Type-2B windows that were bound through it stay bound, and open to nobody. */
    @Override
    public void destroyQp(DriverQp qp) {
        synchronized (wire) {
            card.qps().remove((Qp) qp);
        }
    }

    @Override
    public void progress() {
        wire.run();
    }

    @Override
    public void progressUntil(long limitNanos) {
        wire.runUntil(limitNanos);
    }

    @Override
    public long now() {
        return wire.now();
    }
}
