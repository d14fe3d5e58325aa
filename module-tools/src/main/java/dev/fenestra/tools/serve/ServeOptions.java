package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.udp.IcrcCheck;
import dev.fenestra.tools.door.DoorPlace;
import java.net.InetAddress;
import java.util.Optional;

/**
 * The options of a server.
 *
 * @param place where programs find it
 * @param config description of its hosts
 * @param udp own address of the first host on a network, by which it reaches other machines
 * @param icrc how packets from there are checked
 * @param records files that it records
 */
public record ServeOptions(
        DoorPlace place, ServeConfig config, Optional<InetAddress> udp, IcrcCheck icrc, Records records) {

    /** A server that only lets programs in. */
    public static ServeOptions at(DoorPlace place, ServeConfig config) {
        return new ServeOptions(place, config, Optional.empty(), IcrcCheck.AUTO, Records.NONE);
    }

    /** The same with a host on a network. */
    public ServeOptions withUdp(InetAddress address, IcrcCheck check) {
        return new ServeOptions(place, config, Optional.of(address), check, records);
    }

    /** The same with files that it records. */
    public ServeOptions with(Records files) {
        return new ServeOptions(place, config, udp, icrc, files);
    }
}
