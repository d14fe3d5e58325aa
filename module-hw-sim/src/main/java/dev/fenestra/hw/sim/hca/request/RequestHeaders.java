package dev.fenestra.hw.sim.hca.request;

import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.qp.FetchedSends;
import dev.fenestra.hw.sim.hca.qp.QpContext;
import dev.fenestra.hw.sim.hca.queue.SendOperation;
import dev.fenestra.hw.sim.hca.vocabulary.QpService;
import dev.fenestra.hw.sim.hca.vocabulary.SendOpcode;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.Feth;
import dev.fenestra.hw.sim.roce.wire.Ieth;
import dev.fenestra.hw.sim.roce.wire.ImmDt;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.roce.wire.XrcEth;

/** Writes the headers of requests. */
final class RequestHeaders {
    private static final int DEFAULT_PKEY = 0xffff;

    /** The request fetched last. While it is whole it is the request at the cursor, and none of it is read again. */
    private final SendOperation operation;

    RequestHeaders(SendOperation operation) {
        this.operation = operation;
    }

    /**
     * Writes the headers of a packet of a message, or of a burst from its middle, whose payload is in place.
     *
     * @param first whether it begins the message
     * @param last whether it ends the message
     */
    void message(QpContext qp, int slot, Packet packet, int psn, boolean ackRequest, boolean first, boolean last) {
        FetchedSends ring = qp.send.ring;
        int opcode = ring.opcode(slot);
        int packetOpcode = qp.packetOpcode(SendKind.packetOpcode(opcode, first, last));
        boolean solicited = last && opcode != SendOpcode.RDMA_WRITE && ring.solicited(slot);
        boolean datagram = qp.service.isDatagram();
        int to = datagram ? operation.remoteQpn : qp.connection.remoteQpn;
        int pad = -packet.payloadBytes() & 3;
        Bth.write(packet.header, 0, packetOpcode, solicited, pad, DEFAULT_PKEY, to, ackRequest, psn);
        int at = Bth.BYTES;
        if (datagram) {
            at += deth(qp, packet);
        } else {
            at += srq(qp, slot, packet);
        }
        if (first && SendKind.hasRemoteAddress(opcode)) {
            reth(qp, slot, packet, at, 0);
            at += Reth.BYTES;
        }
        if (last) {
            at += immediate(packet.header, at, opcode, ring.immediate(slot));
        }
        packet.headerBytes = at;
    }

    /**
     * Writes the headers of a one-packet request that waits for its answer.
     *
     * @param skipped bytes at the start of a READ that are present already
     */
    void fetch(QpContext qp, int slot, Packet packet, int psn, long skipped) {
        int opcode = qp.send.ring.opcode(slot);
        int packetOpcode = qp.packetOpcode(SendKind.packetOpcode(opcode, true, true));
        Bth.write(packet.header, 0, packetOpcode, false, 0, DEFAULT_PKEY, qp.connection.remoteQpn, true, psn);
        int at = Bth.BYTES + (qp.service.isDatagram() ? deth(qp, packet) : srq(qp, slot, packet));
        switch (SendKind.of(opcode)) {
            case SendKind.ATOMIC -> atomic(qp, slot, packet, at);
            case SendKind.FLUSH -> flush(qp, slot, packet);
            default -> reth(qp, slot, packet, at, skipped);
        }
        packet.headerBytes = WireOpcode.headerBytesOf(packetOpcode);
    }

    /**
     * Writes immediate data, or the key to invalidate.
     *
     * @return the bytes written, 0 for a request without either
     */
    private static int immediate(byte[] header, int at, int opcode, int immediate) {
        if (SendKind.hasImmediate(opcode)) {
            ImmDt.write(header, at, immediate);
            return ImmDt.BYTES;
        }
        if (SendKind.hasInvalidate(opcode)) {
            Ieth.write(header, at, immediate);
            return Ieth.BYTES;
        }
        return 0;
    }

    /**
     * Writes the sender of a datagram. The highest bit of a Q_Key asks for the sender's own, which programs cannot
     * choose per request (IBA 10.2.5).
     *
     * @return the bytes written
     */
    private int deth(QpContext qp, Packet packet) {
        int qkey = operation.qkey < 0 ? qp.connection.qkey : operation.qkey;
        Deth.write(packet.header, Bth.BYTES, qkey, qp.session(), qp.number);
        return Deth.BYTES;
    }

    /**
     * XRC: writes the SRQ that the request is for, right after the BTH.
     *
     * @return the bytes written
     */
    private static int srq(QpContext qp, int slot, Packet packet) {
        if (qp.service != QpService.XRC) {
            return 0;
        }
        XrcEth.write(packet.header, Bth.BYTES, qp.queues.remoteSrq(qp.send.ring.wqeIndex(slot)));
        return XrcEth.BYTES;
    }

    private void reth(QpContext qp, int slot, Packet packet, int at, long skipped) {
        if (!operation.isWhole) {
            qp.queues.remote(qp.send.ring.wqeIndex(slot), operation);
        }
        int length = (int) (qp.send.ring.length(slot) - skipped);
        Reth.write(packet.header, at, operation.remoteAddress + skipped, operation.rkey, length);
    }

    private void atomic(QpContext qp, int slot, Packet packet, int at) {
        if (!operation.isWhole) {
            qp.queues.operands(qp.send.ring.wqeIndex(slot), operation);
        }
        AtomicEth.write(
                packet.header, at, operation.remoteAddress, operation.rkey, operation.swapOrAdd, operation.compare);
    }

    private void flush(QpContext qp, int slot, Packet packet) {
        qp.queues.remote(qp.send.ring.wqeIndex(slot), operation);
        Feth.write(packet.header, Bth.BYTES, operation.flushTypes, operation.flushLevel);
        int reth = Bth.BYTES + Feth.BYTES;
        Reth.write(packet.header, reth, operation.remoteAddress, operation.rkey, operation.remoteLength);
    }
}
