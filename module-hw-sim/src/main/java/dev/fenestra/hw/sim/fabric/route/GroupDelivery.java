package dev.fenestra.hw.sim.fabric.route;

import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;

/** Hands a packet to every port with QPs in its group, that of the sender included. */
final class GroupDelivery {
    private GroupDelivery() {}

    /**
     * Hands a packet to the members of its group.
     *
     * @return accepted when one port has accepted it, else the verdict of the last port
     */
    static Verdict deliver(FabricDevice[] devices, Packet packet, long time) {
        if (Bth.destinationQpn(packet.header, 0) != Bth.MULTICAST_QPN) {
            return Verdict.Plain.NO_QP;
        }
        Verdict told = Verdict.Plain.NO_PORT;
        for (FabricDevice device : devices) {
            if (device.isMember(packet.destinationGidHigh, packet.destinationGidLow)) {
                Verdict verdict = device.receive(packet, time);
                told = told == Verdict.Plain.ACCEPTED ? told : verdict;
            }
        }
        return told;
    }
}
