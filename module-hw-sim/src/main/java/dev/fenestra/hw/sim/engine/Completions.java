package dev.fenestra.hw.sim.engine;

import dev.fenestra.hw.sim.manual.Cqe;
import dev.fenestra.hw.sim.manual.CqeSyndrome;

/** Writes completion queue entries for a QP. */
final class Completions {
    private final Engine engine;

    Completions(Engine engine) {
        this.engine = engine;
    }

    void requestDone(QpContext qp, int wqeIndex, int wqeOpcode, int byteCount) {
        int opcodeAndQpn = Cqe.WQE_OPCODE.place(wqeOpcode) | qp.number;
        write(qp, qp.sendCq, 0, byteCount, 0, opcodeAndQpn, wqeIndex, Cqe.REQ, CqeSyndrome.NONE);
    }

    void requestFailed(QpContext qp, int wqeIndex, int wqeOpcode, int syndrome, int vendor) {
        int opcodeAndQpn = Cqe.WQE_OPCODE.place(wqeOpcode) | qp.number;
        write(qp, qp.sendCq, 0, 0, errorWord(syndrome, vendor), opcodeAndQpn, wqeIndex, Cqe.REQ_ERR, syndrome);
    }

    /**
     * @param cqeOpcode one of the responder opcodes of {@link Cqe}
     * @param immediate immediate data or the invalidated key
     */
    void received(QpContext qp, int wqeIndex, int cqeOpcode, int byteCount, int immediate) {
        write(qp, qp.receiveCq, immediate, byteCount, 0, qp.number, wqeIndex, cqeOpcode, CqeSyndrome.NONE);
    }

    void receiveFailed(QpContext qp, int wqeIndex, int syndrome, int vendor) {
        write(qp, qp.receiveCq, 0, 0, errorWord(syndrome, vendor), qp.number, wqeIndex, Cqe.RESP_ERR, syndrome);
    }

    private static int errorWord(int syndrome, int vendor) {
        return Cqe.VENDOR_SYNDROME.place(vendor) | Cqe.SYNDROME.place(syndrome);
    }

    private void write(
            QpContext qp,
            CqContext cq,
            int immediate,
            int byteCount,
            int errorWord,
            int opcodeAndQpn,
            int counter,
            int opcode,
            int syndrome) {
        if (cq.write(qp.userIndex, immediate, byteCount, errorWord, opcodeAndQpn, counter, opcode)) {
            engine.watch.completion(cq.number(), qp.number, opcode, syndrome);
        } else {
            engine.overrun(cq);
        }
    }
}
