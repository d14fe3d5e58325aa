package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.*;

import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;

/** The verb behind a UMR WQE. It follows from flags, mask and tag, not from the opcode. */
enum UmrOperation {
    BIND_TYPE_2("BIND_MW, type 2", "old R_Key of the window"),
    BIND_TYPE_1("BIND_MW, type 1", "old R_Key of the window"),
    BIND_EMPTY("BIND_MW, type 2, length 0", "old R_Key of the window"),
    UNBIND("BIND_MW, type 1, length 0: unbind", "old R_Key of the window"),
    LOCAL_INV("LOCAL_INV", "key to invalidate"),
    REG_MR("REG_MR: a fast registration", "key of the region before"),
    CONFIGURE("mkey configuration", "key of the mkey");

    private final String text;
    private final String immediate;

    UmrOperation(String text, String immediate) {
        this.text = text;
        this.immediate = immediate;
    }

    String text() {
        return text;
    }

    /** What the last word of the control segment is for. */
    String immediate() {
        return immediate;
    }

    static UmrOperation of(Bytes bytes, long controlAt, long mkeyAt) {
        int flags = bytes.getInt(FLAGS, controlAt);
        if ((bytes.get(MKEY_MASK, controlAt) & MASK_PAGE_SIZE) != 0) {
            return REG_MR;
        }
        if ((flags & CHECK_QPN) != 0) {
            return (flags & CHECK_FREE) != 0 || bytes.isSet(MkeyContext.TAG, mkeyAt) ? BIND_EMPTY : LOCAL_INV;
        }
        if ((flags & UmrControlSegment.TRANSLATION_OFFSET) == 0) {
            return CONFIGURE;
        }
        if ((flags & CHECK_FREE) != 0) {
            return BIND_TYPE_2;
        }
        return (bytes.get(MKEY_MASK, controlAt) & MASK_LENGTH) != 0 ? BIND_TYPE_1 : UNBIND;
    }
}
