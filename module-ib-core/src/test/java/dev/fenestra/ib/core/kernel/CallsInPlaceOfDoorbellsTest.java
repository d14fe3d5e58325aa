package dev.fenestra.ib.core.kernel;

import static dev.fenestra.ib.core.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyBoolean;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doNothing;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import dev.fenestra.ib.core.Provokes;
import dev.fenestra.ib.core.abi.HostNumber;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCqResp;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ReqNotifyCq;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.PostSend;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.abi.uverbs.WriteLayouts.CommandHeader;
import dev.fenestra.ib.core.abi.uverbs.WriteLayouts.ExtendedHeader;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserStores;
import dev.fenestra.ib.core.uverbs.AbiRule;
import dev.fenestra.ib.core.uverbs.Descriptors;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.uverbs.WriteCall;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Libraries that use system calls where others ring a doorbell, and drivers that answer with what they have made. */
class CallsInPlaceOfDoorbellsTest {
    private static final int WR_BYTES = 128;

    private final Bench bench = new Bench();
    private final UverbsFile file = new UverbsFile(bench.process, "fake_0", mock(Descriptors.class));
    private final long answer = bench.process.memory().allocate(4096);
    private final UserStores stores = UserStores.into(bench.process.memory());

    CallsInPlaceOfDoorbellsTest() {
        call(WriteCommand.GET_CONTEXT, bytes(8));
    }

    @AfterEach
    void close() {
        file.close();
        bench.close();
    }

    private static MemorySegment bytes(int count) {
        return Arena.ofAuto().allocate(count, 8);
    }

    private MemorySegment call(WriteCommand command, MemorySegment request) {
        MemorySegment response = bytes(command.responseBytes());
        Errno errno = file.write(command.number(), new WriteCall(request, response, Udata.none()));
        assertEquals(Errno.OK, errno, command.name());
        return response;
    }

    private int cq() {
        MemorySegment asked = bytes(CreateCq.SIZE);
        CreateCq.CQE.set(asked, 10);
        CreateCq.COMP_CHANNEL.set(asked, -1);
        return CreateCqResp.CQ_HANDLE.getInt(call(WriteCommand.CREATE_CQ, asked));
    }

    private MemorySegment qp(int cq) {
        MemorySegment asked = bytes(CreateQp.SIZE);
        CreateQp.PD_HANDLE.set(asked, HostNumber.U32.get(call(WriteCommand.ALLOC_PD, bytes(8))));
        CreateQp.SEND_CQ_HANDLE.set(asked, cq);
        CreateQp.RECV_CQ_HANDLE.set(asked, cq);
        CreateQp.MAX_SEND_WR.set(asked, 5);
        CreateQp.MAX_RECV_WR.set(asked, 6);
        CreateQp.MAX_SEND_SGE.set(asked, 1);
        CreateQp.MAX_RECV_SGE.set(asked, 1);
        CreateQp.MAX_INLINE_DATA.set(asked, 32);
        CreateQp.QP_TYPE.set(asked, 2);
        return call(WriteCommand.CREATE_QP, asked);
    }

    /** As rxe's library writes it: 32 bytes, with the place of an answer. */
    private MemorySegment postSend(int qp) {
        MemorySegment all = bytes(CommandHeader.SIZE + PostSend.SIZE);
        CommandHeader.COMMAND.set(all, WriteCommand.POST_SEND.number());
        CommandHeader.IN_WORDS.set(all, all.byteSize() / 4);
        CommandHeader.OUT_WORDS.set(all, 1);
        MemorySegment core = all.asSlice(CommandHeader.SIZE);
        ExtendedHeader.RESPONSE.set(core, answer);
        PostSend.QP_HANDLE.set(core, qp);
        PostSend.WQE_SIZE.set(core, WR_BYTES);
        return all;
    }

    private int handleOfQp() {
        return CreateQpResp.QP_HANDLE.getInt(qp(cq()));
    }

