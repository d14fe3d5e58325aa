package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.ClockAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.MemoryLimits;
import dev.fenestra.ib.core.vocabulary.MulticastLimits;
import dev.fenestra.ib.core.vocabulary.OdpCapabilities;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import java.util.Set;

/** Attributes of the devices that tests plug in. */
final class FakeAttributes {
    static final SrqLimits SRQS = new SrqLimits(2, 100, 4);
    static final DeviceAttributes USUAL = of(MemoryWindows.TYPE_1_AND_2B);

    private FakeAttributes() {}

    /** On-demand paging, with or without regions of the whole address space. */
    static OdpCapabilities paging(boolean implicit) {
        return new OdpCapabilities(true, implicit, Set.of(), Set.of(), Set.of(), Set.of());
    }

    static DeviceAttributes of(MemoryWindows windows) {
        return of(windows, -1, Set.of(QpType.RC));
    }

    static DeviceAttributes of(MemoryWindows windows, SrqLimits srqs) {
        return of(windows, -1, Set.of(QpType.RC), srqs);
    }

    static DeviceAttributes of(MemoryWindows windows, long maxMrSize, Set<QpType> transports) {
        return of(windows, maxMrSize, transports, SRQS);
    }

    private static DeviceAttributes of(MemoryWindows windows, long maxMrSize, Set<QpType> transports, SrqLimits srqs) {
        return of(windows, maxMrSize, transports, srqs, Set.of());
    }

    private static DeviceAttributes of(
            MemoryWindows windows,
            long maxMrSize,
            Set<QpType> transports,
            SrqLimits srqs,
            Set<DeviceCapability> features) {
        return of(windows, maxMrSize, transports, srqs, features, MemoryLimits.NONE);
    }

    private static DeviceAttributes of(
            MemoryWindows windows,
            long maxMrSize,
            Set<QpType> transports,
            SrqLimits srqs,
            Set<DeviceCapability> features,
            MemoryLimits memory) {
        return new DeviceAttributes(
                1,
                2,
                2,
                128,
                4,
                3,
                1000,
                3,
                3,
                3,
                16,
                64,
                1 << 30,
                maxMrSize,
                Bench.PAGE,
                AtomicCapability.HCA,
                1,
                1,
                transports,
                features,
                windows,
                srqs,
                memory,
                0,
                ClockAttributes.NONE,
                transports.contains(QpType.UD) ? new MulticastLimits(4, 2) : MulticastLimits.NONE);
    }

    /** A device with fast-register regions of up to 4 pages, and 8192 bytes of its own memory. */
    static DeviceAttributes allKinds() {
        return of(MemoryWindows.TYPE_1_AND_2B, -1, Set.of(QpType.RC), SRQS, Set.of(), new MemoryLimits(4, 8192));
    }

    /** A device with XRC. */
    static DeviceAttributes xrc() {
        return of(MemoryWindows.NONE, -1, Set.of(QpType.values()), SRQS, Set.of(DeviceCapability.XRC));
    }

    /** The same device with two ports. */
    static DeviceAttributes twoPorts(DeviceAttributes one) {
        return new DeviceAttributes(
                one.vendorId(),
                one.vendorPartId(),
                one.maxQp(),
                one.maxQpWr(),
                one.maxSge(),
                one.maxCq(),
                one.maxCqe(),
                one.maxMr(),
                one.maxMw(),
                one.maxPd(),
                one.maxQpRdAtomic(),
                one.maxInline(),
                one.maxMessageBytes(),
                one.maxMrSize(),
                one.pageSizeCap(),
                one.atomicCap(),
                2,
                one.maxPkeys(),
                one.transports(),
                one.features(),
                one.memoryWindows(),
                one.srqs(),
                one.memory(),
                one.maxAh(),
                one.clock(),
                one.multicast());
    }
}
