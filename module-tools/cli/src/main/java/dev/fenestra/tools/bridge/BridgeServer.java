package dev.fenestra.tools.bridge;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import dev.fenestra.tools.observe.waits.HangWatchdog;
import dev.fenestra.tools.observe.waits.Waiters;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/** Hosts in real time, with a bridge for programs. */
public final class BridgeServer implements Closeable {
    private final Bridge bridge;
    private final TestBench bench;
    private final FabricAgent agent;
    private final HangWatchdog watchdog;
    private final Deque<Closeable> companions = new ArrayDeque<>();

    /** Something that works beside the hosts while programs are there, such as a journal. */
    @FunctionalInterface
    public interface Companion {
        /**
         * Begins before the first program is let in.
         *
         * @return ends it, after the last program has gone and before the hosts end
         * @throws IOException when it cannot begin
         */
        Closeable on(TestBench bench) throws IOException;
    }

    private BridgeServer(Bridge bridge, TestBench bench, Consumer<String> log) {
        this.bridge = bridge;
        this.bench = bench;
        agent = FabricAgent.start(bench.fabric());
        watchdog = HangWatchdog.start(
                new Waiters(Optional.of(bench.fabric()), bridge::waiting), finding -> log.accept(finding.text()));
    }

    /**
     * Starts hosts and lets programs in.
     *
     * @param hosts description of the hosts; they get a fabric in real time
     * @param log gets a line when a program is turned away or its connection is cut, and when somebody waits in vain
     * @param companions begun in this order, ended in reverse order
     * @throws IOException when the place cannot be used, or a companion cannot begin
     */
    public static BridgeServer start(
            BridgePlace place, TestBenchBuilder hosts, Consumer<String> log, Companion... companions)
            throws IOException {
        return start(place, hosts, Optional.empty(), log, companions);
    }

    /**
     * The same, with a check of what programs owe.
     *
     * @param hosts description of the hosts; they get a fabric in real time
     * @param check of what programs owe; empty for no check
     * @param log gets what happens to the server
     * @param companions begun in this order, ended in reverse order
     * @throws IOException when the place cannot be used, or a companion cannot begin
     */
    public static BridgeServer start(
            BridgePlace place,
            TestBenchBuilder hosts,
            Optional<ProgramCheck> check,
            Consumer<String> log,
            Companion... companions)
            throws IOException {
        Bridge bridge = Bridge.at(place, log);
        BridgeServer server = null;
        boolean started = false;
        try {
            long mappings = MappingLimit.ofMachine();
            TestBench bench = hosts.fabric(Fabric.inRealTime())
                    .hostConfig(config -> config.withMappable(bridge.mappable()))
                    .anyHcaConfigs(
                            (_, config) -> config.withMemory(config.memory().withBar(bridge.bar()))
                                    .withLimits(MappingLimit.fitted(config.limits(), mappings)))
                    .build();
            server = new BridgeServer(bridge, bench, log);
            for (Companion companion : companions) {
                server.companions.push(companion.on(bench));
            }
            bridge.open(bench, check);
            started = true;
            return server;
        } finally {
            if (!started) {
                (server == null ? bridge : server).close();
            }
        }
    }

    public TestBench bench() {
        return bench;
    }

    /** {@return what looks at all who wait, the programs included} */
    public HangWatchdog watchdog() {
        return watchdog;
    }

    /**
     * Lets no further program in and ends everything. Throws the exception of the first companion that could not
     * finish.
     */
    @Override
    public void close() throws IOException {
        try (watchdog) {
            end();
        }
    }

    private void end() throws IOException {
        bridge.close();
        agent.close();
        IOException failure = null;
        while (!companions.isEmpty()) {
            try {
                companions.pop().close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        bench.close();
        if (failure != null) {
            throw failure;
        }
    }
}
