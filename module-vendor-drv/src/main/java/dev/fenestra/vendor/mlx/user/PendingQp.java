package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import org.jspecify.annotations.Nullable;

/**
 * A QP that is laid out, before the kernel creates it.
 *
 * @param pages that its queues use
 * @param queues the table of queues
 * @param userIndex in its CQEs
 * @param sizes of its queues
 * @param buffer that holds them
 * @param record its doorbell record
 * @param sendCq where send completions go
 * @param receiveCq where receive completions go
 * @param srq the SRQ of its receives, or null
 * @param options of its send queue
 * @param singleThreaded whether it needs no lock
 * @param direct attributes beyond verbs
 * @param flags of {@link QpUdata#FLAGS}
 * @param udata for the kernel half
 */
record PendingQp(
        UserPages pages,
        QueueTable queues,
        int userIndex,
        QpSizes sizes,
        QueueBuffer buffer,
        DoorbellRecords.Record record,
        MlxCq sendCq,
        MlxCq receiveCq,
        @Nullable MlxSrq srq,
        SendOptions options,
        boolean singleThreaded,
        DvQpOptions direct,
        int flags,
        Udata udata)
        implements Pending<UserQp> {

    PendingQp {
        QpUdata.BUFFER.set(udata.request(), buffer.address());
        QpUdata.RECORD.set(udata.request(), record.address());
        QpUdata.SEND_BLOCKS.set(udata.request(), sizes.sendBlocks());
        QpUdata.RECEIVE_WQES.set(udata.request(), sizes.receives());
        QpUdata.LOG_RECEIVE_STRIDE.set(udata.request(), sizes.logReceiveStride());
        QpUdata.FLAGS.set(udata.request(), flags);
        QpUdata.USER_INDEX.set(udata.request(), userIndex);
    }

    @Override
    public UserQp complete(int qpNumber) {
        MlxQp qp = new MlxQp(qpNumber, this);
        queues.remember(userIndex, qp);
        return qp;
    }

    @Override
    public void discard() {
        queues.forget(userIndex);
        buffer.free();
        record.give();
    }
}
