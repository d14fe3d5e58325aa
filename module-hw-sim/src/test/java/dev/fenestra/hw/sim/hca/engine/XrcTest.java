package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.CreateQp;
import dev.fenestra.hw.sim.mlx5.prm.CreateSrq;
import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.DoorbellRecord;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.mlx5.prm.SrqNextSegment;
import dev.fenestra.hw.sim.mlx5.prm.Srqc;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.roce.wire.XrcEth;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.WirePacket;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An XRC target, shown packets made by hand. */
class XrcTest {
    private static final QpSetup USUAL = QpSetup.usual();
    private static final int MTU = USUAL.mtuBytes();
    private static final int WQE = 64;

    private final RawPair pair = new RawPair();
    private final RawHost host = pair.bob.host;
    private final RawRegion source = pair.alice.host.region(pair.alice.pd, 8192);
    private final int domain = domain();
    private final int target = target(domain);
    private int psn = USUAL.psn();

    /** An XRC SRQ with a PD, a CQ and a region of its own. */
    private final class Shared {
        final int pd = host.pd();
        final RawCq cq = host.cq();
        final RawRegion region = host.region(pd, 8192);
        final long ring = host.memory.page();
        final long record = host.memory.page();
        final int number;
        int posted;

        Shared(int domain, int userIndex) {
            MemorySegment in = host.srqInput(pd, ring, record);
            CommandInput.OPCODE.set(in, 0, CommandOpcode.CREATE_XRC_SRQ.code());
            Srqc.XRC_DOMAIN.set(in, CreateSrq.SRQC_OFFSET, domain);
            Srqc.CQN.set(in, CreateSrq.SRQC_OFFSET, cq.number());
            Srqc.USER_INDEX.set(in, CreateSrq.SRQC_OFFSET, userIndex);
            number = RawHost.good(host.commands.execute(in, 16)).object();
        }

        void receive(int bytes) {
            MemorySegment memory = host.memory.segment(ring);
            long at = host.memory.offset(ring) + (long) posted * WQE;
            SrqNextSegment.NEXT.set(memory, at, posted + 1);
            long data = at + SrqNextSegment.BYTES;
            DataSegment.BYTE_COUNT.set(memory, data, bytes);
            DataSegment.LKEY.set(memory, data, region.key());
            DataSegment.ADDRESS.setLong(memory, data, region.address());
            DataSegment.LKEY.set(memory, data + DataSegment.BYTES, DataSegment.TERMINATOR_LKEY);
            posted++;
            DoorbellRecord.publish(
                    DoorbellRecord.RECEIVE, host.memory.segment(record), host.memory.offset(record), posted);
        }

        void destroy() {
            RawHost.good(host.commands.execute(CommandOpcode.DESTROY_XRC_SRQ, number));
        }
    }

    private int domain() {
        return RawHost.good(host.commands.execute(CommandOpcode.ALLOC_XRCD, 0)).object();
    }

    private int target(int ofDomain) {
        MemorySegment in = RawCommands.input(CommandOpcode.CREATE_QP, 0, CreateQp.BYTES);
        Qpc.SERVICE.set(in, CreateQp.QPC_OFFSET, Qpc.SERVICE_XRC);
        Qpc.NO_SEND_QUEUE.set(in, CreateQp.QPC_OFFSET, 1);
        Qpc.RECEIVES.set(in, CreateQp.QPC_OFFSET, Qpc.RECEIVES_NONE);
        Qpc.XRC_DOMAIN.set(in, CreateQp.QPC_OFFSET, ofDomain);
        int number = RawHost.good(host.commands.execute(in, 16)).object();
        host.connect(number, 0x777, pair.alice.host.hca.config(), USUAL);
        return number;
    }

    /** The next packet of the peer, with extension headers after the XRCETH. */
    private void packet(WireOpcode opcode, int srqn, int length, byte... extensions) {
        Packet packet = new Packet(pair.alice.host.memory);
        packet.sourceGidHigh = pair.alice.host.hca.config().gidHigh();
        packet.sourceGidLow = pair.alice.host.hca.config().gidLow();
        packet.destinationPort = 1;
        Bth.write(packet.header, 0, opcode.number(), false, -length & 3, 0xffff, target, true, psn++);
        XrcEth.write(packet.header, Bth.BYTES, srqn);
        System.arraycopy(extensions, 0, packet.header, Bth.BYTES + XrcEth.BYTES, extensions.length);
        packet.headerBytes = Bth.BYTES + XrcEth.BYTES + extensions.length;
        if (length > 0) {
            packet.addPayload(source.pages()[0], length);
        }
        pair.fabric.link().transmit(packet, pair.fabric.now());
        pair.settle();
    }

    private static byte[] reth(RawRegion region, int offset, int length) {
        byte[] bytes = new byte[Reth.BYTES];
        Reth.write(bytes, 0, region.address() + offset, region.key(), length);
        return bytes;
    }

    private void refused(HcaRule rule) {
        assertEquals(List.of(rule), host.rules());
        assertEquals(List.of(0x61), pair.wire.naks());
        assertEquals(Qpc.STATE_ERR, host.state(target));
    }

    @AfterEach
    void close() {
        pair.close();
    }

