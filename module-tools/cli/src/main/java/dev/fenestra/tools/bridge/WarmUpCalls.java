package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.DestroyCq;
import dev.fenestra.ib.core.abi.uverbs.PathFields;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.DestroyQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ModifyQp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.AllocPdResp;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeallocPd;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.DeregMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.RegMr;
import dev.fenestra.ib.core.abi.uverbs.RegionLayouts.RegMrResp;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.AhAttributes;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The calls that nearly all programs make, in the order in which they make them, with what libmlx5 adds to them. The
 * driver knows these additions; the tools do not know the driver.
 */
final class WarmUpCalls {
    /** {@code struct mlx5_ib_alloc_ucontext_req_v2}: 16 doorbell registers, 4 fast ones, CQEs of version 1. */
    private static final byte[] CONTEXT_REQUEST =
            HexFormat.of().parseHex("1000000004000000000000000000000001000000000000000000000000000000");

    /** Bytes of {@code struct mlx5_ib_create_cq} and {@code struct mlx5_ib_create_qp}. */
    private static final int CQ_REQUEST_BYTES = 32;

    private static final int QP_REQUEST_BYTES = 56;

    /** Bytes of the driver's part of an answer. */
    private static final int CONTEXT_ROOM = 72;

    private static final int PD_ROOM = 4;
    private static final int CQ_ROOM = 8;
    private static final int QP_ROOM = 40;

    /** The queues lie on pages of their own, and the doorbell records on another one. */
    private static final int PAGE = 4096;

    private static final long CQ_BUFFER = WarmUpProgram.MEMORY;
    private static final long QP_BUFFER = CQ_BUFFER + PAGE;
    private static final long CQ_RECORD = QP_BUFFER + PAGE;
    private static final long QP_RECORD = CQ_RECORD + Long.BYTES;
    private static final long REGION = CQ_RECORD + PAGE;
    private static final int REGION_BYTES = 2 * PAGE;

    private static final int CQES = 8;
    private static final int CQE_BYTES = 64;
    private static final int SEND_BLOCKS = 8;

    private final WarmUpProgram.File file;

    private WarmUpCalls(WarmUpProgram.File file) {
        this.file = file;
    }

    /**
     * Makes the calls of a program that opens a device, registers memory, connects a QP with itself, and closes all.
     *
     * @param own the GID of the device
     * @throws IOException with the errno of the first call that is refused
     */
    static void make(WarmUpProgram program, Gid own) throws IOException {
        try (WarmUpProgram.File file = program.open()) {
            new WarmUpCalls(file).makeAll(own);
        }
    }

    private void makeAll(Gid own) throws IOException {
        file.write(WriteCommand.GET_CONTEXT, new byte[Long.BYTES], CONTEXT_REQUEST, CONTEXT_ROOM);
        call(WriteCommand.QUERY_DEVICE, _ -> {});
        call(WriteCommand.CREATE_COMP_CHANNEL, _ -> {});
        int pd = AllocPdResp.PD_HANDLE.getInt(call(WriteCommand.ALLOC_PD, new byte[0], PD_ROOM, _ -> {}));
        int mr = RegMrResp.MR_HANDLE.getInt(call(WriteCommand.REG_MR, request -> {
            RegMr.START.set(request, REGION);
            RegMr.HCA_VA.set(request, REGION);
            RegMr.LENGTH.set(request, REGION_BYTES);
            RegMr.PD_HANDLE.set(request, pd);
            RegMr.ACCESS_FLAGS.set(request, AccessFlag.LOCAL_WRITE.bit() | AccessFlag.REMOTE_WRITE.bit());
        }));
        int cq = createCq();
        connectQp(pd, cq, own);
        destroy(WriteCommand.DESTROY_CQ, DestroyCq.CQ_HANDLE, cq);
        destroy(WriteCommand.DEREG_MR, DeregMr.MR_HANDLE, mr);
        destroy(WriteCommand.DEALLOC_PD, DeallocPd.PD_HANDLE, pd);
    }

