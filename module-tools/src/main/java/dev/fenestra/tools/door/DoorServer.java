package dev.fenestra.tools.door;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.FabricAgent;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.bench.TestBenchBuilder;
import java.io.IOException;
import java.util.function.Consumer;

/** Hosts in real time, with a door for programs. */
public final class DoorServer implements AutoCloseable {
    private final Door door;
    private final TestBench bench;
    private final FabricAgent agent;

    private DoorServer(Door door, TestBench bench, FabricAgent agent) {
        this.door = door;
        this.bench = bench;
        this.agent = agent;
    }

    /**
     * Starts hosts and lets programs in.
     *
     * @param hosts how they are to be; on a fabric in real time that is made here
     * @param log gets a line when a program is turned away or its connection is cut
     * @throws IOException when the place cannot be used
     */
    public static DoorServer start(DoorPlace place, TestBenchBuilder hosts, Consumer<String> log) throws IOException {
        Door door = Door.at(place, log);
        TestBench bench = hosts.fabric(Fabric.inRealTime())
                .hcaConfig(config -> config.withMemory(config.memory().withBar(door.bar())))
                .build();
        FabricAgent agent = FabricAgent.start(bench.fabric());
        door.open(bench);
        return new DoorServer(door, bench, agent);
    }

    public TestBench bench() {
        return bench;
    }

    @Override
    public void close() throws IOException {
        door.close();
        agent.close();
        bench.close();
    }
}
