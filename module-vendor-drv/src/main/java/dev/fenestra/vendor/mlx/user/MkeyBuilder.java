package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvQp;
import dev.fenestra.vendor.mlx.dv.DvSendOp;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import java.util.Set;

/**
 * The part of a send queue's builder that configures mkeys. It counts the setters between an operation and the next
 * request.
 */
final class MkeyBuilder implements DvQp {
    private static final int RIGHTS = AccessFlag.mask(
            AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    private static final int SET_ACCESS = 1;
    private static final int SET_LAYOUT = 2;

    private final MlxSendQueue queue;
    private final MkeySegments segments;
    private final Set<DvSendOp> operations;
    private final int mostInline;
    private int mostEntries;
    private int announced;
    private int set;
    private boolean configuring;

    MkeyBuilder(MlxSendQueue queue, MkeySegments segments, Set<DvSendOp> operations, QpSizes sizes) {
        this.queue = queue;
        this.segments = segments;
        this.operations = operations;
        mostInline = (sizes.maxInline() + DataSegment.INLINE_HEADER_BYTES) / DataSegment.BYTES;
    }

    @Override
    public void mrList(DvMkey mkey, int access, SgeList pieces) {
        if (begin(DvSendOp.MR_LIST, mkey, 2)) {
            setLayoutList(pieces);
            setAccess(access);
        }
    }

    @Override
    public void mrInterleaved(DvMkey mkey, int access, int repeatCount, InterleavedList pieces) {
        if (begin(DvSendOp.MR_INTERLEAVED, mkey, 2)) {
            setLayoutInterleaved(repeatCount, pieces);
            setAccess(access);
        }
    }

    @Override
    public void mkeyConfigure(DvMkey mkey, int setters) {
        begin(DvSendOp.MKEY_CONFIGURE, mkey, setters);
    }

    @Override
    public void setAccess(int access) {
        if (isDue(SET_ACCESS)) {
            if ((access & ~RIGHTS) != 0) {
                queue.refuse(MlxRule.MKEY_ACCESS);
            } else {
                segments.access(access);
            }
        }
    }

    @Override
    public void setLayoutList(SgeList pieces) {
        if (isDue(SET_LAYOUT) && hasRoom(pieces.size())) {
            segments.list(pieces);
        }
    }

    @Override
    public void setLayoutInterleaved(int repeatCount, InterleavedList pieces) {
        if (isDue(SET_LAYOUT) && hasRoom(pieces.size() + 1)) {
            queue.refuse(PieceChecks.strides(pieces));
            if (!queue.isRefused()) {
                segments.interleaved(repeatCount, pieces);
            }
        }
    }

    /** Ends the request. All announced setters must have been called. */
    void end() {
        if (configuring && Integer.bitCount(set) != announced) {
            queue.refuse(MlxRule.MKEY_SETTERS);
        }
        configuring = false;
    }

    private boolean begin(DvSendOp operation, DvMkey mkey, int setters) {
        if (!operations.contains(operation)) {
            queue.refuse(MlxRule.MKEY_OPERATION);
        } else if ((queue.flags() & SendFlag.INLINE) == 0) {
            queue.refuse(MlxRule.MKEY_INLINE);
        }
        configuring = queue.beginUmr(WcOpcode.DRIVER1.code(), mkey.lkey());
        if (configuring) {
            announced = setters;
            set = 0;
            mostEntries = Math.min(mostInline, mkey.maxEntries());
            segments.begin(mkey.lkey());
        }
        return configuring;
    }

    /**
     * Whether a setter may be called now: inside a configuration, for the first time, and within the announced number.
     */
    private boolean isDue(int setter) {
        if (!configuring || (set & setter) != 0 || Integer.bitCount(set) == announced) {
            queue.refuse(MlxRule.MKEY_SETTERS);
            return false;
        }
        set |= setter;
        return !queue.isRefused();
    }

    private boolean hasRoom(int entries) {
        if (entries > mostEntries) {
            queue.refuse(MlxRule.MKEY_ENTRIES);
            return false;
        }
        return true;
    }
}
