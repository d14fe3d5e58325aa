package dev.fenestra.tools.pingpong;

import dev.fenestra.hw.sim.udp.UdpCounters;

/** What became of a pingpong's datagrams, for one that failed. */
final class Datagrams {
    private Datagrams() {}

    /** What was sent and received, and what to do about what was not. */
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
        return text.toString();
    }

    private static void add(StringBuilder text, long count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }
}
