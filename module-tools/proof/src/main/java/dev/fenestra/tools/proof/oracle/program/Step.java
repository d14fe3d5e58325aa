package dev.fenestra.tools.proof.oracle.program;

import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.MwType;
import java.util.List;

/**
 * One verb of a program. Slots of their host name objects. A QP, its CQ and the peer's QP have the same slot.
 */
public sealed interface Step {

    /** The name of the verb. */
    String verb();

    record AllocPd(Side side, int pd) implements Step {
        @Override
        public String verb() {
            return "alloc_pd";
        }
    }

    record DeallocPd(Side side, int pd) implements Step {
        @Override
        public String verb() {
            return "dealloc_pd";
        }
    }

    /**
     * @param offset in the host's memory
     * @param iovaStep added to the virtual address, to give the address that requests use
     * @param access mask of access flags, also with bits that are no flag
     */
    record RegMr(Side side, int mr, int pd, long offset, long length, long iovaStep, int access) implements Step {
        @Override
        public String verb() {
            return "reg_mr";
        }
    }

    /**
     * @param flags bits of {@link dev.fenestra.ib.core.vocabulary.ReregFlag}: which of the others count
     * @param access 0 unless the flags change it
     */
    record ReregMr(Side side, int mr, int flags, int pd, long offset, long length, int access) implements Step {
        @Override
        public String verb() {
            return "rereg_mr";
        }

        public boolean changes(int flag) {
            return (flags & flag) != 0;
        }
    }

    record DeregMr(Side side, int mr) implements Step {
        @Override
        public String verb() {
            return "dereg_mr";
        }
    }

    record AllocMw(Side side, int mw, int pd, MwType type) implements Step {
        @Override
        public String verb() {
            return "alloc_mw";
        }
    }

    record QueryMw(Side side, int mw) implements Step {
        @Override
        public String verb() {
            return "query_mw";
        }
    }

    record DeallocMw(Side side, int mw) implements Step {
        @Override
        public String verb() {
            return "dealloc_mw";
        }
    }

    record CreateCq(Side side, int cq) implements Step {
        @Override
        public String verb() {
            return "create_cq";
        }
    }

    /**
     * Asks for an event of a CQ.
     *
     * @param isSolicited for the next completion that is solicited or has failed; else for the next one
     */
    record ArmCq(Side side, int cq, boolean isSolicited) implements Step {
        @Override
        public String verb() {
            return "req_notify_cq";
        }
    }

    record DestroyCq(Side side, int cq) implements Step {
        @Override
        public String verb() {
            return "destroy_cq";
        }
    }

    record CreateQp(Side side, int qp, int pd) implements Step {
        @Override
        public String verb() {
            return "create_qp";
        }
    }

    record DestroyQp(Side side, int qp) implements Step {
        @Override
        public String verb() {
            return "destroy_qp";
        }
    }

    /**
     * Takes the two QPs of a slot through RESET to RTS, connected with each other.
     *
     * @param aliceAccess what alice's QP lets bob do
     * @param bobAccess what bob's QP lets alice do
     */
    record Connect(int qp, Mtu mtu, int aliceAccess, int bobAccess) implements Step {
        @Override
        public String verb() {
            return "modify_qp (connect)";
        }

        public int access(Side side) {
            return side == Side.ALICE ? aliceAccess : bobAccess;
        }
    }

    record ResetQp(Side side, int qp) implements Step {
        @Override
        public String verb() {
            return "modify_qp (RESET)";
        }
    }

    record InitQp(Side side, int qp) implements Step {
        @Override
        public String verb() {
            return "modify_qp (INIT)";
        }
    }

    record FailQp(Side side, int qp) implements Step {
        @Override
        public String verb() {
            return "modify_qp (ERR)";
        }
    }

    record Receive(Side side, int qp, Piece piece) implements Step {
        @Override
        public String verb() {
            return "post_recv";
        }
    }

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

        @Override
        public String verb() {
            return "bind_mw";
        }
    }

    /**
     * Posts requests together.
     *
     * @param isQuiet whether all but the last are unsignaled
     * @param isSolicited whether they ask for an event of the receiving CQ
     */
    record Post(Side side, int qp, List<Work> works, boolean isQuiet, boolean isSolicited) implements Step {
        @Override
        public String verb() {
            return "post_send";
        }
    }

    /** The program writes to its own memory, as a seed says. */
    record Fill(Side side, int offset, int length, long seed) implements Step {
        @Override
        public String verb() {
            return "(fill memory)";
        }
    }

    /** Closes the context, which must have no objects left, and opens the device again. */
    record Reopen(Side side) implements Step {
        @Override
        public String verb() {
            return "close_device";
        }
    }
}
