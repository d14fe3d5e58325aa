package dev.fenestra.tools.proof.oracle.program;

import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.List;

/**
 * One verb of a program. Slots of their host name objects. A QP, its CQ and the peer's QP have the same slot.
 */
public sealed interface Step {

    /** The name of the verb. */
    default String verb() {
        return switch (this) {
            case AllocPd _ -> "alloc_pd";
            case DeallocPd _ -> "dealloc_pd";
            case RegMr _ -> "reg_mr";
            case ReregMr _ -> "rereg_mr";
            case DeregMr _ -> "dereg_mr";
            case AllocMw _ -> "alloc_mw";
            case QueryMw _ -> "query_mw";
            case DeallocMw _ -> "dealloc_mw";
            case CreateCq _ -> "create_cq";
            case ArmCq _ -> "req_notify_cq";
            case DestroyCq _ -> "destroy_cq";
            case CreateQp _ -> "create_qp";
            case DestroyQp _ -> "destroy_qp";
            case Connect _ -> "modify_qp (connect)";
            case ResetQp _ -> "modify_qp (RESET)";
            case InitQp _ -> "modify_qp (INIT)";
            case FailQp _ -> "modify_qp (ERR)";
            case Receive _ -> "post_recv";
            case BindOne _ -> "bind_mw";
            case Post _ -> "post_send";
            case Fill _ -> "(fill memory)";
            case Reopen _ -> "close_device";
        };
    }

    record AllocPd(Side side, int pd) implements Step {}

    record DeallocPd(Side side, int pd) implements Step {}

    /**
     * @param offset in the host's memory
     * @param iovaStep added to the virtual address, to give the address that requests use
     * @param access mask of access flags, also with bits that are no flag
     */
    record RegMr(Side side, int mr, int pd, long offset, long length, long iovaStep, int access) implements Step {}

    /**
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}: which of the others count
     * @param access 0 unless the flags change it
     */
    record ReregMr(Side side, int mr, int flags, int pd, long offset, long length, int access) implements Step {
        public boolean changes(int flag) {
            return (flags & flag) != 0;
        }
    }

    record DeregMr(Side side, int mr) implements Step {}

    record AllocMw(Side side, int mw, int pd, MwType type) implements Step {}

    record QueryMw(Side side, int mw) implements Step {}

    record DeallocMw(Side side, int mw) implements Step {}

    record CreateCq(Side side, int cq) implements Step {}

    /**
     * Asks for an event of a CQ.
     *
     * @param isSolicited for the next completion that is solicited or has failed; else for the next one
     */
    record ArmCq(Side side, int cq, boolean isSolicited) implements Step {}

    record DestroyCq(Side side, int cq) implements Step {}

    record CreateQp(Side side, int qp, int pd) implements Step {}

    record DestroyQp(Side side, int qp) implements Step {}

    /**
     * Takes the two QPs of a slot through RESET to RTS, connected with each other.
     *
     * @param aliceAccess what alice's QP lets bob do
     * @param bobAccess what bob's QP lets alice do
     */
    record Connect(int qp, Mtu mtu, int aliceAccess, int bobAccess) implements Step {
        public int access(Side side) {
            return side == Side.ALICE ? aliceAccess : bobAccess;
        }
    }

    record ResetQp(Side side, int qp) implements Step {}

    record InitQp(Side side, int qp) implements Step {}

    record FailQp(Side side, int qp) implements Step {}

    record Receive(Side side, int qp, Piece piece) implements Step {}

    /**
     * Binds a window of type 1.
     *
     * @param mr slot of the region, or {@link #NO_REGION}
     * @param offset from the region's first address; the address itself without a region
     * @param isRestored whether the program writes the old R_Key back when the bind fails, as it should
     */
    record BindOne(Side side, int qp, int mw, int mr, long offset, long length, int access, boolean isRestored)
            implements Step {
        public static final int NO_REGION = -1;
    }

    /**
     * Posts requests together.
     *
     * @param isQuiet whether all but the last are unsignaled
     * @param isSolicited whether they ask for an event of the receiving CQ
     */
    record Post(Side side, int qp, List<Work> works, boolean isQuiet, boolean isSolicited) implements Step {}

    /** The program writes to its own memory, as a seed says. */
    record Fill(Side side, int offset, int length, long seed) implements Step {}

    /** Closes the context, which must have no objects left, and opens the device again. */
    record Reopen(Side side) implements Step {}
}
