package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.hw.sim.device.HcaConfig;
import dev.fenestra.hw.sim.device.HcaLimits;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqLimits;
import dev.fenestra.vendor.slate.card.Descriptor;
import dev.fenestra.vendor.slate.card.SlateCard;
import java.util.Set;

/** What every card of this vendor can do. */
final class SlateAttributes {
    private static final int VENDOR = 0x51a7e;
    private static final int PART = 1;
    private static final long LARGEST_REGION = 1L << 40;
    private static final int PAGE_SHIFT = 12;
    private static final HcaLimits LIMITS = SlateCard.LIMITS;

    static final DeviceAttributes ALL = new DeviceAttributes(
            VENDOR,
            PART,
            HcaConfig.ofIpv4(0).withLimits(LIMITS).maxQps(),
            1 << LIMITS.logMaxQpSize(),
            Descriptor.MAX_PIECES,
            1 << LIMITS.logMaxCq(),
            1 << LIMITS.logMaxCqSize(),
            LIMITS.maxMkeys(),
            LIMITS.maxMkeys(),
            LIMITS.maxPds(),
            1 << LIMITS.logRdAtomic(),
            Descriptor.MAX_INLINE,
            1L << LIMITS.logMaxMessage(),
            LARGEST_REGION,
            1L << PAGE_SHIFT,
            AtomicCapability.HCA,
            1,
            1,
            Set.of(QpType.RC, QpType.UC),
            Set.of(
                    DeviceCapability.RC_RNR_NAK_GEN,
                    DeviceCapability.SRQ_RESIZE,
                    DeviceCapability.FLUSH_GLOBAL,
                    DeviceCapability.FLUSH_PERSISTENT,
                    DeviceCapability.ATOMIC_WRITE),
            MemoryWindows.TYPE_1_AND_2A,
            new SrqLimits(LIMITS.maxSrqs(), 1 << LIMITS.logMaxSrqSize(), Descriptor.MAX_PIECES));

    private SlateAttributes() {}
}
