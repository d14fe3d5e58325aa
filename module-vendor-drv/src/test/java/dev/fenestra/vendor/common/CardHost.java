package dev.fenestra.vendor.common;

import dev.fenestra.hw.sim.card.Card;
import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.LentMemory;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.rxe.RxeDriver;
import dev.fenestra.vendor.rxe.kernel.RxeHalf;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** A card in a host, with both halves of its driver and no kernel between them. */
final class CardHost implements AddressSpace {
    private final FakeHost host = new FakeHost();
    private final Map<Long, MemorySegment> lent = new HashMap<>();
    final Card card;
    final RdmaDevice device;
    final DriverContext context;
    final UserContext user;

    /** A card of rxe. */
    CardHost() {
        this(new RxeDriver(), RxeHalf.LIMITS);
    }

    CardHost(RdmaDriver driver, HcaLimits limits) {
        card = new Card(driver.name(), HcaConfig.ofIpv4(0x0a000001).withLimits(limits), new Fabric());
        device = driver.probe(card, host).getFirst();
        Pending<UserContext> prepared = device.userProvider().prepareContext(this, this::map, () -> null);
        context = device.openContext(this, prepared.udata());
        user = prepared.complete(0);
    }

    FakeHost kernel() {
        return host;
    }

    private MappedPage map(long offset) {
        MemorySegment memory = lent.get(offset);
        if (memory == null) {
            return device.map(context, offset);
        }
        return new MappedPage() {
            @Override
            public MemorySegment memory() {
                return memory;
            }

            @Override
            public void write64(int at, long value) {
                throw new UnsupportedOperationException("a queue has no registers");
            }
        };
    }

    @Override
    public LentMemory lend(long bytes) {
        long place = 4096L * (1 + lent.size());
        MemorySegment memory = Arena.ofAuto().allocate(bytes, 4096);
        lent.put(place, memory);
        return new LentMemory() {
            @Override
            public long offset() {
                return place;
            }

            @Override
            public long bytes() {
                return bytes;
            }

            @Override
            public MemorySegment memory() {
                return memory;
            }

            @Override
            public void giveBack() {
                // Places are not used again.
            }
        };
    }

    @Override
    public PinnedPages pin(long address, long length, boolean writable) {
        return host.pin(address, length, writable);
    }

    @Override
    public void unpin(PinnedPages pages) {
        host.unpin(pages);
    }

    @Override
    public long allocate(long bytes) {
        return host.allocate(bytes);
    }

    @Override
    public void free(long address) {
        host.free(address);
    }

    @Override
    public MemorySegment segment(long address) {
        return host.segment(address);
    }

    @Override
    public long offset(long address) {
        return host.offset(address);
    }

    @Override
    public long contiguous(long address) {
        return host.contiguous(address);
    }
}
