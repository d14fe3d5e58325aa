package dev.fenestra.hw.sim.prm;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands of the control path. Those from {@link #QUERY_BOUND_WINDOWS} on are ours. */
public enum CommandOpcode {
    QUERY_HCA_CAP(0x100),
    MANAGE_PAGES(0x108),
    CREATE_MKEY(0x200),
    QUERY_MKEY(0x201),
    DESTROY_MKEY(0x202),
    QUERY_SPECIAL_CONTEXTS(0x203),
    ALLOC_MEMIC(0x205),
    DEALLOC_MEMIC(0x206),
    PAGE_FAULT_RESUME(0x204),
    CREATE_EQ(0x301),
    DESTROY_EQ(0x302),
    CREATE_CQ(0x400),
    DESTROY_CQ(0x401),
    QUERY_CQ(0x402),
    MODIFY_CQ(0x403),
    CREATE_QP(0x500),
    DESTROY_QP(0x501),
    RST2INIT_QP(0x502),
    INIT2RTR_QP(0x503),
    RTR2RTS_QP(0x504),
    RTS2RTS_QP(0x505),
    SQERR2RTS_QP(0x506),
    TO_ERR_QP(0x507),
    TO_RST_QP(0x50a),
    QUERY_QP(0x50b),
    SQD_RTS_QP(0x50c),
    INIT2INIT_QP(0x50e),
    CREATE_SRQ(0x700),
    DESTROY_SRQ(0x701),
    QUERY_SRQ(0x702),
    ARM_RQ(0x703),
    CREATE_XRC_SRQ(0x705),
    DESTROY_XRC_SRQ(0x706),
    QUERY_XRC_SRQ(0x707),
    ARM_XRC_SRQ(0x708),
    ALLOC_PD(0x800),
    DEALLOC_PD(0x801),
    ALLOC_UAR(0x802),
    DEALLOC_UAR(0x803),
    ATTACH_TO_MCG(0x806),
    DETACH_FROM_MCG(0x807),
    ALLOC_XRCD(0x80e),
    DEALLOC_XRCD(0x80f),
    QUERY_BOUND_WINDOWS(0xf00),
    MODIFY_MKEY(0xf01),
    RTS2SQD_QP(0xf02),
    SQD2SQD_QP(0xf03),
    UPDATE_TRANSLATIONS(0xf08);

    private static final Map<Integer, CommandOpcode> BY_CODE = new HashMap<>();

    static {
        for (CommandOpcode opcode : values()) {
            BY_CODE.put(opcode.code, opcode);
        }
    }

    private final int code;

    CommandOpcode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The command with this number, or null. */
    public static @Nullable CommandOpcode of(int code) {
        return BY_CODE.get(code);
    }
}
