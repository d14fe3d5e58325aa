package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import java.util.Arrays;

/** Times the registration of 1 GiB, 4,096 mailboxes, through the whole command interface. */
final class RegistrationBench {
    private static final int PAGES = 1 << 18;
    private static final int ROUNDS = 40;

    private RegistrationBench() {}

    public static void main(String[] args) {
        FakeHost host = new FakeHost();
        try (Hca hca = new Hca(HcaConfig.ofIpv4(0x0a000001), new Fabric())) {
            MlxDevice device = MlxDevice.start("mlx5_0", hca, host, new MlxUserProvider());
            Udata udata = OpenUdata.usual();
            DriverContext context = device.openContext(host, udata);
            DriverPd pd = device.allocPd(context, Udata.none());
            KernelBuffer page = host.allocate(1 << PinnedPages.PAGE_SHIFT);
            LedgerCell cell = new LedgerCell(page.segment(), page.offset(), page.busAddress());
            long[] pages = new long[PAGES];
            Arrays.fill(pages, page.busAddress());
            PinnedPages range = new PinnedPages(0, (long) PAGES << PinnedPages.PAGE_SHIFT, pages);
            long[] nanos = new long[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                long before = System.nanoTime();
                DriverMr mr = device.regions().regMr(pd, range, 0, 0, cell);
                nanos[i] = System.nanoTime() - before;
                device.regions().deregMr(mr);
            }
            long first = nanos[0];
            Arrays.sort(nanos);
            System.out.printf(
                    "first %.1f ms, median %.2f ms, best %.2f ms%n",
                    first / 1e6, nanos[ROUNDS / 2] / 1e6, nanos[0] / 1e6);
        }
    }
}
