package dev.fenestra.tools.pingpong;

import dev.fenestra.hw.sim.roce.udp.UdpCounters;

/** The fate of the datagrams of a failed pingpong. */
final class DatagramFate {
    private DatagramFate() {}

    /** The counts of sent and received datagrams, with advice about the lost ones. */
    static String text(UdpCounters udp) {
        StringBuilder text = new StringBuilder();
        text.append("Datagrams: ")
                .append(udp.sent)
                .append(" sent, ")
                .append(udp.received)
                .append(" received");
        add(text, udp.notSent, "not sent: is the MTU too large for this network?");
        add(text, udp.unreachable, "for an address that the own one cannot reach");
        add(text, udp.wrongIcrcs, "with a wrong ICRC: a Linux peer needs --icrc solve");
        add(text, udp.malformed, "malformed");
        add(text, udp.refusedJoins, "refused by the network when joined: leave --gso out");
        return text.toString();
    }

    private static void add(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }
}
