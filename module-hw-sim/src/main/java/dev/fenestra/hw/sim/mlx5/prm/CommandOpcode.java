package dev.fenestra.hw.sim.mlx5.prm;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Commands of the control path. Those from {@link #QUERY_BOUND_WINDOWS} on are ours. */
public enum CommandOpcode {
    /** Reads the device's limits: {@link HcaCapability}. */
    QUERY_HCA_CAP(0x100),
    /** Gives the device pages of the host: {@link ManagePages}. */
    MANAGE_PAGES(0x108),
    /** Creates a region, a window or an indirect mkey: {@link CreateMkey}. */
    CREATE_MKEY(0x200),
    /** Reads an mkey, and what a window is bound to: {@link QueryMkey}. */
    QUERY_MKEY(0x201),
    /** Destroys an mkey. */
    DESTROY_MKEY(0x202),
    /** Reads the keys that exist from the start: {@link SpecialKeys}. */
    QUERY_SPECIAL_CONTEXTS(0x203),
    /** Allocates memory on the card: {@link AllocMemic}. */
    ALLOC_MEMIC(0x205),
    /** Gives memory on the card back: {@link AllocMemic}. */
    DEALLOC_MEMIC(0x206),
    /** Resumes or fails an operation that waits for a page: {@link PageFaultResume}. */
    PAGE_FAULT_RESUME(0x204),
    /** Creates an event queue: {@link CreateEq}. */
    CREATE_EQ(0x301),
    /** Destroys an event queue. */
    DESTROY_EQ(0x302),
    /** Creates a completion queue: {@link CreateCq}. */
    CREATE_CQ(0x400),
    /** Destroys a completion queue. */
    DESTROY_CQ(0x401),
    /** Reads a CQ context, in the frame of {@link CreateCq}. */
    QUERY_CQ(0x402),
    /** Changes the moderation or the ring of a CQ: {@link ModifyCq}. */
    MODIFY_CQ(0x403),
    /** Creates a QP in RESET: {@link CreateQp}. */
    CREATE_QP(0x500),
    /** Destroys a QP. */
    DESTROY_QP(0x501),
    /** Moves a QP from RESET to INIT. */
    RST2INIT_QP(0x502),
    /** Moves a QP from INIT to RTR. */
    INIT2RTR_QP(0x503),
    /** Moves a QP from RTR to RTS. */
    RTR2RTS_QP(0x504),
    /** Changes attributes of a QP in RTS. */
    RTS2RTS_QP(0x505),
    /** Moves a UC or UD QP from SQE to RTS. */
    SQERR2RTS_QP(0x506),
    /** Moves a QP to ERR, from any state. */
    TO_ERR_QP(0x507),
    /** Moves a QP to RESET, from any state. */
    TO_RST_QP(0x50a),
    /** Reads a QP context, in the frame of {@link CreateQp}. */
    QUERY_QP(0x50b),
    /** Moves a QP from SQD to RTS. */
    SQD_RTS_QP(0x50c),
    /** Changes attributes of a QP in INIT. */
    INIT2INIT_QP(0x50e),
    /** Creates a shared receive queue: {@link CreateSrq}. */
    CREATE_SRQ(0x700),
    /** Destroys a shared receive queue. */
    DESTROY_SRQ(0x701),
    /** Reads an SRQ context, in the frame of {@link CreateSrq}. */
    QUERY_SRQ(0x702),
    /** Sets the limit of an SRQ: {@link ArmRq}. */
    ARM_RQ(0x703),
    /** Creates an XRC SRQ: {@link CreateSrq}. */
    CREATE_XRC_SRQ(0x705),
    /** Destroys an XRC SRQ. */
    DESTROY_XRC_SRQ(0x706),
    /** Reads the context of an XRC SRQ, in the frame of {@link CreateSrq}. */
    QUERY_XRC_SRQ(0x707),
    /** Sets the limit of an XRC SRQ: {@link ArmRq}. */
    ARM_XRC_SRQ(0x708),
    /** Writes an entry of the port's GID table: {@link SetRoceAddress}. */
    SET_ROCE_ADDRESS(0x761),
    /** Allocates a PD. */
    ALLOC_PD(0x800),
    /** Deallocates a PD. */
    DEALLOC_PD(0x801),
    /** Allocates the number of a doorbell page. */
    ALLOC_UAR(0x802),
    /** Gives the number of a doorbell page back. */
    DEALLOC_UAR(0x803),
    /** Attaches a UD QP to a multicast group: {@link AttachMcg}. */
    ATTACH_TO_MCG(0x806),
    /** Detaches a UD QP from a multicast group: {@link AttachMcg}. */
    DETACH_FROM_MCG(0x807),
    /** Allocates an XRC domain. */
    ALLOC_XRCD(0x80e),
    /** Deallocates an XRC domain. */
    DEALLOC_XRCD(0x80f),
    /** Lists the windows bound to a region: {@link BoundWindows}. */
    QUERY_BOUND_WINDOWS(0xf00),
    /** Changes a region in one step: {@link ModifyMkey}. */
    MODIFY_MKEY(0xf01),
    /** Moves a QP from RTS to SQD. */
    RTS2SQD_QP(0xf02),
    /** Changes attributes of a QP in SQD. */
    SQD2SQD_QP(0xf03),
    /** Changes the pages of an on-demand region: {@link UpdateTranslations}. */
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

    /** {@return the number in {@link CommandInput#OPCODE}} */
    public int code() {
        return code;
    }

    /**
     * {@return the command with this number, or null}
     *
     * @param code the number in {@link CommandInput#OPCODE}
     */
    public static @Nullable CommandOpcode of(int code) {
        return BY_CODE.get(code);
    }
}
