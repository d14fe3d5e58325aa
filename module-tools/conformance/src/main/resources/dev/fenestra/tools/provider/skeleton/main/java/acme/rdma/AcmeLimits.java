package acme.rdma;

import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.HcaLimits;
import dev.fenestra.hw.sim.hca.limits.OdpSupport;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceAttributesBuilder;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.Set;

/** What every card of this vendor is, and can do. */
final class AcmeLimits {
    private static final int VENDOR = 0x51a7e;
    private static final int PART = 1;

    /**
     * 65,536 keys, 4,096 QPs, rings of 1,024, CQs of 65,536 entries, 4 READs and atomics at a time, messages of 16 MiB,
     * 224 SRQs of 1,024 receives.
     */
    static final HcaLimits LIMITS = HcaLimits.DEFAULT
            .withLogMaxMkey(16)
            .withLogMaxQp(12)
            .withLogMaxQpSize(10)
            .withLogMaxCq(12)
            .withLogMaxCqSize(16)
            .withLogMaxPd(12)
            .withLogRdAtomic(2)
            .withLogMaxMessage(24)
            .withLogMaxSrq(8)
            .withLogMaxSrqSize(10);

    /**
     * Ranges, and on RC all that it does there; what soft-RoCE announces, without receives from SRQs (rxe.c
     * rxe_init_device_param).
     */
    private static final OdpSupport PAGING = new OdpSupport(
            true,
            false,
            OdpSupport.SEND
                    | OdpSupport.RECEIVE
                    | OdpSupport.WRITE
                    | OdpSupport.READ
                    | OdpSupport.ATOMIC
                    | OdpSupport.FLUSH
                    | OdpSupport.ATOMIC_WRITE,
            0,
            0,
            false);

    /** A card, but for its GID. */
    static final HcaConfig CONFIG = HcaConfig.ofIpv4(0)
            .withLinkLocal(false)
            .withLimits(LIMITS)
            .withOdp(PAGING)
            .withWindows(WindowSupport.TYPES_1_AND_2A);

    /** The same in the words of verbs. */
    static final DeviceAttributes ATTRIBUTES = new DeviceAttributesBuilder(VENDOR, PART)
            .maxQp(CONFIG.maxQps())
            .maxQpWr(1 << LIMITS.logMaxQpSize())
            .maxSge(AcmeFormats.MAX_PIECES)
            .maxCq(LIMITS.maxCqs())
            .maxCqe(1 << LIMITS.logMaxCqSize())
            .maxMr(LIMITS.maxMkeys())
            .maxMw(LIMITS.maxMkeys())
            .maxPd(LIMITS.maxPds())
            .maxQpRdAtomic(1 << LIMITS.logRdAtomic())
            .maxInline(AcmeFormats.MAX_INLINE)
            .maxMessageBytes(1L << LIMITS.logMaxMessage())
            .maxMrSize(1L << 40)
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
            .maxSrqSge(AcmeFormats.MAX_PIECES)
            .build();

    private AcmeLimits() {}
}
