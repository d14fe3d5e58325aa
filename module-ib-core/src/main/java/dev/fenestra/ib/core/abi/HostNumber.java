package dev.fenestra.ib.core.abi;

/** Numbers that stand alone: attributes of an ioctl, and values of options. */
public final class HostNumber {
    /** The table of 32 bits. */
    public static final HostLayout LAYOUT_32 = new HostLayout("__u32", Integer.BYTES);
    /** 32 bits. */
    public static final HostField U32 = LAYOUT_32.u32("value", 0);

    /** The table of 64 bits. */
    public static final HostLayout LAYOUT_64 = new HostLayout("__u64", Long.BYTES);
    /** 64 bits, and the bytes of an attribute that holds its value itself. */
    public static final HostField U64 = LAYOUT_64.u64("value", 0);

    private HostNumber() {}
}
