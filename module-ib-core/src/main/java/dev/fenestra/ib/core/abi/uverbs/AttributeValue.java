package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** The numbers that an attribute of an ioctl can be. */
public final class AttributeValue {
    /** The table of an attribute of 32 bits. */
    public static final HostLayout INT_LAYOUT = new HostLayout("__u32", Integer.BYTES);
    /** The value of an attribute of 32 bits. */
    public static final HostField INT = INT_LAYOUT.u32("value", 0);

    /** The table of an attribute of 64 bits. */
    public static final HostLayout LONG_LAYOUT = new HostLayout("__u64", Long.BYTES);
    /** The value of an attribute of 64 bits, and the bytes of an attribute that holds its value itself. */
    public static final HostField LONG = LONG_LAYOUT.u64("value", 0);

    private AttributeValue() {}
}
