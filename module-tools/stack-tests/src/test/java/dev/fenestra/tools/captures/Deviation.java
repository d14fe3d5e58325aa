package dev.fenestra.tools.captures;

import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.tools.testing.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where soft-RoCE breaks a rule: how to recognise it in a capture, and what the rule answers instead. */
enum Deviation {
    /** A message longer than its receive is NAK 1 and LOC_LEN_ERR (IBA 9.7.4.1.5); soft-RoCE says NAK 3. */
    TOO_LONG {
        @Override
        boolean isIn(Scene scene) {
            int room = scene.receives()
                    .mapToInt(receive -> receive.number("len"))
                    .max()
                    .orElse(Integer.MAX_VALUE);
            return scene.has("B", WcStatus.LOC_QP_OP_ERR) && scene.sends().anyMatch(send -> send.number("len") > room);
        }

        @Override
        WirePacket answer(WirePacket packet) {
            return packet.hasSyndrome(Aeth.NAK_REMOTE_OPERATIONAL)
                    ? packet.answering(Aeth.NAK_INVALID_REQUEST)
                    : packet;
        }

        @Override
        Outcome outcome(Outcome outcome) {
            return switch (outcome.status()) {
                case LOC_QP_OP_ERR -> outcome.with(WcStatus.LOC_LEN_ERR);
                case REM_OP_ERR -> outcome.with(WcStatus.REM_INV_REQ_ERR);
                default -> outcome;
            };
        }
    },
    /** A receive with a bad L_Key fails with LOC_PROT_ERR (IBA 10.7.2.2); soft-RoCE says LOC_QP_OP_ERR. */
    BAD_RECEIVE_KEY {
        @Override
        boolean isIn(Scene scene) {
            return scene.has("B", WcStatus.LOC_QP_OP_ERR)
                    && scene.receives().findAny().isEmpty();
        }

        @Override
        Outcome outcome(Outcome outcome) {
            return outcome.status() == WcStatus.LOC_QP_OP_ERR ? outcome.with(WcStatus.LOC_PROT_ERR) : outcome;
        }
    },
    /** What the QP does not allow is an access error, NAK 2; soft-RoCE says NAK 1. */
    QP_RIGHT {
        @Override
        boolean isIn(Scene scene) {
            int access = (int) scene.json().object("B").hex("qp_access_flags");
            return scene.has("A", WcStatus.REM_INV_REQ_ERR)
                    && scene.sends()
                            .anyMatch(send -> needed(send)
                                    .filter(right -> !right.in(access))
                                    .isPresent());
        }

        private Optional<AccessFlag> needed(JsonObject send) {
            return switch (WrOpcode.valueOf(send.text("opcode"))) {
                case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> Optional.of(AccessFlag.REMOTE_WRITE);
                case RDMA_READ -> Optional.of(AccessFlag.REMOTE_READ);
                case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> Optional.of(AccessFlag.REMOTE_ATOMIC);
                default -> Optional.empty();
            };
        }

        @Override
        WirePacket answer(WirePacket packet) {
            return packet.hasSyndrome(Aeth.NAK_INVALID_REQUEST) ? packet.answering(Aeth.NAK_REMOTE_ACCESS) : packet;
        }

        @Override
        Outcome outcome(Outcome outcome) {
            return outcome.status() == WcStatus.REM_INV_REQ_ERR ? outcome.with(WcStatus.REM_ACCESS_ERR) : outcome;
        }
    },
    /** An invalidate that fails is not answered at all (IBA 9.9.6.3, class J); soft-RoCE has acknowledged the SEND. */
    FAILED_INVALIDATE {
        @Override
        boolean isIn(Scene scene) {
            return scene.has("B", WcStatus.REM_INV_REQ_ERR)
                    && scene.sends().anyMatch(send -> send.text("opcode").equals("SEND_WITH_INV"));
        }

        @Override
        List<WirePacket> packets(List<WirePacket> packets, int retries) {
            List<WirePacket> sent = packets.stream().filter(WirePacket::fromA).toList();
            WirePacket[] all = new WirePacket[sent.size() * (retries + 1)];
            Arrays.setAll(all, i -> sent.get(i % sent.size()));
            return List.of(all);
        }

        @Override
        Outcome outcome(Outcome outcome) {
            return outcome.side().equals("A") ? outcome.with(WcStatus.RETRY_EXC_ERR) : outcome;
        }

        @Override
        QpState state(QpState state) {
            return QpState.ERR;
        }
    },
    /** The window bounds an access, not its region (IBA C10-77); soft-RoCE lets it pass. */
    OUT_OF_WINDOW {
        @Override
        boolean isIn(Scene scene) {
            return scene.json().has("mw")
                    && scene.sends().anyMatch(send -> isOutside(scene.json().object("mw"), send));
        }

        private boolean isOutside(JsonObject window, JsonObject send) {
            if (!send.has("rkey") || send.hex("rkey") != window.hex("rkey")) {
                return false;
            }
            long offset = send.hex("remote_addr") - window.hex("va");
            return offset < 0 || offset + send.number("len") > window.number("length");
        }

        @Override
        WirePacket answer(WirePacket packet) {
            return packet.hasSyndrome(Aeth.ACK) ? packet.answering(Aeth.NAK_REMOTE_ACCESS, 0) : packet;
        }

        @Override
        Outcome outcome(Outcome outcome) {
            return outcome.side().equals("A") ? outcome.with(WcStatus.REM_ACCESS_ERR) : outcome;
        }

        @Override
        QpState state(QpState state) {
            return QpState.ERR;
        }
    };

    abstract boolean isIn(Scene scene);

    WirePacket answer(WirePacket packet) {
        return packet;
    }

    List<WirePacket> packets(List<WirePacket> packets, int retries) {
        return packets.stream().map(this::answer).toList();
    }

    Outcome outcome(Outcome outcome) {
        return outcome;
    }

    QpState state(QpState state) {
        return state;
    }
}
