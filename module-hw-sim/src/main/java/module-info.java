import org.jspecify.annotations.NullMarked;

/**
 * The hardware: an HCA with its command interface, translation tables, doorbells and RoCEv2 packet engine, and the
 * fabric between HCAs. It sees bus addresses, bytes and registers, and knows nothing above it.
 */
@NullMarked
module dev.fenestra.hw.sim {
    requires jdk.net;
    requires static transitive org.jspecify;

    exports dev.fenestra.hw.sim.efa;
    exports dev.fenestra.hw.sim.fabric;
    exports dev.fenestra.hw.sim.fabric.fault;
    exports dev.fenestra.hw.sim.fabric.link;
    exports dev.fenestra.hw.sim.fabric.waits;
    exports dev.fenestra.hw.sim.card;
    exports dev.fenestra.hw.sim.format;
    exports dev.fenestra.hw.sim.hca.core;
    exports dev.fenestra.hw.sim.hca.fast.burst;
    exports dev.fenestra.hw.sim.hca.host;
    exports dev.fenestra.hw.sim.hca.limits;
    exports dev.fenestra.hw.sim.hca.observe;
    exports dev.fenestra.hw.sim.hca.queue;
    exports dev.fenestra.hw.sim.hca.rules;
    exports dev.fenestra.hw.sim.hca.vocabulary;
    exports dev.fenestra.hw.sim.hns;
    exports dev.fenestra.hw.sim.irdma;
    exports dev.fenestra.hw.sim.mlx4;
    exports dev.fenestra.hw.sim.mlx5.card;
    exports dev.fenestra.hw.sim.mlx5.prm;
    exports dev.fenestra.hw.sim.roce.pcap;
    exports dev.fenestra.hw.sim.roce.udp;
    exports dev.fenestra.hw.sim.roce.wire;
    exports dev.fenestra.hw.sim.rxe;
}
