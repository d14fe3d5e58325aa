package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.bridge.ProgramCheck;
import java.util.Optional;

/**
 * The options of a server.
 *
 * @param place where programs find it
 * @param config description of its hosts
 * @param udp place of the first host on a network, by which it reaches other machines
 * @param records files that it records
 * @param check of what programs owe; empty for none
 */
public record ServeOptions(
        BridgePlace place, ServeConfig config, Optional<UdpConfig> udp, Records records, Optional<ProgramCheck> check) {

    /** A server that only lets programs in. */
    public static ServeOptions at(BridgePlace place, ServeConfig config) {
        return new ServeOptions(place, config, Optional.empty(), Records.NONE, Optional.empty());
    }

    /** The same with a host on a network. */
    public ServeOptions withUdp(UdpConfig network) {
        return new ServeOptions(place, config, Optional.of(network), records, check);
    }

    /** The same with files that it records. */
    public ServeOptions with(Records files) {
        return new ServeOptions(place, config, udp, files, check);
    }

    /** The same with a check of what programs owe. */
    public ServeOptions withCheck(ProgramCheck asked) {
        return new ServeOptions(place, config, udp, records, Optional.of(asked));
    }
}
