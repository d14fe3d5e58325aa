package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.HostPart;

/** The structures about completion channels and completion queues. */
public final class CqLayouts {
    private CqLayouts() {}

    /**
     * {@code struct ib_uverbs_create_comp_channel}: creates a completion channel. It has nothing but the place of the
     * answer.
     */
    public static final class CreateCompChannel {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_comp_channel", SIZE);

        private CreateCompChannel() {}
    }

    /** {@code struct ib_uverbs_create_comp_channel_resp}: the new channel. */
    public static final class CreateCompChannelResp {
        /** Bytes of the structure. */
        public static final int SIZE = 4;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_comp_channel_resp", SIZE);

        /** Its descriptor. */
        public static final HostField FD = LAYOUT.u32("fd", 0);

        private CreateCompChannelResp() {}
    }

    /**
     * {@code struct ib_uverbs_create_cq}: creates a CQ. From the user handle on it is the beginning of {@link
     * ExCreateCq}.
     */
    public static final class CreateCq {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_cq", SIZE);

        /** Name of the CQ in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 8);
        /** Entries. */
        public static final HostField CQE = LAYOUT.u32("cqe", 16);
        /** Vector whose interrupts the events come by. */
        public static final HostField COMP_VECTOR = LAYOUT.u32("comp_vector", 20);
        /** Descriptor of the channel, or -1. */
        public static final HostField COMP_CHANNEL = LAYOUT.u32("comp_channel", 24);

        private CreateCq() {}
    }

    /** {@code struct ib_uverbs_ex_create_cq}: creates a CQ, with flags. */
    public static final class ExCreateCq {
        /** Bytes of the structure. */
        public static final int SIZE = 32;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_create_cq", SIZE);

        /** Name of the CQ in events. */
        public static final HostField USER_HANDLE = LAYOUT.u64("user_handle", 0);
        /** Entries. */
        public static final HostField CQE = LAYOUT.u32("cqe", 8);
        /** Vector whose interrupts the events come by. */
        public static final HostField COMP_VECTOR = LAYOUT.u32("comp_vector", 12);
        /** Descriptor of the channel, or -1. */
        public static final HostField COMP_CHANNEL = LAYOUT.u32("comp_channel", 16);
        /** Always 0. */
        public static final HostField COMP_MASK = LAYOUT.u32("comp_mask", 20);
        /** As {@code ib_uverbs_ex_create_cq_flags}. */
        public static final HostField FLAGS = LAYOUT.u32("flags", 24);

        private ExCreateCq() {}
    }

    /** {@code struct ib_uverbs_create_cq_resp}: the new CQ. */
    public static final class CreateCqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_create_cq_resp", SIZE);

        /** Handle of the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u32("cq_handle", 0);
        /** Entries that it has. */
        public static final HostField CQE = LAYOUT.u32("cqe", 4);

        private CreateCqResp() {}
    }

    /** {@code struct ib_uverbs_ex_create_cq_resp}: the new CQ. It begins with {@link CreateCqResp}. */
    public static final class ExCreateCqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_create_cq_resp", SIZE);

        /** The answer of CREATE_CQ. */
        public static final HostPart BASE = LAYOUT.part("base", 0, 8);
        /** Bytes of this structure that are filled. */
        public static final HostField RESPONSE_LENGTH = LAYOUT.u32("response_length", 12);

        private ExCreateCqResp() {}
    }

    /** {@code struct ib_uverbs_resize_cq}: changes the size of a CQ. */
    public static final class ResizeCq {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_resize_cq", SIZE);

        /** Handle of the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u32("cq_handle", 8);
        /** Entries. */
        public static final HostField CQE = LAYOUT.u32("cqe", 12);

        private ResizeCq() {}
    }

    /** {@code struct ib_uverbs_resize_cq_resp}: the new size of a CQ. */
    public static final class ResizeCqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_resize_cq_resp", SIZE);

        /** Entries that it has. */
        public static final HostField CQE = LAYOUT.u32("cqe", 0);

        private ResizeCqResp() {}
    }

    /** {@code struct ib_uverbs_ex_modify_cq}: sets how many completions an event may wait for. */
    public static final class ExModifyCq {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_modify_cq", SIZE);

        /** Handle of the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u32("cq_handle", 0);
        /** {@link #MODERATION}. */
        public static final HostField ATTR_MASK = LAYOUT.u32("attr_mask", 4);
        /** Completions until the next event. */
        public static final HostField CQ_COUNT = LAYOUT.u16("attr.cq_count", 8);
        /** Longest time until the next event, microseconds. */
        public static final HostField CQ_PERIOD = LAYOUT.u16("attr.cq_period", 10);

        /** Bit of the mask: both numbers count ({@code IB_CQ_MODERATE}). */
        public static final int MODERATION = 1;

        private ExModifyCq() {}
    }

    /** {@code struct ib_uverbs_req_notify_cq}: asks for an event. It has no place for an answer. */
    public static final class ReqNotifyCq {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_req_notify_cq", SIZE);

        /** Handle of the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u32("cq_handle", 0);
        /** Whether only a solicited completion or an error makes the event. */
        public static final HostField SOLICITED_ONLY = LAYOUT.u32("solicited_only", 4);

        private ReqNotifyCq() {}
    }

    /** {@code struct ib_uverbs_destroy_cq}: destroys a CQ. */
    public static final class DestroyCq {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_cq", SIZE);

        /** Handle of the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u32("cq_handle", 8);

        private DestroyCq() {}
    }

    /** {@code struct ib_uverbs_destroy_cq_resp}: how many events of the CQ the process has read. */
    public static final class DestroyCqResp {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_destroy_cq_resp", SIZE);

        /** Completion events. */
        public static final HostField COMP_EVENTS_REPORTED = LAYOUT.u32("comp_events_reported", 0);
        /** Asynchronous events. */
        public static final HostField ASYNC_EVENTS_REPORTED = LAYOUT.u32("async_events_reported", 4);

        private DestroyCqResp() {}
    }
}