    private void assertOutcome(AbiRule rule, MemorySegment written) {
        assertEquals(rule.outcome(), file.written(written, stores).name(), rule.id());
    }

    @Test
    void shouldLetTheDriverLookAtASendQueueWhenALibraryWritesPostSend() {
        doNothing().when(bench.device).postSend(any());
        int qp = handleOfQp();

        assertEquals(Errno.OK, file.written(postSend(qp), stores));

        verify(bench.device).postSend(any(DriverQp.class));
        assertEquals(1, bench.process.transitions().of(SystemCall.POST_SEND));
    }

    @Test
    void shouldRefusePostSendWhereTheLibraryHasADoorbell() {
        assertEquals(Errno.EOPNOTSUPP, file.written(postSend(handleOfQp()), stores));
        assertEquals(Errno.ENOENT, file.written(postSend(99), stores));
    }

    @Test
    @Provokes("ABI-15")
    void shouldRefuseRequestsThatPostSendHasItself() {
        MemorySegment written = postSend(handleOfQp());
        PostSend.WR_COUNT.set(written.asSlice(CommandHeader.SIZE), 1);
        assertOutcome(AbiRule.QUEUED, written);
        PostSend.WR_COUNT.set(written.asSlice(CommandHeader.SIZE), 0);
        PostSend.WQE_SIZE.set(written.asSlice(CommandHeader.SIZE), 55);
        assertOutcome(AbiRule.KNOWN_VALUE, written);
    }

    @Test
    void shouldAskTheDriverForAnEventByACall() {
        doNothing().when(bench.device).requestNotify(any(), anyBoolean());
        MemorySegment asked = bytes(ReqNotifyCq.SIZE);
        ReqNotifyCq.CQ_HANDLE.set(asked, cq());
        ReqNotifyCq.SOLICITED_ONLY.set(asked, 1);

        call(WriteCommand.REQ_NOTIFY_CQ, asked);

        verify(bench.device).requestNotify(any(DriverCq.class), eq(true));
    }

    @Test
    void shouldRefuseToAskForAnEventByACallWhereTheLibraryHasADoorbell() {
        int cq = bench.cq();
        assertRefused(SpiRule.UNSUPPORTED, () -> bench.context.cqs().requestNotify(cq, false));
    }

    @Test
    @Provokes("ABI-14")
    void shouldRefuseWrittenCommandsWhoseLengthIsAnother() {
        MemorySegment written = postSend(handleOfQp());
        assertOutcome(AbiRule.WRITTEN, written.asSlice(0, 7));
        assertOutcome(AbiRule.WRITTEN, written.asSlice(0, 28));
        CommandHeader.IN_WORDS.set(written, 9);
        assertOutcome(AbiRule.WRITTEN, written);
        MemorySegment extended = bytes(16);
        CommandHeader.COMMAND.set(extended, WriteCommand.EX_CREATE_CQ.number());
        assertOutcome(AbiRule.WRITTEN, extended);
        CommandHeader.COMMAND.set(extended, 99);
        assertOutcome(AbiRule.KNOWN_COMMAND, extended);
    }

    @Test
    void shouldStoreTheAnswerOfAWrittenCommandWhereItSays() {
        MemorySegment written = bytes(CommandHeader.SIZE + 8);
        CommandHeader.COMMAND.set(written, WriteCommand.ALLOC_PD.number());
        CommandHeader.IN_WORDS.set(written, 4);
        CommandHeader.OUT_WORDS.set(written, 1);
        ExtendedHeader.RESPONSE.set(written.asSlice(CommandHeader.SIZE), answer);

        assertEquals(Errno.OK, file.written(written, stores));

        MemorySegment pd = bytes(4);
        bench.process.memory().load(answer, pd, 0, 4);
        call(WriteCommand.DEALLOC_PD, pd);
    }

