package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.device.KeyChange;
import dev.fenestra.hw.sim.prm.CqeSyndrome;
import dev.fenestra.hw.sim.prm.EventType;
import dev.fenestra.hw.sim.prm.WqeOpcode;
import dev.fenestra.hw.sim.wire.PacketDecoder;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.observe.cost.Charge;
import java.util.List;

/** Something that happened in one layer of one host. Events hold what was seen; text is made only when asked for. */
public sealed interface JournalEvent {

    Stamp stamp();

    /** What happened, in one line, without the stamp. */
    String text();

    /** What the cost model charges for it; empty for an event that costs nothing, or is part of another one. */
    default List<Charge> charges() {
        return EventCharges.of(this);
    }

    /** A step from one layer into the next. */
    sealed interface Crossing extends JournalEvent {}

    /** The program made a control verb. */
    record VerbCalled(Stamp stamp, String verb) implements Crossing {
        @Override
        public String text() {
            return verb;
        }
    }

    /**
     * A system call returned: one kernel transition.
     *
     * @param errno 0 or why it was refused
     */
    record SystemCalled(Stamp stamp, String call, int errno) implements Crossing {
        @Override
        public String text() {
            return "system call " + call + (errno == 0 ? "" : " -> " + Names.errno(errno));
        }
    }

    /** The kernel called an operation of a driver. */
    record ProviderCalled(Stamp stamp, String device, String operation) implements Crossing {
        @Override
        public String text() {
            return device + " ops->" + operation;
        }
    }

    /** A command ended: as the driver saw it in layer driver, as the device executed it in layer hw-sim. */
    record CommandEnded(Stamp stamp, int opcode, int status) implements Crossing {
        @Override
        public String text() {
            String name = Names.command(opcode);
            String what = stamp.layer() == Layer.HW_SIM ? "execute " + name : name + " answered";
            return what + (status == 0 ? "" : String.format(", status 0x%02x", status));
        }
    }

    /** The program posted a send request. */
    record Posted(Stamp stamp, int qpNumber, long wrId, int opcode) implements JournalEvent {
        @Override
        public String text() {
            return String.format("posted %s wr=%d QP=0x%x", Names.request(opcode), wrId, qpNumber);
        }
    }

    /** The user half of the driver wrote a WQE. */
    record WqeWritten(Stamp stamp, int qpNumber, int index, long wrId, int opcode, int octowords)
            implements JournalEvent {
        @Override
        public String text() {
            return String.format("WQE %d %s, %d bytes", index, WqeOpcode.name(opcode), octowords * Names.OCTOWORD);
        }
    }

    /** The device fetched a WQE. */
    record WqeFetched(Stamp stamp, int qpNumber, int index, int opcode, int octowords) implements JournalEvent {
        @Override
        public String text() {
            return String.format("fetch WQE %d %s", index, Names.wqe(opcode));
        }
    }

    /** The user half wrote the doorbell record, then the register. */
    record DoorbellRung(Stamp stamp, int qpNumber, int counter) implements JournalEvent {
        @Override
        public String text() {
            return String.format("doorbell QP=0x%x counter=%d", qpNumber, counter);
        }
    }

    /** The device saw a write to a doorbell register. */
    record DoorbellSeen(Stamp stamp, int qpNumber) implements JournalEvent {
        @Override
        public String text() {
            return String.format("doorbell of QP 0x%x", qpNumber);
        }
    }

    /** An entry of the key table changed; {@code key} is the key it has now. */
    record KeyChanged(Stamp stamp, KeyChange change, int key) implements JournalEvent {
        @Override
        public String text() {
            return "key " + MemoryKey.text(key) + " " + change;
        }
    }

    /** Entries of the translation table were written. */
    record TranslationsWritten(Stamp stamp, int count) implements JournalEvent {
        @Override
        public String text() {
            return count + (count == 1 ? " MTT entry written" : " MTT entries written");
        }
    }

    /** Pages were pinned for a device. */
    record Pinned(Stamp stamp, long pages) implements JournalEvent {
        @Override
        public String text() {
            return pages + (pages == 1 ? " page pinned" : " pages pinned");
        }
    }

    /** Pages were unpinned. */
    record Unpinned(Stamp stamp, long pages) implements JournalEvent {
        @Override
        public String text() {
            return pages + (pages == 1 ? " page unpinned" : " pages unpinned");
        }
    }

    /**
     * A packet left the port.
     *
     * @param header a copy of its transport headers; do not change it
     */
    record PacketSent(Stamp stamp, byte[] header, int payloadBytes) implements JournalEvent {
        @Override
        public String text() {
            return "packet " + PacketDecoder.describe(header, 0, payloadBytes);
        }
    }

    /** Middle packets of one message, one behind the other, taken together. */
    record PacketsSent(Stamp stamp, String kind, int firstPsn, int lastPsn, int packets, long payloadBytes)
            implements JournalEvent {
        @Override
        public String text() {
            return String.format("%d packets %s psn=%d..%d payload=%d", packets, kind, firstPsn, lastPsn, payloadBytes);
        }
    }

    /** The device wrote a CQE. */
    record CqeWritten(Stamp stamp, int cqn, int qpNumber, int opcode, int syndrome) implements JournalEvent {
        @Override
        public String text() {
            return String.format("CQE %s %s QP=0x%x", Names.cqe(opcode), CqeSyndrome.name(syndrome), qpNumber);
        }
    }

    /** The user half read a CQE. */
    record CqeRead(Stamp stamp, int qpNumber, int opcode, int syndrome) implements JournalEvent {
        @Override
        public String text() {
            return String.format("read CQE %s %s", Names.cqe(opcode), CqeSyndrome.name(syndrome));
        }
    }

    /** The program took a completion from a CQ. */
    record Polled(Stamp stamp, int cq, long wrId, int status) implements JournalEvent {
        @Override
        public String text() {
            return "completion wr=" + wrId + " " + WcStatus.of(status);
        }
    }

    /** The device told its host of something; {@code type} as in the EQE, {@code number} of what it is about. */
    record EventRaised(Stamp stamp, int type, int number) implements JournalEvent {
        @Override
        public String text() {
            return String.format("event: %s, of 0x%x", EventType.name(type), number);
        }
    }

    /** A QP changed its state in the device. */
    record QpStateChanged(Stamp stamp, int qpNumber, int state) implements JournalEvent {
        @Override
        public String text() {
            return String.format("QP 0x%x is in %s", qpNumber, Names.qpState(state));
        }
    }

    /** A rule refused something. The stamp's layer is the one that enforced it. */
    record Refused(Stamp stamp, Refusal refusal) implements JournalEvent {
        @Override
        public String text() {
            return "REFUSED [" + refusal.ruleId() + "] " + refusal.violation() + " -> " + refusal.outcome() + " ("
                    + refusal.values() + ")";
        }
    }
}
