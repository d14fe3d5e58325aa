package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.doCallRealMethod;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.BindMw;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.ReturnedErrno;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.mockito.InOrder;

class PostTest {
    private final Bench bench = new Bench();
    private final Context context = bench.context;
    private final ProtectionDomain pd = context.allocPd();
    private final QueuePair qp = bench.qp(pd);
    private final FakeQp queue = bench.provider.lastQp;
    private final Memory memory = context.allocate(4096);
    private final MemoryRegion mr = pd.regMrIova(memory, 0, 4096, 0x10000, AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
    private final RemoteBuffer there = new RemoteBuffer(0x5000, 64, 77);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void shouldTurnEveryKindOfRequestIntoThePrimitivesOfTheList() {
        MemoryWindow mw = pd.allocMw(MwType.TYPE_2);
        MemorySlice eight = mr.slice(16, 8);
        qp.post(
                Send.of(1, eight, mr.slice(0, 4)),
                SendWithImmediate.of(2, 42, eight).solicited(),
                SendWithInvalidate.of(3, 43).fenced(),
                RdmaWrite.of(4, there.at(8), eight).unsignaled(),
                RdmaWriteWithImmediate.of(5, there, 44),
                RdmaRead.of(6, there, eight),
                BindMw.of(7, mw, mw.nextKey(), eight, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ),
                LocalInvalidate.of(8, 45));

        String piece = " [" + mr.lkey() + " 65552 8]";
        assertEquals(
                List.of(
                        "SEND 1 flags=2" + piece + " [" + mr.lkey() + " 65536 4]",
                        "SEND_WITH_IMM 2 flags=6 42" + piece,
                        "SEND_WITH_INV 3 flags=3 43",
                        "RDMA_WRITE 4 flags=0 to 77 20488" + piece,
                        "RDMA_WRITE_WITH_IMM 5 flags=2 to 77 20480 imm=44",
                        "RDMA_READ 6 flags=2 to 77 20480" + piece,
                        "BIND_MW 7 flags=2 " + MemoryKey.text(mw.nextKey()) + " length=8 access=6",
                        "LOCAL_INV 8 flags=2 45"),
                queue.posted);
    }

    @Test
    void shouldPostAtomicsInBothWays() {
        MemorySlice landing = mr.slice(8, 8);
        qp.post(
                AtomicCompareAndSwap.of(1, there, 5, 6, landing).fenced(),
                AtomicFetchAndAdd.of(2, there.at(8), -1, landing).unsignaled(),
                AtomicCompareAndSwap.of(3, there, 7, 8, landing).unsignaled(),
                AtomicFetchAndAdd.of(4, there, 9, landing).fenced());
        qp.builder()
                .start()
                .request(5, 0)
                .atomicCompareAndSwap(77, 8, 1, 2)
                .sge(mr, 0x10000, 8)
                .request(6, 0)
                .atomicFetchAndAdd(77, 16, 3)
                .sge(mr, 0x10008, 8)
                .complete();

        String piece = " [" + mr.lkey() + " 65544 8]";
        assertEquals(
                List.of(
                        "ATOMIC_CMP_AND_SWP 1 flags=3 at 77 20480 5 6" + piece,
                        "ATOMIC_FETCH_AND_ADD 2 flags=0 at 77 20488 -1" + piece,
                        "ATOMIC_CMP_AND_SWP 3 flags=0 at 77 20480 7 8" + piece,
                        "ATOMIC_FETCH_AND_ADD 4 flags=3 at 77 20480 9" + piece,
                        "start",
                        "request 5 flags=0",
                        "atomicCompareAndSwap 77 8 1 2",
                        "sge " + mr.lkey() + " 65536 8",
                        "request 6 flags=0",
                        "atomicFetchAndAdd 77 16 3",
                        "sge " + mr.lkey() + " 65544 8",
                        "complete"),
                queue.posted);
    }

    @Test
    void shouldNameInlineDataByVirtualAddress() {
        qp.post(Send.of(1, mr.slice(16, 8)).inlined());

        assertEquals(List.of("SEND 1 flags=10 [" + mr.lkey() + " " + (memory.address() + 16) + " 8]"), queue.posted);
    }

    @Test
    @Provokes("POST-1")
    void shouldCarryErrnoAndIndexOfTheRefusedRequest() {
        queue.refusedIndex = 1;

        PostException refused =
                assertThrows(PostException.class, () -> qp.post(Send.of(1), LocalInvalidate.of(2, 9), Send.of(3)));

        assertEquals(Errno.ENOMEM, refused.errno());
        assertEquals(1, refused.badIndex());
        assertEquals(new ReturnedErrno(Errno.ENOMEM), refused.rule());
        assertTrue(refused.values().startsWith("QP 3, bad_wr=1: LocalInvalidate[wrId=2"), refused::values);
        assertEquals(List.of("SEND 1 flags=2"), queue.posted);
        Refusal logged = bench.host.refusals().refusals().getLast();
        assertEquals("uverbs", logged.layer());
        assertEquals("ENOMEM", logged.outcome());
    }

    @Test
    void shouldNameTheRuleThatTheProviderNames() {
        queue.refusedIndex = 0;
        queue.answer = Errno.EPERM;
        queue.broken = SpiRule.P3;
        MemoryWindow mw = pd.allocMw(MwType.TYPE_1);

        for (Executable post :
                List.<Executable>of(() -> qp.post(Send.of(1)), () -> qp.postRecv(2), () -> qp.unbindMw(3, mw))) {
            PostException refused = assertThrows(PostException.class, post);
            assertEquals(SpiRule.P3, refused.rule());
            Refusal logged = bench.host.refusals().refusals().getLast();
            assertEquals("driver", logged.layer());
            assertEquals("P3", logged.ruleId());
        }
    }

    /** Programs in C see the returned errno only, so the errno of another rule would be wrong. */
    @Test
    void shouldNotNameARuleOfAnotherErrnoThanTheReturnedOne() {
        queue.refusedIndex = 0;
        queue.answer = Errno.EINVAL;
        for (Rule other : List.of(SpiRule.P3, VerbsRule.POST_ACCEPTED)) {
            queue.broken = other;

            PostException refused = assertThrows(PostException.class, () -> qp.post(Send.of(1)));

            assertEquals(new ReturnedErrno(Errno.EINVAL), refused.rule());
            assertEquals(Errno.EINVAL, refused.errno());
        }
    }

    @Test
    void shouldTellTheObserverOnlyWhatWasPosted() {
        VerbsObserver observer = mock(VerbsObserver.class);
        doCallRealMethod().when(observer).posted(anyInt(), any());
        context.addObserver(observer);
        queue.refusedIndex = 1;
        assertThrows(PostException.class, () -> qp.post(Send.of(1), Send.of(2)));
        qp.builder().start().request(3, 0).rdmaWrite(1, 2).complete();
        queue.answer = Errno.EINVAL;
        qp.builder().start().request(4, 0).send().complete();
        queue.answer = Errno.OK;
        qp.builder().start().request(5, 0).send().abort();
        qp.builder()
                .start()
                .request(6, 0)
                .rdmaRead(1, 2)
                .request(7, 0)
                .localInvalidate(1)
                .complete();
        context.removeObserver(observer);
        qp.builder().start().request(8, 0).send().complete();

        InOrder told = inOrder(observer);
        told.verify(observer).posted(17, 1, 2);
        told.verify(observer).posted(17, 3, 0);
        told.verify(observer).posted(17, 6, 4);
        told.verify(observer).posted(17, 7, 7);
        verify(observer, times(4)).posted(eq(17), any());
        verifyNoMoreInteractions(observer);
    }

    @Test
    void shouldPassTheBuilderStraightToTheProvider() {
        MemoryWindow mw = pd.allocMw(MwType.TYPE_2);
        SendBuilder builder = qp.builder();
        assertSame(builder, qp.builder());
        int errno = builder.start()
                .request(1, SendFlag.SIGNALED)
                .rdmaWriteWithImmediate(7, 8, 9)
                .sge(mr, 16, 8)
                .request(2, 0)
                .sendWithImmediate(3)
                .inline(memory, 100, 10)
                .request(3, 0)
                .sendWithInvalidate(4)
                .sge(5, 6, 7)
                .request(4, 0)
                .bindMw(mw, 0x0102, mr, 0, 9, 2)
                .complete();

        assertEquals(0, errno);
        assertEquals(
                List.of(
                        "start",
                        "request 1 flags=2",
                        "rdmaWriteWithImmediate 7 8 9",
                        "sge " + mr.lkey() + " 16 8",
                        "request 2 flags=0",
                        "sendWithImmediate 3",
                        "inline " + (memory.address() + 100) + " 10",
                        "request 3 flags=0",
                        "sendWithInvalidate 4",
                        "sge 5 6 7",
                        "request 4 flags=0",
                        "bindMw 0x000001:02 length=9 access=2",
                        "complete"),
                queue.posted);
    }

    @Test
    void shouldPostReceives() {
        qp.postRecv(1, mr.slice(0, 4), mr.slice(8, 4));
        assertEquals(0, qp.postRecv(2, 3, 4, 5));
        queue.answer = Errno.ENOMEM;

        assertEquals(
                Errno.ENOMEM,
                assertThrows(PostException.class, () -> qp.postRecv(3)).errno());
        assertEquals(Errno.ENOMEM.code(), qp.postRecv(4, 3, 4, 5));
        assertEquals("recv 1 [" + mr.lkey() + " 65536 4] [" + mr.lkey() + " 65544 4]", queue.posted.get(0));
        assertEquals("recv 2 3 4 5", queue.posted.get(1));
    }

    @Test
    void shouldBindAndUnbindATypeOneWindow() {
        MemoryWindow mw = pd.allocMw(MwType.TYPE_1);
        int before = mw.rkey();
        qp.bindMw(1, mw, mr.slice(0, 100), AccessFlag.REMOTE_WRITE);
        assertEquals(MemoryKey.next(before), mw.rkey());
        qp.unbindMw(2, mw);
        assertEquals(0, qp.bindMw(3, 0, mw, mr, 0x10000, 8, 2));

        assertEquals(
                List.of(
                        "bindType1 1 flags=2 length=100 access=2",
                        "bindType1 2 flags=2 length=0 access=0",
                        "bindType1 3 flags=0 length=8 access=2"),
                queue.posted);
    }

    @Test
    void shouldRefuseATypeOneBindBeforeTheProviderSeesIt() {
        MemoryWindow typeTwo = pd.allocMw(MwType.TYPE_2);
        MemoryWindow foreign = context.allocPd().allocMw(MwType.TYPE_1);
        MemoryWindow good = pd.allocMw(MwType.TYPE_1);

        VerbsException p1 = assertThrows(VerbsException.class, () -> qp.bindMw(1, typeTwo, mr.all()));
        assertEquals(SpiRule.P1, p1.rule());
        assertEquals(Errno.EINVAL.code(), qp.bindMw(1, 0, good, null, 1, 0, 0));
        VerbsException p3 = assertThrows(VerbsException.class, () -> qp.bindMw(1, foreign, mr.all()));
        assertEquals(Errno.EPERM, p3.errno());
        assertEquals(List.of(), queue.posted);
        assertEquals(2, bench.host.refusals().total());
    }

    @Test
    void shouldLeaveTheKeyWhenTheProviderRefusesATypeOneBind() {
        MemoryWindow mw = pd.allocMw(MwType.TYPE_1);
        int before = mw.rkey();
        queue.answer = Errno.EINVAL;

        PostException refused = assertThrows(PostException.class, () -> qp.bindMw(1, mw, mr.all()));

        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(0, refused.badIndex());
        assertEquals(before, mw.rkey());
    }

    @Test
    void shouldMakeNoSystemCallToPostBindOrPoll() {
        MemoryWindow mw = pd.allocMw(MwType.TYPE_1);
        CompletionQueue cq = context.createCq(4);
        bench.provider.lastCq.done(9);
        long before = bench.process.transitions().total();
        long pinned = bench.process.memory().pinnedPages();

        qp.post(Send.of(1));
        qp.builder().start().request(2, 0).send().complete();
        qp.postRecv(3, 1, 2, 3);
        qp.bindMw(4, mw, mr.all());
        cq.poll(new Completions(1));
        cq.poll(new Completions(1));

        assertEquals(before, bench.process.transitions().total());
        assertEquals(pinned, bench.process.memory().pinnedPages());
    }

    @Test
    void shouldRefusePiecesThatA32BitLengthCannotHold() {
        MemorySlice large = new MemorySlice(mr, 0, 1L << 32);

        assertThrows(IllegalArgumentException.class, () -> qp.post(Send.of(1, large)));
        qp.post(Send.of(1, new MemorySlice(mr, 0, 0xffffffffL)));
        assertTrue(queue.posted.getLast().endsWith(" -1]"));
    }

    @Test
    void shouldGiveAVendorInterfaceToThoseWhoAskForIt() {
        assertSame(queue, qp.unwrap(FakeQp.class).orElseThrow());
        assertTrue(qp.unwrap(String.class).isEmpty());
    }
}
