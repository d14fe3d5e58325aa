package dev.fenestra.tools.proof.oracle.model;

import dev.fenestra.ib.core.vocabulary.SortedSets;
import java.util.Set;

/**
 * A rule that can refuse something, as the tables number it where they do: so it can be counted, and left out to test
 * the oracle.
 */
public enum OracleRule {
    PD_CHILDREN("a PD with regions, windows or QPs stays"),
    CQ_USERS("a CQ that a QP uses stays"),
    MR_WINDOWS("a region with bound windows stays", "LIFE-3", "D1"),
    QP_WINDOWS("a QP with bound 2A windows is not destroyed"),
    QP_WINDOWS_RESET("a QP with bound 2A windows is not reset"),
    QP_TRANSITION("the state table has the transition"),
    OPEN_OBJECTS("a context with objects is not closed"),

    REG_OFFSET("address and iova have one offset in the page"),
    REG_RIGHTS("REMOTE_WRITE and REMOTE_ATOMIC need LOCAL_WRITE"),
    REG_FLAGS("access flags are known"),
    REG_OFFERED("the device offers the access asked for"),
    REG_LENGTH("a region has at least one page, and at least one byte when it is registered anew"),
    REREG_FLAGS("rereg_mr is told to change something"),
    REREG_ACCESS("access without CHANGE_ACCESS is 0"),
    REREG_ZERO_BASED("ZERO_BASED changes only together with the translation"),
    REREG_WINDOWS("bound windows keep their region's memory, PD, MW_BIND and LOCAL_WRITE"),
    REG_MAPPED("a region's range is mapped"),

    P1("bind_mw takes windows of type 1"),
    P2("without a region there is no range"),
    P3("window and region are of one PD"),
    P4("a type-1 window is not zero-based"),
    P6("bind_mw takes no zero-based region"),
    P7("a window has at most 2^31 bytes"),
    P8("BIND_MW takes windows of type 2"),
    P10("a QP before RTS takes no send request"),
    RECV_RESET("a QP in RESET takes no receive"),
    RECV_ROOM("the receive queue has room"),

    B1("the old key is the window's"),
    B2("window access flags are known"),
    B4("a type-2 window is free before it is bound"),
    B5("QP and window are of one PD"),
    B6("a type-2 window has at least one byte"),
    B7("the region's L_Key is valid"),
    B8("region and window are of one PD"),
    B9("the region is not zero-based"),
    B10("the region has MW_BIND"),
    B11("a window that can be written needs a region with LOCAL_WRITE"),
    B12("the window lies inside the region"),
    B13("the new key keeps the index"),

    A1("the R_Key is known and not stale", "R1", "R2"),
    A2("the QP is of the window's PD"),
    A3("the QP is the window's"),
    A4("a type-1 window is bound"),
    A5("the window has the right"),
    A6("a type-2 window is valid", "A4"),
    A7("the range lies inside the window"),
    A8("the QP allows the operation"),
    R_PD("the QP is of the region's PD", "R3"),
    R_RIGHT("the region has the right", "R4"),
    R_RANGE("the range lies inside the region", "R6"),
    ATOMIC_ALIGNED("an atomic's address is a multiple of 8"),

    INV_KEY("the key to invalidate is known and not stale", "I1", "I2"),
    INV_TYPE_1("a type-1 window is not invalidated", "I1"),
    INV_REGION("a registered region is not invalidated", "I1"),
    INV_QP("a bound window is invalidated through its own QP", "I3"),

    L_KEY("the L_Key is that of a region, and not stale", "L1", "L2"),
    L_PD("the QP is of the region's PD", "L4"),
    L_WRITE("the region has LOCAL_WRITE where data lands", "L5"),
    L_RANGE("the piece lies inside the region", "L6"),

    REACHED("the peer's QP answers", "T6"),
    RECV_POSTED("the peer has posted a receive", "T7"),
    RECV_LENGTH("the message fits the receive", "T3"),
    FLUSHED("a QP in ERR executes nothing"),

    ARM_WIDER("a request for an event of any completion stays when one for solicited ones follows");

    private final String text;
    private final Set<String> ids;

    /**
     * @param ids of the rules in the tables that say this; none where its name is that of one
     */
    OracleRule(String text, String... ids) {
        this.text = text;
        this.ids = SortedSets.copyOf(ids.length == 0 ? Set.of(name()) : Set.of(ids));
    }

    /** Ids of the rules that a device may name when it refuses what this forbids. */
    public Set<String> ids() {
        return ids;
    }

    public String text() {
        return text;
    }
}
