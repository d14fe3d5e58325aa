package dev.fenestra.tools.bench;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.Link;
import dev.fenestra.hw.sim.fabric.link.LinkStage;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.spi.WireFaults.Message;
import dev.fenestra.ib.core.vocabulary.Gid;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The packets that have passed on the link of a bench since {@link TestBench#packets} was first called, or some of
 * them: {@code bench.packets().from(alice).to(bob).verify(WRITE, times(1))}. A packet that is sent again counts again.
 * Faults that were planned before come before: what they drop has not passed. Later ones, such as the words of
 * {@link Peer#drop}, hit packets that have passed here.
 */
public final class Packets {
    private final Notes notes;
    private final Predicate<Kind> wanted;
    private final String which;

    /** Packets of one opcode from one QP to another. */
    private record Kind(String from, int fromQp, String to, int toQp, int opcode) {
        String name() {
            WireOpcode known = WireOpcode.of(opcode);
            return known == null ? String.format("0x%02x", opcode) : known.name();
        }

        String text(int count) {
            return String.format("%d x %s from %s QP 0x%x to %s QP 0x%x", count, name(), from, fromQp, to, toQp);
        }
    }

    /** A stage of the link that counts what passes. The fabric drives it under its token; tests read it at any time. */
    private record Notes(Collection<BenchHost> hosts, Map<Kind, Integer> counts) implements LinkStage {
        @Override
        public void transmit(Packet packet, long now, Link next) {
            Kind kind = new Kind(
                    name(packet.sourceGidHigh, packet.sourceGidLow),
                    packet.sourceQpn,
                    name(packet.destinationGidHigh, packet.destinationGidLow),
                    Bth.destinationQpn(packet.header, 0),
                    Bth.opcode(packet.header, 0));
            synchronized (counts) {
                counts.merge(kind, 1, Integer::sum);
            }
            next.transmit(packet, now);
        }

        /** The host with an address, or the address. */
        private String name(long gidHigh, long gidLow) {
            return hosts.stream()
                    .filter(host -> host.simulated()
                            .filter(card -> has(card.config(), gidHigh, gidLow))
                            .isPresent())
                    .map(BenchHost::name)
                    .findFirst()
                    .orElseGet(() -> new Gid(gidHigh, gidLow).toString());
        }

        private static boolean has(HcaConfig card, long gidHigh, long gidLow) {
            return card.gidHigh() == gidHigh && card.gidLow() == gidLow;
        }
    }

    private Packets(Notes notes, Predicate<Kind> wanted, String which) {
        this.notes = notes;
        this.wanted = wanted;
        this.which = which;
    }

    /** Begins to count. */
    static Packets on(Collection<BenchHost> hosts, Fabric fabric) {
        Notes notes = new Notes(hosts, new LinkedHashMap<>());
        fabric.through(notes);
        return new Packets(notes, kind -> true, "");
    }

    /**
     * {@return those of them that a QP has sent}
     *
     * @param peer the end of a pair that sends
     */
    public Packets from(Peer peer) {
        String host = peer.host().name();
        int qp = peer.qp().number();
        return only(kind -> kind.from.equals(host) && kind.fromQp == qp, " from " + host);
    }

    /**
     * {@return those of them that are for a QP}
     *
     * @param peer the end of a pair that receives
     */
    public Packets to(Peer peer) {
        String host = peer.host().name();
        int qp = peer.qp().number();
        return only(kind -> kind.to.equals(host) && kind.toQp == qp, " to " + host);
    }

    private Packets only(Predicate<Kind> more, String words) {
        return new Packets(notes, wanted.and(more), which + words);
    }

    /**
     * Verifies how many messages have passed, of whatever service: RC, UC, UD or XRC.
     *
     * @param message which ones; WRITE, SEND and READ_ANSWER are those of one packet
     * @param times how often
     * @throws AssertionError that lists what has passed, when it was another number
     */
    public void verify(Message message, Times times) {
        String operation = MessageOpcodes.operation(MessageOpcodes.of(message));
        verify(message.name(), kind -> kind.name().endsWith("_" + operation), times);
    }

    /**
     * Verifies how many packets of an opcode have passed.
     *
     * @param opcode which ones
     * @param times how often
     * @throws AssertionError that lists what has passed, when it was another number
     */
    public void verify(WireOpcode opcode, Times times) {
        verify(opcode.name(), kind -> kind.opcode == opcode.number(), times);
    }

    private void verify(String what, Predicate<Kind> counted, Times times) {
        Map<Kind, Integer> passed = passed();
        int found = passed.entrySet().stream()
                .filter(entry -> counted.test(entry.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        if (!times.allow(found)) {
            throw new AssertionError("expected " + times + " x " + what + which + ", but " + found + " passed; "
                    + (passed.isEmpty() ? nothing() : "what passed" + which + ": " + list(passed)));
        }
    }

    private String nothing() {
        synchronized (notes.counts) {
            return notes.counts.isEmpty()
                    ? "nothing passed since packets() was first called; call it before the requests"
                    : "nothing passed" + which + ". What passed: " + list(notes.counts);
        }
    }

    private Map<Kind, Integer> passed() {
        synchronized (notes.counts) {
            Map<Kind, Integer> passed = new LinkedHashMap<>(notes.counts);
            passed.keySet().removeIf(wanted.negate());
            return passed;
        }
    }

    private static String list(Map<Kind, Integer> passed) {
        return passed.entrySet().stream()
                .map(entry -> entry.getKey().text(entry.getValue()))
                .collect(Collectors.joining("\n  ", "\n  ", ""));
    }

    /** {@return what has passed, a line for each opcode from one QP to another} */
    @Override
    public String toString() {
        return list(passed()).strip();
    }
}
