package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.udp.IcrcCheck;
import dev.fenestra.tools.door.DoorPlace;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a server is to do.
 *
 * @param place where programs find it
 * @param config how its hosts are
 * @param udp own address of the first host on a network, by which it reaches other machines
 * @param icrc how packets from there are checked
 * @param journal file for the journal
 * @param capture file for the packets
 */
public record ServeOptions(
        DoorPlace place,
        ServeConfig config,
        Optional<InetAddress> udp,
        IcrcCheck icrc,
        Optional<Path> journal,
        Optional<Path> capture) {

    /** A server that does nothing but to let programs in. */
    public static ServeOptions at(DoorPlace place, ServeConfig config) {
        return new ServeOptions(place, config, Optional.empty(), IcrcCheck.STRICT, Optional.empty(), Optional.empty());
    }

    /** The same with a host on a network. */
    public ServeOptions withUdp(InetAddress address, IcrcCheck check) {
        return new ServeOptions(place, config, Optional.of(address), check, journal, capture);
    }

    /** The same with what it records. */
    public ServeOptions withRecords(Optional<Path> text, Optional<Path> packets) {
        return new ServeOptions(place, config, udp, icrc, text, packets);
    }
}
