package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AtomicCapability;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes.MemoryWindows;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.OdpOperation;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.CompletionChannel;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.CqSpec;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.DmaBuf;
import dev.fenestra.uverbs.memory.MemoryRegion;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a device must offer, or lack, for a case to mean anything; what is more special comes later. */
public enum Requirement {
    /** RC QPs. A case that creates one needs them without saying so. */
    RC(
            "reliable connections",
            CapabilityRule.BASE,
            device -> device.transports().contains(QpType.RC)),
    /** Memory windows of any type. */
    WINDOWS("memory windows", CapabilityRule.WINDOWS, device -> device.memoryWindows() != MemoryWindows.NONE),
    /** Windows of type 2. */
    TYPE_2(
            "type 2 windows",
            CapabilityRule.WINDOWS,
            device -> device.memoryWindows() == MemoryWindows.TYPE_1_AND_2A
                    || device.memoryWindows() == MemoryWindows.TYPE_1_AND_2B),
    /** Windows of type 2A. */
    TYPE_2A("type 2A windows", CapabilityRule.TYPE_2A, device -> device.memoryWindows() == MemoryWindows.TYPE_1_AND_2A),
    /** Windows of type 2B. */
    TYPE_2B("type 2B windows", CapabilityRule.TYPE_2B, device -> device.memoryWindows() == MemoryWindows.TYPE_1_AND_2B),
    /**
     * Windows that begin and end at any byte. No flag announces it, so the kit tries it on the device. A device whose
     * windows are coarser refuses a window of one byte by a rule of its own, or as EOPNOTSUPP.
     */
    BYTE_WINDOWS(null, "windows that begin and end at any byte", Probes::bindsAnyByte),
    /**
     * Windows of type 2 whose addresses count from 0. No flag announces it, so the kit tries it on the device. A device
     * whose binds have no word for it answers EOPNOTSUPP.
     */
    ZERO_BASED_WINDOWS(null, "zero-based windows", Probes::bindsZeroBased),
    /** A device without windows. */
    NO_WINDOWS("no memory windows", null, device -> device.memoryWindows() == MemoryWindows.NONE),
    /** Atomic operations. */
    ATOMICS("atomics", CapabilityRule.ATOMICS, device -> device.atomicCap() != AtomicCapability.NONE),
    /** UC QPs. */
    UC(
            "unreliable connections",
            CapabilityRule.UC,
            device -> device.transports().contains(QpType.UC)),
    /** Shared receive queues. */
    SRQ("shared receive queues", CapabilityRule.SRQ, device -> device.srqs().maxSrq() > 0),
    /** SRQs that can be resized. */
    SRQ_RESIZE("SRQs of changing size", CapabilityRule.SRQ_RESIZE, device -> device.can(DeviceCapability.SRQ_RESIZE)),
    /** A device that cannot resize SRQs. */
    NO_SRQ_RESIZE("SRQs of a fixed size", null, device -> !device.can(DeviceCapability.SRQ_RESIZE)),
    /** UD QPs. */
    UD("datagrams", CapabilityRule.UD, device -> device.transports().contains(QpType.UD)),
    /** Announced by a limit, which its cases try. */
    MULTICAST("multicast groups", null, device -> device.multicast().maxGroups() > 0),
    /** XRC domains, SRQs and QPs. */
    XRC("XRC", CapabilityRule.XRC, device -> device.can(DeviceCapability.XRC)),
    /** FLUSH that makes writes visible. */
    FLUSH("FLUSH for global visibility", CapabilityRule.FLUSH, device -> device.can(DeviceCapability.FLUSH_GLOBAL)),
    /** FLUSH that makes writes persistent. */
    FLUSH_PERSISTENT(
            "FLUSH for persistence", CapabilityRule.FLUSH, device -> device.can(DeviceCapability.FLUSH_PERSISTENT)),
    /** A device without FLUSH. */
    NO_FLUSH("no FLUSH", null, device -> !device.can(DeviceCapability.FLUSH_GLOBAL)),
    /** ATOMIC_WRITE. */
    ATOMIC_WRITE("atomic writes", CapabilityRule.ATOMIC_WRITE, device -> device.can(DeviceCapability.ATOMIC_WRITE)),
    /** Regions that a request registers. */
    FAST_REGIONS(
            "fast-register regions",
            CapabilityRule.MEMORY_MANAGEMENT,
            device -> device.memory().maxFastRegPages() > 0),
    /** A device without fast-register regions. */
    NO_FAST_REGIONS("no fast-register regions", null, device -> device.memory().maxFastRegPages() == 0),
    /** Memory on the device. */
    DEVICE_MEMORY(
            "device memory",
            CapabilityRule.DEVICE_MEMORY,
            device -> device.memory().maxDmSize() > 0),
    /** A device without memory of its own. */
    NO_DEVICE_MEMORY("no device memory", null, device -> device.memory().maxDmSize() == 0),
    /** Regions without pins. */
    ODP(
            CapabilityRule.ODP,
            "on-demand paging",
            host -> host.context().odpCapabilities().support()),
    /** A region of the whole address space. */
    ODP_IMPLICIT(
            CapabilityRule.ODP_IMPLICIT,
            "regions of the whole address space",
            host -> host.context().odpCapabilities().implicit()),
    /** FLUSH of paged memory. */
    ODP_FLUSH(
            CapabilityRule.ODP_FLUSH,
            "FLUSH of on-demand memory",
            host -> host.context().odpCapabilities().rc().contains(OdpOperation.FLUSH)),
    /** ATOMIC_WRITE to paged memory. */
    ODP_ATOMIC_WRITE(
            CapabilityRule.ODP_ATOMIC_WRITE,
            "atomic writes to on-demand memory",
            host -> host.context().odpCapabilities().rc().contains(OdpOperation.ATOMIC_WRITE)),
    /** A device without on-demand paging. */
    NO_ODP(
            null,
            "no on-demand paging",
            host -> !host.context().odpCapabilities().support()),
    /** No flag announces it, so the kit tries it on the device. */
    REREG(CapabilityRule.REREG, "re-registration", Requirement::reregisters),
    /** No flag announces it, so the kit tries it on the device. */
    DMA_BUFS(null, "regions of dma-bufs", Requirement::importsBuffers),
    /** A device that cannot import dma-bufs. */
    NO_DMA_BUFS(null, "no regions of dma-bufs", host -> !importsBuffers(host)),
    /**
     * The case runs on hosts that are confidential guests; regions there are of dma-bufs, and queues of parent domains.
     */
    CONFIDENTIAL(null, "regions of dma-bufs and parent domains", Requirement::servesGuests),
    /**
     * A WRITE_WITH_IMM of one packet takes its receive before its key is checked. No flag announces it, so the kit
     * tries it on the device.
     */
    LATE_IMMEDIATE(null, "WRITE_WITH_IMM that takes its receive first", host -> !Probes.refusesImmediateEarly(host)),
    /** The case runs on hosts whose kernel does not look at the ledger, so that the device has the last word. */
    LAST_WORD(null, "a kernel that asks the device at once", _ -> true),
    /** No flag announces it; a device without events has no completion vectors. */
    EVENTS(null, "events", host -> host.context().completionVectors() > 0),
    /** No flag announces it, so the kit tries it on the device. */
    RESIZE_CQ(null, "CQs of changing size", Requirement::resizes),
    /** No flag announces it, so the kit tries it on the device. */
    MODERATION(null, "events that wait for several completions", Requirement::moderates),
    /** No flag announces it, so the kit tries it on the device. */
    SQD(null, "QPs that drain their send queue (SQD)", Requirement::drains),
    /** Looks at counters and events that only cards of our simulation have. */
    SIMULATED(null, "a card of hw-sim", host -> host.machine().simulated().isPresent());

