package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.fabric.Packet;
import dev.fenestra.hw.sim.manual.Qpc;
import dev.fenestra.hw.sim.wire.Bth;
import dev.fenestra.hw.sim.wire.Ieth;
import dev.fenestra.hw.sim.wire.ImmDt;
import dev.fenestra.hw.sim.wire.XrcEth;

/** The extended headers that only some requests have; each method gives the bytes written, 0 for a request without that header. */
final class RequestHeaders {
    private RequestHeaders() {}

    /** Immediate data, or the key to invalidate. */
    static int immediate(byte[] header, int at, int opcode, int immediate) {
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

    /** XRC: the SRQ that the request is for, right behind the BTH. */
    static int srq(QpContext qp, int slot, Packet packet) {
        if (qp.service != Qpc.SERVICE_XRC) {
            return 0;
        }
        XrcEth.write(packet.header, Bth.BYTES, qp.queues.remoteSrq(qp.sends.wqeIndex(slot)));
        return XrcEth.BYTES;
    }
}