    @Test
    void shouldCompleteSendInTheCqOfTheSrqThatItNames() {
        Shared first = new Shared(domain, 0x111);
        Shared second = new Shared(domain, 0x222);
        byte[] sent = pair.alice.host.memory.bytes(source.pages()[0], 64);
        first.receive(4096);
        second.receive(4096);

        packet(WireOpcode.XRC_SEND_ONLY, second.number, 64);

        Entry received = second.cq.drain().getFirst();
        assertEquals(target, received.qpn());
        assertEquals(64, received.byteCount());
        assertArrayEquals(sent, second.region.bytes(0, 64));
        assertFalse(first.cq.hasNext());

        packet(WireOpcode.XRC_SEND_ONLY, first.number, 64);
        assertEquals(target, first.cq.drain().getFirst().qpn());
        assertEquals(
                List.of(WireOpcode.XRC_ACKNOWLEDGE.number(), WireOpcode.XRC_ACKNOWLEDGE.number()),
                pair.wire.to(0).stream().map(WirePacket::opcode).toList());
    }

    @Test
    void shouldCheckKeysAgainstThePdOfTheSrqThatIsNamed() {
        Shared first = new Shared(domain, 1);
        Shared second = new Shared(domain, 2);
        byte[] sent = pair.alice.host.memory.bytes(source.pages()[0], 64);

        packet(WireOpcode.XRC_RDMA_WRITE_ONLY, first.number, 64, reth(first.region, 0, 64));
        packet(WireOpcode.XRC_RDMA_READ_REQUEST, second.number, 0, reth(second.region, 0, 64));
        packet(WireOpcode.XRC_RDMA_READ_REQUEST, first.number, 0, reth(first.region, 0, 64));
        assertArrayEquals(sent, first.region.bytes(0, 64));
        assertEquals(2, pair.wire.of(WireOpcode.XRC_RDMA_READ_RESPONSE_ONLY).size());

        packet(WireOpcode.XRC_RDMA_WRITE_ONLY, first.number, 64, reth(second.region, 0, 64));
        assertEquals(List.of(HcaRule.R3), host.rules());
        assertEquals(List.of(0x62), pair.wire.naks());
    }

    @Test
    void shouldAnswerRepeatedReadInThePdThatItBeganWith() {
        Shared first = new Shared(domain, 1);
        Shared second = new Shared(domain, 2);
        packet(WireOpcode.XRC_RDMA_READ_REQUEST, first.number, 0, reth(first.region, 0, 64));
        packet(WireOpcode.XRC_RDMA_WRITE_ONLY, second.number, 64, reth(second.region, 0, 64));
        psn -= 2;
        packet(WireOpcode.XRC_RDMA_READ_REQUEST, first.number, 0, reth(first.region, 0, 64));

        assertEquals(2, pair.wire.of(WireOpcode.XRC_RDMA_READ_RESPONSE_ONLY).size());
        assertEquals(List.of(), host.rules());
    }

    @Test
    void shouldSendAwayWhatTheSrqHasNoReceiveFor() {
        Shared shared = new Shared(domain, 1);
        packet(WireOpcode.XRC_SEND_ONLY, shared.number, 64);
        assertEquals(List.of(0x20 + USUAL.rnrTimer()), pair.wire.naks());

        shared.receive(4096);
        psn--;
        packet(WireOpcode.XRC_SEND_ONLY, shared.number, 64);
        assertEquals(1, shared.cq.drain().size());
    }

    @Test
    void shouldRefuseRequestThatNamesNoXrcSrq() {
        packet(WireOpcode.XRC_SEND_ONLY, 0x999, 64);
        refused(HcaRule.X1);
    }

    @Test
    void shouldRefuseRequestThatNamesAnOrdinarySrq() {
        MemorySegment in = host.srqInput(host.pd(), host.memory.page(), host.memory.page());
        int ordinary = RawHost.good(host.commands.execute(in, 16)).object();
        packet(WireOpcode.XRC_SEND_ONLY, ordinary, 64);
        refused(HcaRule.X1);
    }

    @Test
    void shouldRefuseSrqOfAnotherDomain() {
        Shared foreign = new Shared(domain(), 1);
        foreign.receive(4096);
        packet(WireOpcode.XRC_SEND_ONLY, foreign.number, 64);
        refused(HcaRule.X2);
        assertFalse(foreign.cq.hasNext());
    }

    @Test
    void shouldRefuseMessageThatGoesOnForAnotherSrq() {
        Shared first = new Shared(domain, 1);
        Shared second = new Shared(domain, 2);
        first.receive(4096);
        second.receive(4096);
        packet(WireOpcode.XRC_SEND_FIRST, first.number, MTU);
        packet(WireOpcode.XRC_SEND_LAST, second.number, 64);

        refused(HcaRule.X3);
        assertEquals(
                CqeSyndrome.REMOTE_INVALID_REQUEST, first.cq.drain().getFirst().syndrome());
        assertFalse(second.cq.hasNext());
    }

    @Test
    void shouldForgetReceiveWhenItsSrqIsDestroyedInTheMiddleOfAMessage() {
        Shared shared = new Shared(domain, 1);
        shared.receive(4096);
        packet(WireOpcode.XRC_SEND_FIRST, shared.number, MTU);
        shared.destroy();
        packet(WireOpcode.XRC_SEND_LAST, shared.number, 64);

        refused(HcaRule.X1);
        assertFalse(shared.cq.hasNext());
    }

    @Test
    void shouldFlushReceiveThatWasTakenToTheCqOfItsSrq() {
        Shared shared = new Shared(domain, 1);
        shared.receive(4096);
        packet(WireOpcode.XRC_SEND_FIRST, shared.number, MTU);
        RawHost.good(host.commands.execute(CommandOpcode.TO_ERR_QP, target));
        pair.settle();
        assertEquals(CqeSyndrome.FLUSHED, shared.cq.drain().getFirst().syndrome());
    }

    @Test
    void shouldIgnorePacketsOfAnotherService() {
        packet(WireOpcode.RC_SEND_ONLY, 0, 64);
        assertEquals(List.of(), pair.wire.to(0));
        assertEquals(Qpc.STATE_RTS, host.state(target));
    }
}
