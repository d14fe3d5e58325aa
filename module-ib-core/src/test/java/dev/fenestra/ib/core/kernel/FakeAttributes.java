package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.MemoryLimits;
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
        boolean hasGroups = transports.contains(QpType.UD);
        return new DeviceAttributesBuilder(1, 2)
                .maxQp(2)
                .maxQpWr(128)
                .maxSge(4)
                .maxCq(3)
                .maxCqe(1000)
                .maxMr(3)
                .maxMw(windows == MemoryWindows.NONE ? 0 : 3)
                .maxPd(3)
                .maxQpRdAtomic(16)
                .maxInline(64)
                .maxMessageBytes(1 << 30)
                .maxMrSize(maxMrSize)
                .atomicCap(AtomicCapability.HCA)
                .transports(transports)
                .features(features)
                .memoryWindows(windows)
                .maxSrq(srqs.maxSrq())
                .maxSrqWr(srqs.maxWr())
                .maxSrqSge(srqs.maxSge())
                .maxFastRegPages(memory.maxFastRegPages())
                .maxDmSize(memory.maxDmSize())
                .maxAh(0)
                .maxMcastGroups(hasGroups ? 4 : 0)
                .maxMcastQpAttach(hasGroups ? 2 : 0)
                .build();
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
        return new DeviceAttributesBuilder(one).physPortCnt(2).build();
    }
}
