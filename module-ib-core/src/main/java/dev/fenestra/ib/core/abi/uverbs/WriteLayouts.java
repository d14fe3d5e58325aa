package dev.fenestra.ib.core.abi.uverbs;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostLayout;

/** The frame of a command that arrives by {@code write}. */
public final class WriteLayouts {
    private WriteLayouts() {}

    /** {@code struct ib_uverbs_cmd_hdr}: the header of each command. */
    public static final class CommandHeader {
        /** Bytes of the structure. */
        public static final int SIZE = 8;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_cmd_hdr", SIZE);

        /** Number of the command, with {@link WriteCommand#EXTENDED}. */
        public static final HostField COMMAND = LAYOUT.u32("command", 0);
        /** Length: of all in 4 bytes; of an extended command in 8 bytes, without both headers. */
        public static final HostField IN_WORDS = LAYOUT.u16("in_words", 4);
        /** Room for the answer, in 4 bytes; of an extended command in 8 bytes. */
        public static final HostField OUT_WORDS = LAYOUT.u16("out_words", 6);

        private CommandHeader() {}
    }

    /** {@code struct ib_uverbs_ex_cmd_hdr}: the second header of an extended command. */
    public static final class ExtendedHeader {
        /** Bytes of the structure. */
        public static final int SIZE = 16;
        /** The table of the fields. */
        public static final HostLayout LAYOUT = new HostLayout("struct ib_uverbs_ex_cmd_hdr", SIZE);

        /** Where the answer goes. */
        public static final HostField RESPONSE = LAYOUT.u64("response", 0);
        /** Length of what is for the driver, in 8 bytes. */
        public static final HostField PROVIDER_IN_WORDS = LAYOUT.u16("provider_in_words", 8);
        /** Room for the answer of the driver, in 8 bytes. */
        public static final HostField PROVIDER_OUT_WORDS = LAYOUT.u16("provider_out_words", 10);
        /** Always 0. */
        public static final HostField RESERVED = LAYOUT.u32("cmd_hdr_reserved", 12);

        private ExtendedHeader() {}
    }
}
