package dev.fenestra.hw.sim.mlx5.prm;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a command was refused: the 32-bit syndrome of its output, and the status that goes with it. The second byte of
 * the number is the high byte of the opcodes it belongs to. Numbers are never reused.
 * Each constant describes itself in {@link #text}.
 */
@SuppressWarnings("doclint:missing")
public enum CommandSyndrome {
    NONE(0, CommandStatus.OK, ""),
    OPCODE(0x0001, CommandStatus.BAD_OPERATION, "the device has no command of this opcode"),

    CAPABILITY_OUTPUT(0x0101, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than query_hca_cap_out"),

    PAGES_INPUT(0x0104, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than its list of pages"),
    PAGES_UNWANTED(0x0105, CommandStatus.BAD_SYSTEM_STATE, "the device takes no pages of the host"),
    PAGES_PAGE(0x0106, CommandStatus.BAD_PARAMETER, "a given page is not aligned or cannot be reached"),
    MKEY_INPUT(0x0201, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than create_mkey_in"),
    MKEY_OUTPUT(0x0202, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than query_mkey_out"),
    MKEY_SPECIAL_OUTPUT(
            0x0210, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than query_special_contexts_out"),
    MKEY_UNKNOWN(0x0203, CommandStatus.BAD_RESOURCE, "no mkey has this index"),
    MKEY_PD(0x0204, CommandStatus.BAD_RESOURCE, "no PD has the number in the mkey context"),
    MKEY_CLASS(0x0205, CommandStatus.BAD_PARAMETER, "the object class is unknown"),
    MKEY_RANGE(0x0206, CommandStatus.BAD_PARAMETER, "the region has no page or more than 2^28 pages"),
    MKEY_PAGE_SIZE(0x0207, CommandStatus.BAD_PARAMETER, "log_page_size is below 12, or not 12 where only that will do"),
    MKEY_LIST(0x0208, CommandStatus.BAD_PARAMETER, "the translation list does not cover the region"),
    MKEY_PAGE(0x0209, CommandStatus.BAD_PARAMETER, "a listed page is not aligned or cannot be reached"),
    MKEY_LEDGER(0x020a, CommandStatus.BAD_PARAMETER, "the ledger cell is not aligned or cannot be reached"),
    MKEY_TRANSLATIONS(0x020b, CommandStatus.LIMIT_EXCEEDED, "the translation table has no room for the region"),
    MKEY_LIMIT(0x020c, CommandStatus.LIMIT_EXCEEDED, "all mkeys are in use"),
    MKEY_NO_WINDOWS(0x020d, CommandStatus.BAD_PARAMETER, "the device has no memory windows"),
    MKEY_LAYOUT(0x020f, CommandStatus.BAD_PARAMETER, "an indirect mkey is no KLM list of 1 to log_max_klm_list_size"),
    MKEY_DEVICE_MEMORY(0x0214, CommandStatus.BAD_PARAMETER, "the range is not of device memory that is allocated"),
    MKEY_SHARED(0x021b, CommandStatus.BAD_PARAMETER, "there is no region of pinned pages and this length to share"),
    MEMIC_INPUT(0x0215, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than alloc_memic_in"),
    MEMIC_SIZE(0x0217, CommandStatus.BAD_PARAMETER, "device memory of no bytes, or aligned to more than 4 KiB"),
    MEMIC_LIMIT(0x0218, CommandStatus.LIMIT_EXCEEDED, "no room in the memory of the card"),
    MEMIC_UNKNOWN(0x0219, CommandStatus.BAD_RESOURCE, "no device memory was allocated at the address"),
    MEMIC_USED(0x021a, CommandStatus.RESOURCE_BUSY, "an mkey leads to the device memory"),
    MKEY_WHOLE_PAGES(0x0212, CommandStatus.BAD_PARAMETER, "a page list is not of whole pages"),
    MKEY_FAST_PAGES(
            0x0211, CommandStatus.BAD_PARAMETER, "a fast-register region has 1 to log_max_fast_reg_pages pages"),
    MKEY_PAGES_HELD(0x0213, CommandStatus.RESOURCE_BUSY, "rule D4: regions are registered over the page list"),
    MKEY_HELD(0x020e, CommandStatus.RESOURCE_BUSY, "rule D1: windows are bound to the region"),

    MKEY_NO_ON_DEMAND(0x0220, CommandStatus.BAD_PARAMETER, "the device has no on-demand paging"),

    EQ_INPUT(0x0301, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than the EQ's page list"),
    EQ_UNKNOWN(0x0302, CommandStatus.BAD_RESOURCE, "no EQ has this number"),
    EQ_SIZE(0x0303, CommandStatus.BAD_PARAMETER, "log_eq_size is above 22"),
    EQ_PAGE(0x0304, CommandStatus.BAD_PARAMETER, "a page of the EQ is not aligned or cannot be reached"),
    EQ_LIMIT(0x0305, CommandStatus.LIMIT_EXCEEDED, "all EQs are in use"),
    EQ_HELD(0x0306, CommandStatus.RESOURCE_BUSY, "CQs report to the EQ"),

    CQ_INPUT(0x0401, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than the CQ's page list"),
    CQ_UNKNOWN(0x0402, CommandStatus.BAD_RESOURCE, "no CQ has this number"),
    CQ_SIZE(0x0403, CommandStatus.BAD_PARAMETER, "log_cq_size is above the device's log_max_cq_sz"),
    CQ_PAGE(0x0404, CommandStatus.BAD_PARAMETER, "a page of the CQ is not aligned or cannot be reached"),
    CQ_RECORD(0x0405, CommandStatus.BAD_PARAMETER, "the CQ's doorbell record is not aligned or cannot be reached"),
    CQ_LIMIT(0x0406, CommandStatus.LIMIT_EXCEEDED, "all CQs are in use"),
    CQ_EQ(0x0407, CommandStatus.BAD_RESOURCE, "no EQ has the number in the CQ context"),
    CQ_OUTPUT(0x0408, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than the frame of the CQ context"),
    CQ_MODIFY(0x0409, CommandStatus.BAD_PARAMETER, "the command asks for no known change"),
    CQ_ROOM(
            0x040a,
            CommandStatus.BAD_RESOURCE_STATE,
            "entries not consumed do not fit the new ring, or fill the old one"),
    CQ_DEAD(0x040b, CommandStatus.BAD_RESOURCE_STATE, "the CQ was overrun"),

    QP_INPUT(0x0501, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than the frame of the QP context"),
    QP_OUTPUT(0x0502, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than the frame of the QP context"),
    QP_UNKNOWN(0x0503, CommandStatus.BAD_RESOURCE, "no QP has this number"),
    QP_CQ(0x0504, CommandStatus.BAD_RESOURCE, "no CQ has the number in the QP context"),
    QP_PD(0x0505, CommandStatus.BAD_RESOURCE, "no PD has the number in the QP context"),
    QP_SERVICE(0x0506, CommandStatus.BAD_PARAMETER, "the device has no QPs of this service"),
    QP_SEND_START(0x0507, CommandStatus.BAD_PARAMETER, "the send queue does not start on a basic block"),
    QP_LIST(0x0508, CommandStatus.BAD_PARAMETER, "the page list does not cover the queues"),
    QP_PAGE(0x0509, CommandStatus.BAD_PARAMETER, "a page of the queues is not aligned or cannot be reached"),
    QP_RECORD(0x050a, CommandStatus.BAD_PARAMETER, "the QP's doorbell record is not aligned or cannot be reached"),
    QP_LEDGER(0x050b, CommandStatus.BAD_PARAMETER, "the ledger cell is not aligned or cannot be reached"),
    QP_LIMIT(0x050c, CommandStatus.LIMIT_EXCEEDED, "all QPs are in use"),
    QP_STATE(0x050d, CommandStatus.BAD_QP_STATE, "the QP is not in the state that the command starts from"),
    QP_MTU(0x050e, CommandStatus.BAD_PARAMETER, "there is no such path MTU"),
    QP_HELD(0x050f, CommandStatus.RESOURCE_BUSY, "rule D2: type-2A windows are bound through the QP"),
    QP_SRQ(0x0510, CommandStatus.BAD_RESOURCE, "no SRQ has the number in the QP context"),
    QP_SRQ_SERVICE(0x0511, CommandStatus.BAD_PARAMETER, "QPs of this service take no receives from an SRQ"),
    QP_RECEIVES(0x0512, CommandStatus.BAD_PARAMETER, "there is no such rq_type"),
    QP_DRAINING(0x0513, CommandStatus.BAD_QP_STATE, "the send queue is still being drained"),
    QP_XRC_DOMAIN(0x0514, CommandStatus.BAD_RESOURCE, "no XRC domain has the number in the QP context"),
    QP_XRC_RECEIVES(0x0515, CommandStatus.BAD_PARAMETER, "an XRC QP has no receive queue"),
    QP_GID(0x0516, CommandStatus.BAD_PARAMETER, "the port has no GID of this index"),

    SRQ_INPUT(0x0701, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than the SRQ's page list"),
    SRQ_OUTPUT(0x0702, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than query_srq_out"),
    SRQ_UNKNOWN(0x0703, CommandStatus.BAD_RESOURCE, "no SRQ has this number"),
    SRQ_PD(0x0704, CommandStatus.BAD_RESOURCE, "no PD has the number in the SRQ context"),
    SRQ_STRIDE(0x0705, CommandStatus.BAD_PARAMETER, "a WQE of the SRQ has no room for a data segment"),
    SRQ_PAGE(0x0706, CommandStatus.BAD_PARAMETER, "a page of the SRQ is not aligned or cannot be reached"),
    SRQ_RECORD(0x0707, CommandStatus.BAD_PARAMETER, "the SRQ's doorbell record is not aligned or cannot be reached"),
    SRQ_LIMIT(0x0708, CommandStatus.LIMIT_EXCEEDED, "all SRQs are in use"),
    SRQ_SIZE(0x070a, CommandStatus.BAD_PARAMETER, "log_srq_size is above the device's log_max_srq_sz"),
    SRQ_HELD(0x0709, CommandStatus.RESOURCE_BUSY, "QPs take their receives from the SRQ"),
    SRQ_XRC_DOMAIN(0x070b, CommandStatus.BAD_RESOURCE, "no XRC domain has the number in the SRQ context"),
    SRQ_CQ(0x070c, CommandStatus.BAD_RESOURCE, "no CQ has the number in the SRQ context"),

    PD_UNKNOWN(0x0801, CommandStatus.BAD_RESOURCE, "no PD has this number"),
    PD_LIMIT(0x0802, CommandStatus.LIMIT_EXCEEDED, "all PDs are in use"),
    UAR_UNKNOWN(0x0803, CommandStatus.BAD_RESOURCE, "no UAR has this number"),
    UAR_LIMIT(0x0804, CommandStatus.LIMIT_EXCEEDED, "all UARs are in use"),
    XRCD_UNKNOWN(0x0805, CommandStatus.BAD_RESOURCE, "no XRC domain has this number"),
    XRCD_LIMIT(0x0806, CommandStatus.LIMIT_EXCEEDED, "all XRC domains are in use"),
    XRCD_HELD(0x0807, CommandStatus.RESOURCE_BUSY, "SRQs or QPs are of the XRC domain"),

    ROCE_INPUT(0x0761, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than set_roce_address_in"),
    ROCE_INDEX(0x0762, CommandStatus.BAD_PARAMETER, "the GID table has no entry of this index"),
    ROCE_GID(0x0763, CommandStatus.BAD_PARAMETER, "the GID is a multicast group's"),
    ROCE_FIRST(0x0765, CommandStatus.BAD_PARAMETER, "the first entry of the GID table is never empty"),
    ROCE_TAKEN(0x0764, CommandStatus.BAD_PARAMETER, "another port of the network has the GID"),

    MCG_INPUT(0x0808, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than attach_to_mcg_in"),
    MCG_QP(0x0809, CommandStatus.BAD_RESOURCE, "no UD QP has this number"),
    MCG_GID(0x080a, CommandStatus.BAD_PARAMETER, "the GID is not a multicast address"),
    MCG_LIMIT(0x080b, CommandStatus.LIMIT_EXCEEDED, "all multicast groups are in use"),
    MCG_MEMBERS(0x080c, CommandStatus.LIMIT_EXCEEDED, "the multicast group has all the QPs that it can have"),
    MCG_DETACHED(0x080d, CommandStatus.BAD_RESOURCE_STATE, "the QP is not attached to the multicast group"),

    MODIFY_NO_REGION(0x0f01, CommandStatus.BAD_PARAMETER, "the mkey is not a region's"),
    MODIFY_NOTHING(0x0f02, CommandStatus.BAD_PARAMETER, "the command asks for no change"),
    MODIFY_HELD(0x0f03, CommandStatus.RESOURCE_BUSY, "rule D3: windows are bound to the region"),
    MODIFY_ON_DEMAND(0x0f20, CommandStatus.BAD_PARAMETER, "the region is paged on demand and cannot be changed"),
    UPDATE_INPUT(0x0f21, CommandStatus.BAD_INPUT_LENGTH, "the input is shorter than its translations"),
    UPDATE_OUTPUT(0x0f22, CommandStatus.BAD_OUTPUT_LENGTH, "the output is shorter than update_translations_out"),
    UPDATE_NO_REGION(0x0f23, CommandStatus.BAD_PARAMETER, "the mkey is no region that is paged on demand"),
    UPDATE_RANGE(0x0f24, CommandStatus.BAD_PARAMETER, "the pages do not lie in the region"),
    UPDATE_PAGE(0x0f25, CommandStatus.BAD_PARAMETER, "a page of a new translation is not aligned or cannot be reached");

    private static final Map<Integer, CommandSyndrome> BY_NUMBER = new HashMap<>();

    static {
        for (CommandSyndrome syndrome : values()) {
            BY_NUMBER.put(syndrome.number, syndrome);
        }
    }

    private final int number;
    private final int status;
    private final String text;

    CommandSyndrome(int number, int status, String text) {
        this.number = number;
        this.status = status;
        this.text = text;
    }

    /** {@return the number in {@link CommandOutput#SYNDROME}} */
    public int number() {
        return number;
    }

    /** {@return the {@link CommandStatus} that goes with the refusal} */
    public int status() {
        return status;
    }

    /** {@return the violation in one line; empty for {@link #NONE}} */
    public String text() {
        return text;
    }

    /**
     * {@return the syndrome with this number, or null}
     *
     * @param number as in {@link CommandOutput#SYNDROME}
     */
    public static @Nullable CommandSyndrome of(int number) {
        return BY_NUMBER.get(number);
    }
}
