package dev.fenestra.hw.sim.roce.wire;

/** Writes the headers of a captured packet again, from the JSON members alone. */
final class HeaderWriter {
    private HeaderWriter() {}

    static void write(byte[] h, CapturedPacket packet) {
        Bth.write(
                h,
                0,
                packet.word("opcode"),
                packet.number("se") == 1,
                packet.word("pad"),
                packet.word("pkey"),
                packet.word("dqpn"),
                packet.number("ackreq") == 1,
                packet.word("psn"));
        int next = Bth.BYTES;
        if (packet.has("qkey")) {
            Deth.write(h, next, packet.word("qkey"), packet.word("sqpn"));
            next += Deth.BYTES;
        }
        if (packet.has("dmalen")) {
            Reth.write(h, next, packet.number("va"), packet.word("rkey"), packet.word("dmalen"));
            next += Reth.BYTES;
        }
        if (packet.has("swap_add")) {
            long swapOrAdd = packet.number("swap_add");
            AtomicEth.write(h, next, packet.number("va"), packet.word("rkey"), swapOrAdd, packet.number("compare"));
            next += AtomicEth.BYTES;
        }
        if (packet.has("syndrome")) {
            Aeth.write(h, next, packet.word("syndrome"), packet.word("msn"));
            next += Aeth.BYTES;
        }
        if (packet.has("orig")) {
            AtomicAckEth.write(h, next, packet.number("orig"));
        }
        if (packet.has("imm")) {
            ImmDt.write(h, next, packet.word("imm"));
        }
        if (packet.has("ieth_rkey")) {
            Ieth.write(h, next, packet.word("ieth_rkey"));
        }
    }
}
