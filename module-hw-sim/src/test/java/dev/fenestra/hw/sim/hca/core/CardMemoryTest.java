package dev.fenestra.hw.sim.hca.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.queue.Completion;
import dev.fenestra.hw.sim.hca.queue.CompletionRing;
import dev.fenestra.hw.sim.hca.queue.DataPiece;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.queue.WorkQueues;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.Rights;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.testing.RawMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A card whose requests, with their inline data, lie in its own memory, where the bus does not reach. */
class CardMemoryTest {
    private static final byte[] DATA = {1, 2, 3, 4, 5, 6, 7};
    private static final int HALF = 4;

    private final Fabric fabric = new Fabric();
    private final RawMemory host = new RawMemory();
    private final long page = host.page();
    private final Queues queues = new Queues();
    private final List<CompletionStatus> done = new ArrayList<>();
    private final List<CompletionKind> kinds = new ArrayList<>();

    /** One SEND with inline data in two runs, and one receive. */
    private final class Queues implements WorkQueues {
        private final MemorySegment[] card = {MemorySegment.ofArray(new byte[HALF]), MemorySegment.ofArray(new byte[8])
        };
        private int posted;
        private int qpn;
        private int lkey;

        private Queues() {
            MemorySegment.copy(MemorySegment.ofArray(DATA), 0, card[0], 0, HALF);
            MemorySegment.copy(MemorySegment.ofArray(DATA), HALF, card[1], 1, DATA.length - HALF);
        }

        @Override
        public int sendSlots() {
            return 1;
        }

        @Override
        public int sendsPosted() {
            return posted;
        }

        @Override
        public boolean hasReceive(int index) {
            return index != posted;
        }

        @Override
        public void fetch(int index, SendOperation into) {
            into.opcode = SendOpcode.SEND;
            into.qpn = qpn;
            into.slots = 1;
            into.firstPiece = 0;
            into.endOfPieces = 1;
            into.isComplete = true;
            into.signaled = true;
        }

        @Override
        public void remote(int index, SendOperation into) {
            throw new AssertionError("a SEND names no remote memory");
        }

        @Override
        public void operands(int index, SendOperation into) {
            throw new AssertionError("a SEND has no operands");
        }

        @Override
        public void piece(int index, int number, DataPiece into) {
            into.isInline = true;
            into.length = DATA.length;
        }

        @Override
        public int inlineRoom(int firstPiece, int endOfPieces) {
            return DATA.length;
        }

        @Override
        public void inline(int index, int firstPiece, int offset, InlineRun into) {
            boolean isFirst = offset < HALF;
            into.memory = isFirst ? card[0] : card[1];
            into.offset = isFirst ? offset : 1 + offset - HALF;
            into.length = isFirst ? HALF - offset : DATA.length - offset;
        }

        @Override
        public boolean receivePiece(int index, int number, DataPiece into) {
            into.isInline = false;
            into.lkey = lkey;
            into.address = page;
            into.length = RawMemory.PAGE;
            return number == 0;
        }
    }

    private final class Ring implements CompletionRing {
        @Override
        public int number() {
            return 1;
        }

        @Override
        public boolean write(WorkQueues from, Completion completion) {
            kinds.add(completion.kind);
            done.add(completion.status);
            return true;
        }
    }

    private <T> T ask(HcaCore core, Callable<T> call) throws ExecutionException, InterruptedException {
        Future<T> reply = core.submit(call);
        fabric.progress();
        return reply.get();
    }

    @Test
    void shouldSendInlineDataThatLieInTheMemoryOfTheCard() throws ExecutionException, InterruptedException {
        HcaConfig config = HcaConfig.ofIpv4(0x0a000001);
        try (HcaCore core = new HcaCore(config, fabric, host)) {
            int pd = ask(core, () -> core.keys().allocPd()).number();
            int rights = Rights.LOCAL_READ | Rights.LOCAL_WRITE;
            RegionSpec region = new RegionSpec(pd, page, RawMemory.PAGE, rights, false, false, new long[] {page}, 0);
            queues.lkey = ask(core, () -> core.keys().register(region)).number();
            Ring ring = new Ring();
            CardQpSpec spec = new CardQpSpec(QpService.RC, pd, ring, ring, queues, 0, 0);
            int qpn = ask(core, () -> core.qps().create(spec)).number();
            queues.qpn = qpn;
            QpPeer itself = new QpPeer(qpn, config.gidHigh(), config.gidLow(), 0xc000, 1024, 0, 1, 0);
            ask(core, () -> core.qps().initialize(qpn, Rights.NONE));
            ask(core, () -> core.qps().connect(qpn, itself));
            ask(core, () -> core.qps().start(qpn, new Sending(0, 14, 7, 7, 1)));

            queues.posted = 1;
            core.doorbell(qpn);
            fabric.progressUntil(fabric.now() + 1_000_000);

            assertEquals(List.of(CompletionKind.RECEIVE_SEND, CompletionKind.REQUEST), kinds);
            assertEquals(List.of(CompletionStatus.SUCCESS, CompletionStatus.SUCCESS), done);
            assertArrayEquals(DATA, host.bytes(page, DATA.length));
        }
    }
}