    private final String text;
    private final @Nullable CapabilityRule rule;
    private final Predicate<CaseHost> met;

    Requirement(String text, @Nullable CapabilityRule rule, Predicate<DeviceAttributes> met) {
        this(rule, text, host -> met.test(host.context().deviceAttributes()));
    }

    Requirement(@Nullable CapabilityRule rule, String text, Predicate<CaseHost> met) {
        this.text = text;
        this.rule = rule;
        this.met = met;
    }

    /** {@return the requirement as a phrase for reports} */
    public String text() {
        return text;
    }

    /**
     * The rule that a device breaks when it announces this and lacks it.
     *
     * @return the rule; empty where there is nothing to announce
     */
    public Optional<CapabilityRule> rule() {
        return Optional.ofNullable(rule);
    }

    /**
     * Whether the device of a host meets the requirement by its own announcement.
     *
     * @param host the host
     * @return whether it does
     */
    public boolean isMetBy(CaseHost host) {
        return met.test(host);
    }

    private static boolean resizes(CaseHost host) {
        try (CompletionQueue scratch = host.context().createCq(1)) {
            scratch.resize(2);
            return true;
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }

    private static boolean moderates(CaseHost host) {
        try (CompletionChannel channel = host.context().createCompletionChannel();
                CompletionQueue scratch = host.context().createCq(CqSpec.of(1).channel(channel))) {
            scratch.moderate(1, Duration.ofMillis(1));
            return true;
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }

    /** A QP that is its own peer. */
    private static boolean drains(CaseHost host) {
        try (QueuePair scratch = host.createQp(host.pd())) {
            scratch.connect(scratch.endpoint());
            scratch.modify(QpAttributes.to(QpState.SQD));
            return true;
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }

    private static boolean importsBuffers(CaseHost host) {
        try (DmaBuf scratch = host.context().process().exportDmaBuf(1);
                MemoryRegion region = host.pd().regDmaBufMr(scratch, 0, 1, 0)) {
            return region.isOpen();
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }

    private static boolean servesGuests(CaseHost host) {
        try (ProtectionDomain scratch = host.pd().allocParentDomain()) {
            return scratch.isOpen() && importsBuffers(host);
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }

    private static boolean reregisters(CaseHost host) {
        try (MemoryRegion scratch = host.register(AccessFlag.LOCAL_WRITE)) {
            scratch.changeAccess(AccessFlag.LOCAL_WRITE);
            return true;
        } catch (VerbsException refused) {
            return refused.errno() != Errno.EOPNOTSUPP;
        }
    }
}
