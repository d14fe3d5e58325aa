package dev.fenestra.tools.observe.journal;

import dev.fenestra.hw.sim.hca.observe.KeyChange;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionKind;
import dev.fenestra.hw.sim.hca.vocabulary.CompletionStatus;
import dev.fenestra.hw.sim.hca.vocabulary.EventKind;
import dev.fenestra.hw.sim.hca.vocabulary.QpState;
import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.Invalidation;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.observe.cost.Charge;
import java.util.List;

/** Something that happened in one layer of one host. Events hold what was seen; text is made only when asked for. */
public sealed interface JournalEvent {

    /** {@return when and where it happened} */
    Stamp stamp();

    /** {@return the event in one line, without the stamp} */
    String text();

    /** {@return what the cost model charges; nothing for an event that costs nothing or is part of another one} */
    default List<Charge> charges() {
        return EventCharges.of(this);
    }

    /** A step from one layer into the next. */
    sealed interface Crossing extends JournalEvent {}

    /**
     * The program called a control verb.
     *
     * @param stamp when and where
     * @param verb name of the verb
     */
    record VerbCalled(Stamp stamp, String verb) implements Crossing {
        @Override
        public String text() {
            return verb;
        }
    }

    /**
     * A system call returned: one kernel transition.
     *
     * @param stamp when and where
     * @param call name of the call
     * @param errno 0 when it succeeded
     */
    record SystemCalled(Stamp stamp, String call, int errno) implements Crossing {
        @Override
        public String text() {
            return "system call " + call + (errno == 0 ? "" : " -> " + Errno.nameOf(errno));
        }
    }

    /**
     * The kernel called an operation of a driver.
     *
     * @param stamp when and where
     * @param device name of the device
     * @param operation name of the operation
     */
    record ProviderCalled(Stamp stamp, String device, String operation) implements Crossing {
        @Override
        public String text() {
            return device + " ops->" + operation;
        }
    }

    /**
     * A command ended. The driver reports it in layer driver, the device in layer hw-sim.
     *
     * @param stamp when and where
     * @param opcode the opcode of the command
     * @param status 0 when it succeeded
     */
    record CommandEnded(Stamp stamp, int opcode, int status) implements Crossing {
        @Override
        public String text() {
            return Names.ended(opcode, status, stamp.layer());
        }
    }

    /**
     * The program posted a send request.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     * @param wrId the program's id of the request
     * @param opcode the number of its {@code WrOpcode}
     */
    record Posted(Stamp stamp, int qpNumber, long wrId, int opcode) implements JournalEvent {
        @Override
        public String text() {
            return String.format("posted %s wr=%d QP=0x%x", Names.request(opcode), wrId, qpNumber);
        }
    }

    /**
     * The user half of the driver wrote a WQE.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     * @param index number of its first 64-byte block, counted from the start of the QP
     * @param wrId the program's id of the request
     * @param opcode the opcode in the WQE
     * @param octowords its length in 16 bytes
     */
    record WqeWritten(Stamp stamp, int qpNumber, int index, long wrId, int opcode, int octowords)
            implements JournalEvent {
        @Override
        public String text() {
            return String.format("WQE %d %s, %d bytes", index, WqeOpcode.name(opcode), octowords * Names.OCTOWORD);
        }
    }

    /**
     * The device fetched a WQE.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     * @param index number of its first 64-byte block, counted from the start of the QP
     * @param opcode its operation, as {@code SendOpcode} says
     * @param octowords its length in 16 bytes
     */
    record WqeFetched(Stamp stamp, int qpNumber, int index, int opcode, int octowords) implements JournalEvent {
        @Override
        public String text() {
            return String.format("fetch WQE %d %s", index, Names.operation(opcode));
        }
    }

    /**
     * The user half wrote the doorbell record, then the register.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     * @param counter the value in the doorbell record
     */
    record DoorbellRung(Stamp stamp, int qpNumber, int counter) implements JournalEvent {
        @Override
        public String text() {
            return String.format("doorbell QP=0x%x counter=%d", qpNumber, counter);
        }
    }

    /**
     * The device saw a write to a doorbell register.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     */
    record DoorbellSeen(Stamp stamp, int qpNumber) implements JournalEvent {
        @Override
        public String text() {
            return String.format("doorbell of QP 0x%x", qpNumber);
        }
    }

    /**
     * An entry of the key table changed.
     *
     * @param stamp when and where
     * @param change what happened to it
     * @param key its key after the change
     */
    record KeyChanged(Stamp stamp, KeyChange change, int key) implements JournalEvent {
        @Override
        public String text() {
            return "key " + MemoryKey.text(key) + " " + change;
        }
    }

    /**
     * Entries of the translation table were written.
     *
     * @param stamp when and where
     * @param count how many
     */
    record TranslationsWritten(Stamp stamp, int count) implements JournalEvent {
        @Override
        public String text() {
            return count + (count == 1 ? " MTT entry written" : " MTT entries written");
        }
    }

