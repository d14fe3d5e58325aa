package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.core.KeyControl;
import dev.fenestra.hw.sim.core.RegionSpec;
import dev.fenestra.hw.sim.core.WindowView;
import dev.fenestra.hw.sim.prm.MkeyContext;
import dev.fenestra.hw.sim.prm.ModifyMkey;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RegionChange;
import dev.fenestra.ib.core.spi.WindowHolder;
import dev.fenestra.ib.core.spi.WindowState;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.ReregFlag;
import java.util.List;

/** Regions and windows. */
final class Keys {
    private static final int REMOTE = AccessFlag.mask(
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.FLUSH_GLOBAL,
            AccessFlag.FLUSH_PERSISTENT);

    private final CardCalls calls;
    private final KeyControl control;

    Keys(CardCalls calls) {
        this.calls = calls;
        control = calls.core().keys();
    }

    SlateKey register(SlatePd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        RegionSpec region = region(pd, pages, iova, access, bound);
        return new SlateKey(calls.number(() -> control.register(region)));
    }

    SlateKey change(SlateKey region, RegionChange change) {
        RegionSpec next = region((SlatePd) change.pd(), change.pages(), change.iova(), change.access(), change.bound());
        int changes = changes(change.changes());
        return new SlateKey(calls.number(() -> control.change(region.key(), changes, next)));
    }

    private static RegionSpec region(SlatePd pd, PinnedPages pages, long iova, int access, LedgerCell bound) {
        return new RegionSpec(
                pd.number(),
                iova,
                pages.length(),
                Rights.toEngine(access),
                AccessFlag.MW_BIND.in(access),
                AccessFlag.ZERO_BASED.in(access),
                pages.busAddresses(),
                bound.busAddress());
    }

    private static int changes(int flags) {
        return ((flags & ReregFlag.CHANGE_TRANSLATION) != 0 ? ModifyMkey.TRANSLATION : 0)
                | ((flags & ReregFlag.CHANGE_PD) != 0 ? ModifyMkey.PD : 0)
                | ((flags & ReregFlag.CHANGE_ACCESS) != 0 ? ModifyMkey.ACCESS : 0);
    }

    SlateKey allocateWindow(SlatePd pd, MwType type) {
        return new SlateKey(calls.number(() -> control.allocWindow(pd.number(), type == MwType.TYPE_2)));
    }

    void destroy(int key) {
        calls.number(() -> control.destroy(key));
    }

    WindowState query(SlateKey window) {
        WindowView seen = calls.ask(() -> control.window(window.key()));
        return new WindowState(seen.rkey(), seen.isBound() ? binding(seen) : null);
    }

    private static WindowState.Binding binding(WindowView seen) {
        boolean zeroBased = seen.start() != seen.address();
        int access = Rights.fromEngine(seen.rights()) & REMOTE | (zeroBased ? AccessFlag.ZERO_BASED.bit() : 0);
        return new WindowState.Binding(seen.lkey(), qpNumber(seen), seen.start(), seen.length(), access);
    }

    /** The windows bound to a region. */
    List<WindowHolder> boundTo(int region) {
        return calls.ask(() -> control.windowsOf(region)).stream()
                .map(window -> new WindowHolder(window.rkey(), qpNumber(window)))
                .toList();
    }

    private static int qpNumber(WindowView window) {
        return window.qpn() == MkeyContext.ANY_QPN ? -1 : window.qpn();
    }
}
