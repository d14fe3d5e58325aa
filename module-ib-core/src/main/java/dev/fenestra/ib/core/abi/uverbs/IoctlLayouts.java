package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** The frame of an ioctl. */
public final class IoctlLayouts {
    private IoctlLayouts() {}

    /** {@code struct ib_uverbs_ioctl_hdr}: the header, before the attributes. */
    public static final class IoctlHeader {
        /** Bytes of the structure. */
        public static final int SIZE = 24;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ioctl_hdr", SIZE);

        /** Kind of the object, as {@code uverbs_default_objects}. */
        public static final HostField OBJECT_ID = LAYOUT.u16("object_id", 2);
        /** Number of the method. */
        public static final HostField METHOD_ID = LAYOUT.u16("method_id", 4);
        /** Attributes that follow. */
        public static final HostField NUM_ATTRS = LAYOUT.u16("num_attrs", 6);

        private IoctlHeader() {}
    }

    /** {@code struct ib_uverbs_attr}: an attribute. */
    public static final class IoctlAttribute {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_attr", SIZE);

        /** What it is, as the method or the driver says. */
        public static final HostField ATTR_ID = LAYOUT.u16("attr_id", 0);
        /** Bytes of what it points to, or of what it holds. */
        public static final HostField LEN = LAYOUT.u16("len", 2);
        /** {@link #VALID_OUTPUT} in an answer. */
        public static final HostField FLAGS = LAYOUT.u16("flags", 4);
        /** Not used by Linux. The library that unmodified programs are run with says here which pointers are wild. */
        public static final HostField WILD = LAYOUT.u16("attr_data.reserved", 6);
        /** The value of up to 8 bytes, a handle or a descriptor; else a pointer. */
        public static final HostField DATA = LAYOUT.u64("data", 8);

        /** Flag: the kernel has stored something ({@code UVERBS_ATTR_F_VALID_OUTPUT}). */
        public static final int VALID_OUTPUT = 2;

        private IoctlAttribute() {}
    }
}
