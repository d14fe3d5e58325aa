package dev.fenestra.vendor.common.kernel;

import dev.fenestra.hw.sim.hca.core.KeyControl;
import dev.fenestra.hw.sim.hca.core.WindowView;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverMw;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowOperations;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.vendor.common.CardRule;
import java.util.List;

/** Windows. */
final class Windows implements WindowOperations {
    private static final int REMOTE = AccessFlag.mask(
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.FLUSH_GLOBAL,
            AccessFlag.FLUSH_PERSISTENT);

    private final CardCalls calls;
    private final KeyControl control;

    Windows(CardCalls calls) {
        this.calls = calls;
        control = calls.core().keys();
    }

    @Override
    public RdmaDevice device() {
        return calls.device();
    }

    @Override
    public DriverMw allocMw(DriverPd pd, MwType type) {
        if (type == MwType.TYPE_2 && calls.device().attributes().memoryWindows() == MemoryWindows.TYPE_1) {
            throw calls.rules().refused(CardRule.OPERATION, "type=" + type);
        }
        return new CardKey(calls.number(() -> control.allocWindow(CardPd.of(pd).number(), type == MwType.TYPE_2)));
    }

    @Override
    public void deallocMw(DriverMw mw) {
        calls.number(() -> control.destroy(mw.rkey()));
    }

    @Override
    public WindowState queryMw(DriverMw window) {
        WindowView seen = calls.ask(() -> control.window(window.rkey()));
        return new WindowState(seen.rkey(), seen.isBound() ? binding(seen) : null);
    }

    private static WindowState.Binding binding(WindowView seen) {
        boolean zeroBased = seen.start() != seen.address();
        int access = AccessBits.fromEngine(seen.rights()) & REMOTE | (zeroBased ? AccessFlag.ZERO_BASED.bit() : 0);
        return new WindowState.Binding(seen.lkey(), qpNumber(seen), seen.start(), seen.length(), access);
    }

    @Override
    public List<WindowHolder> windowsOf(DriverMr region) {
        return calls.ask(() -> control.windowsOf(region.lkey())).stream()
                .map(window -> new WindowHolder(window.rkey(), qpNumber(window)))
                .toList();
    }

    private static int qpNumber(WindowView window) {
        return window.qpn() == MkeyContext.ANY_QPN ? -1 : window.qpn();
    }
}