    @Test
    void shouldCreateNothingWhenTheAnswerOfAWrittenCommandCannotBeStored() {
        MemorySegment written = bytes(CommandHeader.SIZE + 8);
        CommandHeader.COMMAND.set(written, WriteCommand.ALLOC_PD.number());
        CommandHeader.IN_WORDS.set(written, 4);
        CommandHeader.OUT_WORDS.set(written, 1);
        int before = bench.host.resources().size();

        assertEquals(Errno.EFAULT, file.written(written, stores));

        assertEquals(before, bench.host.resources().size());
    }

    @Test
    void shouldTakeAnExtendedCommandApartThatIsWritten() {
        int head = CommandHeader.SIZE + ExtendedHeader.SIZE;
        MemorySegment written = bytes(head + 32);
        CommandHeader.COMMAND.set(written, WriteCommand.EX_CREATE_CQ.number());
        CommandHeader.IN_WORDS.set(written, 4);
        CommandHeader.OUT_WORDS.set(written, 2);
        ExtendedHeader.RESPONSE.set(written.asSlice(CommandHeader.SIZE, ExtendedHeader.SIZE), answer);
        CreateCq.CQE.set(written.asSlice(head - 8), 10);
        CreateCq.COMP_CHANNEL.set(written.asSlice(head - 8), -1);

        assertEquals(Errno.OK, file.written(written, stores));

        MemorySegment made = bytes(16);
        bench.process.memory().load(answer, made, 0, 16);
        assertEquals(10, CreateCqResp.CQE.getInt(made));
    }

    @Test
    void shouldAnswerTheSizesThatTheDriverHasMade() {
        DriverCq cq = mock(DriverCq.class);
        doReturn(15).when(cq).made(anyInt());
        doReturn(cq).when(bench.device).createCq(any(), anyInt(), anyInt(), any());
        DriverQp qp = mock(DriverQp.class);
        doReturn(new QpCapacity(7, 8, 2, 2, 64)).when(qp).made(any());
        doReturn(qp).when(bench.device).createQp(any(), any(), any(), any());
        doNothing().when(bench.device).destroyQp(qp);

        MemorySegment asked = bytes(CreateCq.SIZE);
        CreateCq.CQE.set(asked, 10);
        CreateCq.COMP_CHANNEL.set(asked, -1);
        MemorySegment madeCq = call(WriteCommand.CREATE_CQ, asked);
        assertEquals(15, CreateCqResp.CQE.getInt(madeCq));
        MemorySegment madeQp = qp(CreateCqResp.CQ_HANDLE.getInt(madeCq));

        assertEquals(7, CreateQpResp.MAX_SEND_WR.getInt(madeQp));
        assertEquals(8, CreateQpResp.MAX_RECV_WR.getInt(madeQp));
        assertEquals(32, CreateQpResp.MAX_INLINE_DATA.getInt(madeQp), "the library decides, and hears its own number");
    }

    @Test
    void shouldTellADriverThatDecidesTheRoomForInlineDataHowMuchIsWanted() {
        doReturn(true).when(bench.device).decidesInline();
        DriverQp qp = mock(DriverQp.class);
        doReturn(new QpCapacity(7, 8, 2, 2, 64)).when(qp).made(new QpCapacity(5, 6, 1, 1, 32));
        doReturn(qp).when(bench.device).createQp(any(), any(), any(), any());
        doNothing().when(bench.device).destroyQp(qp);

        assertEquals(64, CreateQpResp.MAX_INLINE_DATA.getInt(qp(cq())));
    }

    @Test
    @Provokes("SPI-2")
    void shouldRefuseAStoreOfADriverWhereTheProcessHasNoMemory() {
        MemorySegment bytes = bytes(16);
        stores.check(answer + 4096 - 16, 16);
        assertRefused(SpiRule.USER_STORE, () -> stores.check(answer + 4096 - 15, 16));
        assertRefused(SpiRule.USER_STORE, () -> UserStores.NONE.check(answer, 1));
        stores.store(answer, bytes.fill((byte) 3));
        MemorySegment read = bytes(16);
        bench.process.memory().load(answer, read, 0, 16);
        assertEquals(-1, read.mismatch(bytes));
    }
}
