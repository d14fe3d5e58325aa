package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.udp.IcrcCheck;
import dev.fenestra.tools.door.DoorPlace;
import java.net.InetAddress;
import java.util.Optional;

/**
 * What a server is to do.
 *
 * @param place where programs find it
 * @param config how its hosts are
 * @param udp own address of the first host on a network, by which it reaches other machines
 * @param icrc how packets from there are checked
 * @param records files that it records
 */
public record ServeOptions(
        DoorPlace place, ServeConfig config, Optional<InetAddress> udp, IcrcCheck icrc, Records records) {

    /** A server that does nothing but to let programs in. */
    public static ServeOptions at(DoorPlace place, ServeConfig config) {
        return new ServeOptions(place, config, Optional.empty(), IcrcCheck.STRICT, Records.NONE);
    }

    /** The same with a host on a network. */
    public ServeOptions withUdp(InetAddress address, IcrcCheck check) {
        return new ServeOptions(place, config, Optional.of(address), check, records);
    }

    /** The same with what it records. */
    public ServeOptions with(Records files) {
        return new ServeOptions(place, config, udp, icrc, files);
    }
}
