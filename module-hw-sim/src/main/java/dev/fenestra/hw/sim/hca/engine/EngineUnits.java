package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.event.EventQueues;
import dev.fenestra.hw.sim.hca.event.Notifications;
import dev.fenestra.hw.sim.hca.event.PortUnit;
import dev.fenestra.hw.sim.hca.fast.FastPath;
import dev.fenestra.hw.sim.hca.host.DmaBus;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.port.GidTable;
import dev.fenestra.hw.sim.hca.port.Routes;
import dev.fenestra.hw.sim.hca.port.Watch;
import dev.fenestra.hw.sim.hca.protection.Protection;
import dev.fenestra.hw.sim.hca.qp.MulticastGroups;
import dev.fenestra.hw.sim.hca.qp.QpStates;
import dev.fenestra.hw.sim.hca.qp.SrqTable;
import dev.fenestra.hw.sim.hca.table.DeviceTables;

/**
 * A new engine, and those of its units that commands and registers use. Whoever builds a device gives each of them to
 * the parts that need it. Nobody keeps this record: a part that kept it could reach everything.
 *
 * @param engine gives each QP its turn
 * @param qps the QPs
 * @param states QPs with work, and QPs in error
 * @param srqs SRQs by number
 * @param groups multicast groups and their QPs
 * @param polled queues without doorbells
 * @param notifications CQs and their completion events
 * @param events event queues
 * @param protection memory protection
 * @param pageRequests reports missing pages to the host
 * @param pageAnswers takes the host's answers about missing pages
 * @param port the port
 * @param gids the GIDs of the port
 * @param routes finds the ports of peers
 * @param fast the fast path
 */
public record EngineUnits(
        Engine engine,
        LiveQps qps,
        QpStates states,
        SrqTable srqs,
        MulticastGroups groups,
        PolledQueues polled,
        Notifications notifications,
        EventQueues events,
        Protection protection,
        PageRequests pageRequests,
        PageAnswers pageAnswers,
        PortUnit port,
        GidTable gids,
        Routes routes,
        FastPath fast) {
    /**
     * Makes the engine of a device without QPs.
     *
     * @param config limits and features
     * @param bus the host's memory
     * @param fabric carries packets, and has the clock
     * @param tables key table and translation table
     * @param watch observers and counters
     * @return the engine and its units
     */
    public static EngineUnits of(HcaConfig config, DmaBus bus, Fabric fabric, DeviceTables tables, Watch watch) {
        Engine engine = new Engine(config, bus, fabric, tables, watch);
        return new EngineUnits(
                engine,
                engine.live,
                engine.states,
                engine.srqs,
                engine.groups,
                engine.polled,
                engine.notifications,
                engine.events,
                engine.protection,
                engine.pageRequests,
                engine.pageAnswers,
                engine.port,
                engine.gids,
                engine.routes,
                engine.fast);
    }
}
