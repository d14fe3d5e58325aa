package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.TestBench;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** A process of a simulated host that gives commands as bytes to the device that it has opened. */
abstract class OpenedDevice {
    @AutoClose
    TestBench bench;

    Process process;
    Commands device;

    @BeforeEach
    void open() {
        bench = TestBench.twoHosts();
        process = bench.host("alice").kernel().createProcess("client");
        device = new Commands(process);
        assertEquals(Errno.OK, device.open());
    }
}
