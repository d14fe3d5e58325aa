package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** The records that a process reads from the descriptors of events. */
public final class EventLayouts {
    private EventLayouts() {}

    /** {@code struct ib_uverbs_comp_event_desc}: an event of a completion channel. */
    public static final class CompEvent {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_comp_event_desc", SIZE);

        /** Name that the process gave the CQ. */
        public static final HostField CQ_HANDLE = LAYOUT.u64("cq_handle", 0);

        private CompEvent() {}
    }

    /** {@code struct ib_uverbs_async_event_desc}: an asynchronous event. */
    public static final class AsyncEvent {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_async_event_desc", SIZE);

        /** Name that the process gave the object, or the number of the port. */
        public static final HostField ELEMENT = LAYOUT.u64("element", 0);
        /** As {@code ib_event_type}. */
        public static final HostField EVENT_TYPE = LAYOUT.u32("event_type", 8);

        private AsyncEvent() {}
    }
}
