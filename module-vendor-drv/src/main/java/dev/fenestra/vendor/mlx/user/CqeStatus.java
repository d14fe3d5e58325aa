package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Translates the syndromes of error CQEs to the words of verbs. */
final class CqeStatus {
    private static final int ABORTED = 0x22;
    /** The vendor's syndrome that marks a page fault among aborts. */
    private static final int PAGE_FAULT = 0x93;

    private static final int[] BY_SYNDROME = new int[256];

    static {
        Arrays.fill(BY_SYNDROME, WcStatus.GENERAL_ERR.code());
        status(CqeSyndrome.LOCAL_LENGTH, WcStatus.LOC_LEN_ERR);
        status(CqeSyndrome.LOCAL_QP_OPERATION, WcStatus.LOC_QP_OP_ERR);
        status(CqeSyndrome.LOCAL_PROTECTION, WcStatus.LOC_PROT_ERR);
        status(CqeSyndrome.FLUSHED, WcStatus.WR_FLUSH_ERR);
        status(CqeSyndrome.MW_BIND, WcStatus.MW_BIND_ERR);
        status(CqeSyndrome.BAD_RESPONSE, WcStatus.BAD_RESP_ERR);
        status(CqeSyndrome.LOCAL_ACCESS, WcStatus.LOC_ACCESS_ERR);
        status(CqeSyndrome.REMOTE_INVALID_REQUEST, WcStatus.REM_INV_REQ_ERR);
        status(CqeSyndrome.REMOTE_ACCESS, WcStatus.REM_ACCESS_ERR);
        status(CqeSyndrome.REMOTE_OPERATION, WcStatus.REM_OP_ERR);
        status(CqeSyndrome.RETRY_EXCEEDED, WcStatus.RETRY_EXC_ERR);
        status(CqeSyndrome.RNR_RETRY_EXCEEDED, WcStatus.RNR_RETRY_EXC_ERR);
        status(ABORTED, WcStatus.REM_ABORT_ERR);
    }

    private CqeStatus() {}

    private static void status(int syndrome, WcStatus status) {
        BY_SYNDROME[syndrome] = status.code();
    }

    /** The number of a {@link WcStatus}. An unknown syndrome is a general error. */
    static int of(int syndrome) {
        return BY_SYNDROME[syndrome];
    }

    /** Whether an error CQE of an SRQ only reports a missing page. */
    static boolean isPageFault(MemorySegment memory, long base) {
        return Cqe.SYNDROME.get(memory, base) == ABORTED && Cqe.VENDOR_SYNDROME.get(memory, base) == PAGE_FAULT;
    }
}
