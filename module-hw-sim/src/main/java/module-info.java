import org.jspecify.annotations.NullMarked;

/**
 * The hardware: an HCA with its command interface, translation tables, doorbells and RoCEv2 packet engine, and the
 * fabric between HCAs. It sees bus addresses, bytes and registers, and knows nothing above it.
 */
@NullMarked
module dev.fenestra.hw.sim {
    requires jdk.net;
    requires static transitive org.jspecify;

    exports dev.fenestra.hw.sim.prm;
    exports dev.fenestra.hw.sim.device;
    exports dev.fenestra.hw.sim.fabric;
    exports dev.fenestra.hw.sim.queue;
    exports dev.fenestra.hw.sim.core;
    exports dev.fenestra.hw.sim.hca;
    exports dev.fenestra.hw.sim.wire;
    exports dev.fenestra.hw.sim.pcap;
    exports dev.fenestra.hw.sim.udp;
}
