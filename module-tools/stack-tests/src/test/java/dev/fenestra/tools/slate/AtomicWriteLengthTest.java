package dev.fenestra.tools.slate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.AtomicWrite;
import java.lang.foreign.Arena;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An ATOMIC_WRITE of other than 8 bytes, as only a hostile sender makes one, is an invalid request: no byte moves, in
 * either direction.
 */
class AtomicWriteLengthTest {
    private static final int OPCODE = WireOpcode.RC_ATOMIC_WRITE.number();
    private static final int ROOM = 64;
    private static final long VALUE = 0x1122334455667788L;

    /** Gives each ATOMIC_WRITE another length, in its header and of its payload. */
    private static final class Lengths implements LinkStage {
        private final int claimed;
        private final int carried;
        int answered;

        Lengths(int claimed, int carried) {
            this.claimed = claimed;
            this.carried = carried;
        }

        @Override
        public void transmit(Packet packet, long now, Link next) {
            if (Bth.opcode(packet.header, 0) != OPCODE) {
                answered += packet.payloadBytes();
                next.transmit(packet, now);
                return;
            }
            Packet forged = Packet.over(Arena.ofAuto().allocate(ROOM));
            System.arraycopy(packet.header, 0, forged.header, 0, packet.headerBytes);
            forged.headerBytes = packet.headerBytes;
            forged.follow(packet);
            int reth = WireOpcode.offsetOf(OPCODE, OpcodeMask.RETH);
            Reth.write(forged.header, reth, Reth.address(packet.header, reth), Reth.rkey(packet.header, reth), claimed);
            if (carried > 0) {
                forged.addPayload(0, carried);
            }
            next.transmit(forged, now);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "9, 9", "8, 0", "8, 7", "8, 9", "0, 8", "16, 8"})
    void shouldRefuseEveryLengthButEightAndAnswerNoBytes(int claimed, int carried) {
        try (TestBench bench = SlateModule.bench().build()) {
            Lengths lengths = new Lengths(claimed, carried);
            bench.fabric().through(lengths);
            Context alice = bench.host("alice").open();
            Context bob = bench.host("bob").open();
            CompletionQueue cq = alice.createCq(16);
            CompletionQueue bobCq = bob.createCq(16);
            ProtectionDomain pd = bob.allocPd();
            QueuePair qp = alice.allocPd().createQp(QpSpec.rc(cq, cq));
            bench.connectPair(qp, pd.createQp(QpSpec.rc(bobCq, bobCq)));
            Memory memory = bob.allocate(ROOM);
            memory.fill((byte) 5);
            MemoryRegion region = pd.regMr(memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);

            qp.post(AtomicWrite.of(1, region.remote().at(8), VALUE));
            WcStatus status = cq.await(1, Duration.ofSeconds(10)).status();

            assertEquals(WcStatus.REM_INV_REQ_ERR, status);
            assertEquals(HcaRule.T2.id(), bench.host("bob").refusals().getLast().ruleId());
            for (byte untouched : memory.get(0, ROOM)) {
                assertEquals(5, untouched);
            }
            assertEquals(0, lengths.answered, "bytes that came back");
        }
    }
}