    /**
     * Pages were pinned for a device.
     *
     * @param stamp when and where
     * @param pages how many
     */
    record Pinned(Stamp stamp, long pages) implements JournalEvent {
        @Override
        public String text() {
            return pages + (pages == 1 ? " page pinned" : " pages pinned");
        }
    }

    /**
     * Pages were unpinned.
     *
     * @param stamp when and where
     * @param pages how many
     */
    record Unpinned(Stamp stamp, long pages) implements JournalEvent {
        @Override
        public String text() {
            return pages + (pages == 1 ? " page unpinned" : " pages unpinned");
        }
    }

    /**
     * The kernel takes pages from a device that reaches them without pinning.
     *
     * @param stamp when and where
     * @param address virtual address of the first page
     * @param bytes whole pages
     * @param reason why they go
     */
    record PagesTaken(Stamp stamp, long address, long bytes, Invalidation reason) implements JournalEvent {
        @Override
        public String text() {
            return Names.pages(bytes) + String.format(" at 0x%x taken from the device: %s", address, reason);
        }
    }

    /**
     * A packet left the port.
     *
     * @param stamp when and where
     * @param header a copy of its transport headers; do not change it
     * @param payloadBytes its bytes after the headers
     */
    record PacketSent(Stamp stamp, byte[] header, int payloadBytes) implements JournalEvent {
        @Override
        public String text() {
            return "packet " + Names.packet(header, payloadBytes);
        }
    }

    /**
     * Consecutive middle packets of one message left the port.
     *
     * @param stamp when and where
     * @param kind name of their opcode
     * @param firstPsn PSN of the first
     * @param lastPsn PSN of the last
     * @param packets how many
     * @param payloadBytes the sum of their payloads
     */
    record PacketsSent(Stamp stamp, String kind, int firstPsn, int lastPsn, int packets, long payloadBytes)
            implements JournalEvent {
        @Override
        public String text() {
            return String.format("%d packets %s psn=%d..%d payload=%d", packets, kind, firstPsn, lastPsn, payloadBytes);
        }
    }

    /**
     * The device wrote a CQE.
     *
     * @param stamp when and where
     * @param cqn number of the CQ
     * @param qpNumber number of the QP
     * @param kind what it is about
     * @param status how the request has ended
     */
    record CqeWritten(Stamp stamp, int cqn, int qpNumber, CompletionKind kind, CompletionStatus status)
            implements JournalEvent {
        @Override
        public String text() {
            return String.format("CQE %s %s QP=0x%x", kindName(), Names.status(status), qpNumber);
        }

        /** {@return what it is about} */
        public String kindName() {
            return Names.completion(kind);
        }
    }

    /**
     * The user half read a CQE.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     * @param opcode the opcode in the CQE
     * @param syndrome why the request failed; 0 when it succeeded
     */
    record CqeRead(Stamp stamp, int qpNumber, int opcode, int syndrome) implements JournalEvent {
        @Override
        public String text() {
            return String.format("read CQE %s %s", kindName(), Names.syndrome(syndrome));
        }

        /** {@return what it is about} */
        public String kindName() {
            return Names.cqe(opcode);
        }
    }

    /**
     * The program took a completion from a CQ.
     *
     * @param stamp when and where
     * @param cq number of the CQ
     * @param wrId the program's id of the request
     * @param status the number of its {@code WcStatus}
     */
    record Polled(Stamp stamp, int cq, long wrId, int status) implements JournalEvent {
        @Override
        public String text() {
            return "completion wr=" + wrId + " " + WcStatus.of(status);
        }
    }

    /**
     * The device raised an event.
     *
     * @param stamp when and where
     * @param kind the kind of event
     * @param number number of the object that the event is about
     */
    record EventRaised(Stamp stamp, EventKind kind, int number) implements JournalEvent {
        @Override
        public String text() {
            return String.format("event: %s, of 0x%x", Names.event(kind), number);
        }
    }

    /**
     * A QP changed its state in the device.
     *
     * @param stamp when and where
     * @param qpNumber number of the QP
     * @param state the new state
     */
    record QpStateChanged(Stamp stamp, int qpNumber, QpState state) implements JournalEvent {
        @Override
        public String text() {
            return String.format("QP 0x%x is in %s", qpNumber, stateName());
        }

        /** {@return the state, as the verbs name it} */
        public String stateName() {
            return Names.qpState(state);
        }
    }

    /**
     * A rule refused something. The stamp's layer is the one that enforced it.
     *
     * @param stamp when it happened, and the layer that enforces the rule
     * @param refusal the rule with the compared values
     */
    record Refused(Stamp stamp, Refusal refusal) implements JournalEvent {
        @Override
        public String text() {
            return Names.refused(refusal);
        }
    }

    /**
     * A program has not kept a duty.
     *
     * @param stamp when a check found it
     * @param broken what was found
     */
    record DutyBroken(Stamp stamp, BrokenDuty broken) implements JournalEvent {
        @Override
        public String text() {
            return broken.duty() + " (" + broken.level() + "): " + broken.violation() + "; "
                    + String.join("; ", broken.facts());
        }
    }
}
