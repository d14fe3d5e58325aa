package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.OnDemandRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the driver makes of pages that cannot be had. */
public class OnDemandFaultTest {
    private static final int BYTES = 4 * 4096;

    private final FakeHost host = new FakeHost();
    private final Hca hca = new Hca(HcaConfig.ofIpv4(0x0a000001), new Fabric());
    private final MlxDevice device = MlxDevice.start("mlx5_0", hca, host, new MlxUserProvider());
    private final DriverPd pd = device.allocPd(device.openContext(host, OpenUdata.usual()), Udata.none());
    private final long address = host.allocate((long) BYTES);

    @AfterEach
    void close() {
        hca.close();
    }

    private DriverMr register(AccessFlag... access) {
        return register(BYTES, access);
    }

    private DriverMr register(long bytes, AccessFlag... access) {
        int mask = AccessFlag.mask(access) | AccessFlag.ON_DEMAND.bit();
        KernelBuffer page = host.allocate(4096);
        LedgerCell cell = new LedgerCell(page.segment(), page.offset(), page.busAddress());
        return device.onDemand().regOnDemand(pd, new OnDemandRequest(address, bytes, address, mask, true), cell);
    }

    @Test
    @Provokes(MlxRule.HUGE_PAGES)
    void shouldFailAFaultOfAHugeRegionThatMeetsASmallPage() {
        DriverMr region = register(AccessFlag.HUGETLB);

        VerbsException refused = assertThrows(
                VerbsException.class, () -> device.onDemand().adviseMr(region, MrAdvice.PREFETCH, address, 8));

        assertEquals(MlxRule.HUGE_PAGES, refused.rule());
        device.onDemand().adviseMr(region, MrAdvice.PREFETCH_NO_FAULT, address, 8);
        assertEquals(0, device.regions().statistics(region).get("page_prefetch"));
    }

    @Test
    void shouldLookOnceAtWhatIsInMemoryAlready() {
        DriverMr region = register();

        device.onDemand().adviseMr(region, MrAdvice.PREFETCH_WRITE, address, BYTES);

        assertEquals(0, device.regions().statistics(region).get("page_prefetch"), "the device knew all pages");
    }

    @Test
    void shouldLookAtNoPagesOfALargeRegionThatAreNotInMemory() {
        DriverMr region = register(1L << 44);
        int looks = host.looks();
        assertTrue(looks < 5, looks + " looks");

        device.onDemand().adviseMr(region, MrAdvice.PREFETCH_NO_FAULT, address, 1L << 44);
        assertTrue(host.looks() < looks + 5, host.looks() + " looks");
    }

    @Test
    @Provokes(MlxRule.FAULT_REGION)
    void shouldAnswerAFaultOfARegionThatIsGone() {
        CommandQueue commands = new CommandQueue(hca, host, device);
        commands.start();
        OnDemandOps paging = new OnDemandOps(commands, new Mkeys(commands), host, OdpCapabilities.NONE);
        KernelBuffer page = host.allocate(Eqe.BYTES);
        Eqe.FAULT_MKEY.set(page.segment(), page.offset(), 0x12345678);

        paging.handle(page, page.offset());

        assertEquals(
                MlxRule.FAULT_REGION.id(), host.refusals().getLast().ruleId(), "the QP was told, and the log knows");
    }
}
