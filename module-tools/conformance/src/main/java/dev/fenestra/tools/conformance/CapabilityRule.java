package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** The announcements of a device must be true: an announced capability works whenever a program uses it. */
public enum CapabilityRule implements Rule {
    /** What nearly every device has: only a device with datagrams alone does not announce RC. */
    BASE(
            "CAP-RC",
            "a device that announces RC has RC QPs, regions, SEND, WRITE and READ",
            "the device announces RC and lacks RC QPs, regions, SEND, WRITE or READ",
            "SPI, operations that are not default"),
    /** Memory windows. */
    WINDOWS(
            "CAP-MW",
            "a device that announces windows has them",
            "the device announces windows and does not have them",
            "verbs.h IBV_DEVICE_MEM_WINDOW"),
    /** Windows of type 2A. */
    TYPE_2A(
            "CAP-2A",
            "windows announced as type 2A are of type 2A",
            "windows announced as type 2A are of another type",
            "verbs.h IBV_DEVICE_MEM_WINDOW_TYPE_2A"),
    /** Windows of type 2B. */
    TYPE_2B(
            "CAP-2B",
            "windows announced as type 2B are of type 2B",
            "windows announced as type 2B are of another type",
            "verbs.h IBV_DEVICE_MEM_WINDOW_TYPE_2B"),
    /** Atomic operations. */
    ATOMICS(
            "CAP-ATOMIC",
            "a device that announces atomics has them",
            "the device announces atomics and does not have them",
            "ibv_query_device atomic_cap"),
    /** UC QPs. */
    UC(
            "CAP-UC",
            "a device that announces UC has UC QPs",
            "the device announces UC and has no UC QPs",
            "SPI DeviceAttributes"),
    /** UD QPs. */
    UD(
            "CAP-UD",
            "a device that announces UD has UD QPs",
            "the device announces UD and has no UD QPs",
            "SPI DeviceAttributes"),
    /** XRC domains, SRQs and QPs. */
    XRC(
            "CAP-XRC",
            "a device that announces XRC has domains, SRQs and QPs of it",
            "the device announces XRC and lacks domains, SRQs or QPs of it",
            "verbs.h IBV_DEVICE_XRC"),
    /** FLUSH. */
    FLUSH(
            "CAP-FLUSH",
            "a device that announces FLUSH has it",
            "the device announces FLUSH and does not have it",
            "verbs.h IB_UVERBS_DEVICE_FLUSH_GLOBAL"),
    /** ATOMIC_WRITE. */
    ATOMIC_WRITE(
            "CAP-ATOMIC-WRITE",
            "a device that announces atomic writes has them",
            "the device announces atomic writes and does not have them",
            "verbs.h IB_UVERBS_DEVICE_ATOMIC_WRITE"),
    /** Type-2 windows and fast registration. */
    MEMORY_MANAGEMENT(
            "CAP-MEM-MGT",
            "a device that announces memory management extensions has type-2 windows and fast registration",
            "the device announces memory management extensions and lacks type-2 windows or fast registration",
            "verbs.h IBV_DEVICE_MEM_MGT_EXTENSIONS; IBA 10.6"),
    /** Memory on the device. */
    DEVICE_MEMORY(
            "CAP-DM",
            "a device that announces device memory has it",
            "the device announces memory of its own and does not have it",
            "ibv_query_device_ex max_dm_size"),
    /** Regions without pins. */
    ODP(
            "CAP-ODP",
            "a device that announces on-demand paging has it",
            "the device announces on-demand paging and does not have it",
            "verbs.h IBV_ODP_SUPPORT"),
    /** A region of the whole address space. */
    ODP_IMPLICIT(
            "CAP-ODP-IMPLICIT",
            "a device that announces regions of the whole address space has them",
            "the device announces regions of the whole address space and does not have them",
            "verbs.h IBV_ODP_SUPPORT_IMPLICIT"),
    /** FLUSH of paged memory. */
    ODP_FLUSH(
            "CAP-ODP-FLUSH",
            "a device that announces FLUSH of on-demand memory has it",
            "the device announces FLUSH of on-demand memory and does not have it",
            "verbs.h IBV_ODP_SUPPORT_FLUSH"),
    /** ATOMIC_WRITE to paged memory. */
    ODP_ATOMIC_WRITE(
            "CAP-ODP-ATOMIC-WRITE",
            "a device that announces atomic writes to on-demand memory has them",
            "the device announces atomic writes to on-demand memory and does not have them",
            "verbs.h IBV_ODP_SUPPORT_ATOMIC_WRITE"),
    /** Shared receive queues. */
    SRQ(
            "CAP-SRQ",
            "a device that announces SRQs has them",
            "the device announces SRQs and does not have them",
            "ibv_query_device max_srq"),
    /** SRQs that can be resized. */
    SRQ_RESIZE(
            "CAP-SRQ-RESIZE",
            "a device that announces the resize of SRQs has it",
            "the device announces the resize of SRQs and does not have it",
            "verbs.h IBV_DEVICE_SRQ_RESIZE"),
    /** Re-registration, which no attribute announces. */
    REREG(
            "CAP-REREG",
            "a device that re-registers once does it always",
            "the device re-registered once, and does not do it now",
            "ib_device_ops rereg_user_mr");

    private final RuleFacts facts;

    CapabilityRule(String id, String text, String violation, String source) {
        facts = new RuleFacts(id, text, violation, source, "EOPNOTSUPP only for what is not announced");
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