    private int createCq() throws IOException {
        byte[] udata = queue(CQ_REQUEST_BYTES, CQ_BUFFER, CQ_RECORD, CQE_BYTES);
        return CreateCqResp.CQ_HANDLE.getInt(call(WriteCommand.CREATE_CQ, udata, CQ_ROOM, request -> {
            CreateCq.CQE.set(request, CQES - 1);
            CreateCq.COMP_CHANNEL.set(request, -1);
        }));
    }

    private void connectQp(int pd, int cq, Gid own) throws IOException {
        byte[] udata = queue(QP_REQUEST_BYTES, QP_BUFFER, QP_RECORD, SEND_BLOCKS);
        MemorySegment created = call(WriteCommand.CREATE_QP, udata, QP_ROOM, request -> {
            CreateQp.PD_HANDLE.set(request, pd);
            CreateQp.SEND_CQ_HANDLE.set(request, cq);
            CreateQp.RECV_CQ_HANDLE.set(request, cq);
            CreateQp.MAX_SEND_WR.set(request, SEND_BLOCKS / 2);
            CreateQp.MAX_SEND_SGE.set(request, 1);
            CreateQp.QP_TYPE.set(request, QpType.RC.code());
        });
        int qp = CreateQpResp.QP_HANDLE.getInt(created);
        int number = CreateQpResp.QPN.getInt(created);
        modify(qp, QpState.INIT, bits(QpAttribute.PKEY_INDEX, QpAttribute.PORT, QpAttribute.ACCESS_FLAGS), request -> {
            ModifyQp.PORT_NUM.set(request, 1);
        });
        int toRtr = bits(
                QpAttribute.AV,
                QpAttribute.PATH_MTU,
                QpAttribute.DEST_QPN,
                QpAttribute.RQ_PSN,
                QpAttribute.MAX_DEST_RD_ATOMIC,
                QpAttribute.MIN_RNR_TIMER);
        modify(qp, QpState.RTR, toRtr, request -> {
            PathFields.QP_DEST.write(ModifyQp.DEST.of(request), AhAttributes.to(own));
            ModifyQp.PATH_MTU.set(request, Mtu.MTU_1024.code());
            ModifyQp.DEST_QP_NUM.set(request, number);
        });
        int toRts = bits(
                QpAttribute.SQ_PSN,
                QpAttribute.TIMEOUT,
                QpAttribute.RETRY_CNT,
                QpAttribute.RNR_RETRY,
                QpAttribute.MAX_QP_RD_ATOMIC);
        modify(qp, QpState.RTS, toRts, _ -> {});
        destroy(WriteCommand.DESTROY_QP, DestroyQp.QP_HANDLE, qp);
    }

    private void modify(int qp, QpState state, int attributes, Consumer<MemorySegment> fill) throws IOException {
        call(WriteCommand.MODIFY_QP, request -> {
            ModifyQp.QP_HANDLE.set(request, qp);
            ModifyQp.ATTR_MASK.set(request, attributes | QpAttribute.STATE.bit());
            ModifyQp.QP_STATE.set(request, state.code());
            fill.accept(request);
        });
    }

    private void destroy(WriteCommand command, HostField handle, int number) throws IOException {
        call(command, request -> handle.set(request, number));
    }

    private MemorySegment call(WriteCommand command, Consumer<MemorySegment> fill) throws IOException {
        return call(command, new byte[0], 0, fill);
    }

    private MemorySegment call(WriteCommand command, byte[] udata, int udataRoom, Consumer<MemorySegment> fill)
            throws IOException {
        byte[] request = new byte[command.requestBytes()];
        fill.accept(MemorySegment.ofArray(request));
        return file.write(command, request, udata, udataRoom);
    }

    private static int bits(QpAttribute... attributes) {
        int bits = 0;
        for (QpAttribute attribute : attributes) {
            bits |= attribute.bit();
        }
        return bits;
    }

    /** Where a queue and its doorbell record lie, and the number that comes next for both kinds of queue. */
    private static byte[] queue(int bytes, long buffer, long doorbellRecord, int number) {
        return ByteBuffer.allocate(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(buffer)
                .putLong(doorbellRecord)
                .putInt(number)
                .array();
    }
}
