package dev.fenestra.tools.serve;

import dev.fenestra.hw.sim.roce.udp.UdpConfig;
import dev.fenestra.tools.bridge.BridgePlace;
import dev.fenestra.tools.duties.CheckSettings;
import java.util.Optional;

/**
 * The options of a server.
 *
 * @param place where programs find it
 * @param config description of its hosts
 * @param udp place of the first host on a network, by which it reaches other machines
 * @param records files that it records
 * @param check what it finds of what programs owe; empty when it does not check that
 */
public record ServeOptions(
        BridgePlace place,
        ServeConfig config,
        Optional<UdpConfig> udp,
        Records records,
        Optional<CheckSettings> check) {

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
    public ServeOptions withCheck(CheckSettings settings) {
        return new ServeOptions(place, config, udp, records, Optional.of(settings));
    }
}
