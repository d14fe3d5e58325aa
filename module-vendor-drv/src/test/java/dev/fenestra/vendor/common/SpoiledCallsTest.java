package dev.fenestra.vendor.common;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.DriverAh;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverMr;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PendingSrq;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.efa.EfaDriver;
import dev.fenestra.vendor.efa.kernel.EfaHalf;
import dev.fenestra.vendor.hns.HnsDriver;
import dev.fenestra.vendor.hns.kernel.HnsHalf;
import dev.fenestra.vendor.irdma.IrdmaDriver;
import dev.fenestra.vendor.irdma.kernel.IrdmaHalf;
import dev.fenestra.vendor.mlx4.Mlx4Driver;
import dev.fenestra.vendor.mlx4.kernel.Mlx4Half;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program says whatever it likes in the bytes of its calls and in its registers. */
class SpoiledCallsTest {
    private static final int CALLS = Boolean.getBoolean("fenestra.long") ? 100_000 : 2_000;
    private static final int STORES = Boolean.getBoolean("fenestra.long") ? 1_000_000 : 10_000;
    private static final int BYTES = 1 << 20;

    private final Random random = new Random(44);

    private static CardHost host(String vendor) {
        return switch (vendor) {
            case "efa" -> new CardHost(new EfaDriver(), EfaHalf.LIMITS);
            case "mlx4" -> new CardHost(new Mlx4Driver(), Mlx4Half.LIMITS);
            case "hns" -> new CardHost(new HnsDriver(), HnsHalf.LIMITS);
            case "irdma" -> new CardHost(new IrdmaDriver(), IrdmaHalf.LIMITS);
            default -> new CardHost();
        };
    }

    /** Objects of a process that are as they should be. */
    private static final class Good {
        private final CardHost host;
        private final long memory;
        private final LedgerCell cell;
        private final DriverPd pd;
        private final DriverCq cq;
        /** Null on a card without SRQs. */
        private final @Nullable DriverSrq srq;

        Good(CardHost host) {
            this.host = host;
            memory = host.allocate(BYTES);
            KernelBuffer ledger = host.kernel().allocate(64);
            cell = new LedgerCell(ledger.segment(), ledger.offset(), ledger.busAddress());
            pd = host.device.allocPd(host.context, Udata.ofBytes(0, 8));
            Pending<UserCq> preparedCq = host.user.prepareCq(3);
            cq = host.device.completions().createCq(host.context, 3, preparedCq.udata());
            srq = host.device.attributes().srqs().maxSrq() == 0 ? null : srq();
        }

        private DriverSrq srq() {
            PendingSrq preparedSrq = host.user.prepareSrq(new SrqCapacity(3, 1));
            SrqRequest request = new SrqRequest(preparedSrq.layout(), 0);
            return host.device.sharedReceives().createSrq(pd, request, preparedSrq.udata());
        }

        void end() {
            if (srq != null) {
                host.device.sharedReceives().destroySrq(srq);
            }
            host.device.completions().destroyCq(cq);
            host.device.deallocPd(pd);
        }
    }

    private Udata spoiled(Good good) {
        Udata udata = Udata.ofBytes(8 * random.nextInt(5), 4 * random.nextInt(10));
        MemorySegment request = udata.request();
        for (long at = 0; at < request.byteSize(); at += Long.BYTES) {
            request.set(
                    JAVA_LONG_UNALIGNED,
                    at,
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextLong();
                        case 1 -> good.memory + random.nextInt(BYTES);
                        case 2 -> good.memory + (random.nextInt(BYTES) & -4096);
                        default -> random.nextInt(20) | (long) random.nextInt(20) << Byte.SIZE;
                    });
        }
        if (request.byteSize() > 16 && random.nextBoolean()) {
            request.set(JAVA_INT_UNALIGNED, 16, random.nextInt(12) | random.nextInt(12) << Byte.SIZE);
        }
        return udata;
    }

    private void call(Good good, Udata udata) {
        CardHost host = good.host;
        switch (random.nextInt(7)) {
            case 0 ->
                host.device
                        .completions()
                        .destroyCq(host.device.completions().createCq(host.context, random.nextInt(64) - 1, udata));
            case 1 -> host.device.completions().resizeCq(good.cq, random.nextInt(64) - 1, udata);
            case 2 -> {
                DriverSrq srq = random.nextBoolean() ? good.srq : null;
                QpCapacity capacity = new QpCapacity(
                        random.nextInt(64), random.nextInt(64), random.nextInt(8), random.nextInt(8), 16);
                QpType type = QpType.values()[random.nextInt(QpType.values().length)];
                QpRequest request = new QpRequest(type, good.cq, good.cq, srq, capacity, false, null);
                DriverQp qp = host.device.queues().createQp(good.pd, request, udata);
                host.device.queues().destroyQp(qp);
            }
            case 3 -> {
                SrqRequest request = new SrqRequest(new SrqCapacity(random.nextInt(64), random.nextInt(8)), 0);
                DriverSrq srq = host.device.sharedReceives().createSrq(good.pd, request, udata);
                host.device.sharedReceives().destroySrq(srq);
            }
            case 4 -> {
                if (good.srq != null) {
                    int size = random.nextInt(64);
                    host.device.sharedReceives().modifySrq(good.srq, SrqAttribute.MAX_WR.bit(), size, 0, udata);
                }
            }
            case 5 -> {
                PinnedPages pages = host.pin(good.memory + (random.nextInt(BYTES / 2) & -4096), 8192, true);
                try {
                    DriverMr mr = host.device.regions().regMr(good.pd, pages, pages.address(), 0, good.cell, udata);
                    host.device.regions().deregMr(mr);
                } finally {
                    host.unpin(pages);
                }
            }
            default -> {
                AhAttributes path = AhAttributes.to(Gid.ofIpv4(random.nextInt()));
                DriverAh ah = host.device.datagrams().createAh(good.pd, path, udata);
                host.device.datagrams().destroyAh(ah);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx4", "hns", "irdma", "efa"})
    void shouldServeOrRefuseEachCallAndKeepNothing(String vendor) {
        CardHost host = host(vendor);
        Good good = new Good(host);
        int served = 0;
        int refused = 0;
        int pinned = host.kernel().pinned().size();
        for (int i = 0; i < CALLS; i++) {
            try {
                call(good, spoiled(good));
                served++;
            } catch (VerbsException e) {
                refused++;
            }
            assertEquals(pinned, host.kernel().pinned().size(), "a call keeps no page pinned");
        }
        assertTrue(served > 0 && refused > 0, served + " served, " + refused + " refused");
        good.end();
        assertEquals(0, host.kernel().pinned().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "mlx4", "hns", "irdma", "efa"})
    void shouldTakeAnyStoreToARegister(String vendor) {
        CardHost host = host(vendor);
        Good good = new Good(host);
        MappedPage registers = host.device.map(host.context, 0);
        for (int i = 0; i < STORES; i++) {
            int offset = random.nextInt(4) == 0 ? random.nextInt() : 4 * random.nextInt(20);
            long value = switch (random.nextInt(3)) {
                case 0 -> random.nextLong();
                case 1 -> (long) random.nextInt(4) << 56 | (long) random.nextInt(200) << 32;
                default -> (long) random.nextInt(200) << random.nextInt(10);
            };
            registers.write64(offset, value);
            if (i % 1000 == 0) {
                host.device.progress();
            }
        }
        good.end();
        assertEquals(0, host.kernel().pinned().size());
    }
}
