package dev.fenestra.hw.sim.testing;

import dev.fenestra.hw.sim.roce.wire.WireOpcode;

/**
 * What was seen of a packet on the wire.
 *
 * @param port it goes to
 * @param opcode of the BTH
 * @param qpn it is addressed to
 * @param psn of the BTH
 * @param pad pad count
 * @param ackRequest whether an answer is asked for
 * @param solicited the solicited-event bit
 * @param payload bytes of payload
 * @param syndrome of the AETH; -1 without one
 * @param count MSN of the AETH
 * @param time of transmission
 */
public record WirePacket(
        int port,
        int opcode,
        int qpn,
        int psn,
        int pad,
        boolean ackRequest,
        boolean solicited,
        int payload,
        int syndrome,
        int count,
        long time) {

    public boolean is(WireOpcode wanted) {
        return opcode == wanted.number();
    }
}
