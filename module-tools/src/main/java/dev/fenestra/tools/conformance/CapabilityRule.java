package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** What a device says of itself must be true: what it announces it has, whenever it is asked for it. */
public enum CapabilityRule implements Rule {
    BASE("CAP-RC", "every device has RC QPs, regions, SEND, WRITE and READ", "SPI, operations that are not default"),
    WINDOWS("CAP-MW", "a device that announces windows has them", "verbs.h IBV_DEVICE_MEM_WINDOW"),
    TYPE_2A("CAP-2A", "windows announced as type 2A are of type 2A", "verbs.h IBV_DEVICE_MEM_WINDOW_TYPE_2A"),
    TYPE_2B("CAP-2B", "windows announced as type 2B are of type 2B", "verbs.h IBV_DEVICE_MEM_WINDOW_TYPE_2B"),
    ATOMICS("CAP-ATOMIC", "a device that announces atomics has them", "ibv_query_device atomic_cap"),
    UC("CAP-UC", "a device that announces UC has UC QPs", "SPI DeviceAttributes"),
    UD("CAP-UD", "a device that announces UD has UD QPs", "SPI DeviceAttributes"),
    XRC("CAP-XRC", "a device that announces XRC has domains, SRQs and QPs of it", "verbs.h IBV_DEVICE_XRC"),
    FLUSH("CAP-FLUSH", "a device that announces FLUSH has it", "verbs.h IB_UVERBS_DEVICE_FLUSH_GLOBAL"),
    ATOMIC_WRITE(
            "CAP-ATOMIC-WRITE",
            "a device that announces atomic writes has them",
            "verbs.h IB_UVERBS_DEVICE_ATOMIC_WRITE"),
    MEMORY_MANAGEMENT(
            "CAP-MEM-MGT",
            "a device that announces memory management extensions has type-2 windows and fast registration",
            "verbs.h IBV_DEVICE_MEM_MGT_EXTENSIONS; IBA 10.6"),
    DEVICE_MEMORY("CAP-DM", "a device that announces device memory has it", "ibv_query_device_ex max_dm_size"),
    ODP("CAP-ODP", "a device that announces on-demand paging has it", "verbs.h IBV_ODP_SUPPORT"),
    ODP_IMPLICIT(
            "CAP-ODP-IMPLICIT",
            "a device that announces regions of the whole address space has them",
            "verbs.h IBV_ODP_SUPPORT_IMPLICIT"),
    ODP_FLUSH(
            "CAP-ODP-FLUSH",
            "a device that announces FLUSH of on-demand memory has it",
            "verbs.h IBV_ODP_SUPPORT_FLUSH"),
    ODP_ATOMIC_WRITE(
            "CAP-ODP-ATOMIC-WRITE",
            "a device that announces atomic writes to on-demand memory has them",
            "verbs.h IBV_ODP_SUPPORT_ATOMIC_WRITE"),
    SRQ("CAP-SRQ", "a device that announces SRQs has them", "ibv_query_device max_srq"),
    REREG("CAP-REREG", "a device that re-registers once does it always", "ib_device_ops rereg_user_mr");

    private final RuleFacts facts;

    CapabilityRule(String id, String text, String source) {
        facts = new RuleFacts(id, text, source, "EOPNOTSUPP only for what is not announced");
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
