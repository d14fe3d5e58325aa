package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.util.Set;

/** What every card of this vendor can do. */
final class SlateAttributes {
    private static final int VENDOR = 0x51a7e;
    private static final int PART = 1;
    private static final long LARGEST_REGION = 1L << 40;
    private static final HcaLimits LIMITS = SlateCard.LIMITS;

    static final DeviceAttributes ALL = new DeviceAttributesBuilder(VENDOR, PART)
            .maxQp(HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps())
            .maxQpWr(1 << LIMITS.logMaxQpSize())
            .maxSge(Descriptor.MAX_PIECES)
            .maxCq(1 << LIMITS.logMaxCq())
            .maxCqe(1 << LIMITS.logMaxCqSize())
            .maxMr(LIMITS.maxMkeys())
            .maxMw(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxQpRdAtomic(1 << LIMITS.logRdAtomic())
            .maxInline(Descriptor.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(LARGEST_REGION)
            .atomicCap(AtomicCapability.HCA)
            .transports(Set.of(QpType.RC, QpType.UC))
            .features(Set.of(
                    DeviceCapability.RC_RNR_NAK_GEN,
                    DeviceCapability.SRQ_RESIZE,
                    DeviceCapability.FLUSH_GLOBAL,
                    DeviceCapability.FLUSH_PERSISTENT,
                    DeviceCapability.ATOMIC_WRITE))
            .memoryWindows(MemoryWindows.TYPE_1_AND_2A)
            .maxSrq(LIMITS.maxSrqs())
            .maxSrqWr(1 << LIMITS.logMaxSrqSize())
            .maxSrqSge(Descriptor.MAX_PIECES)
            .build();

    private SlateAttributes() {}
}
