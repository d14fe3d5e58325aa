package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that a server plays for itself is served like any other. */
class WarmUpTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needProc() {
        assumeTrue(Files.exists(Path.of("/proc/self/fd")), "there is no /proc, by which a server reaches programs");
    }

    @Test
    void shouldConnectAQpWithItselfAndLeaveNothing() throws IOException {
        BridgePlace place = BridgePlace.at(folder.resolve("place").resolve("bridge"));
        List<String> log = new CopyOnWriteArrayList<>();
        try (BridgeServer server = BridgeServer.start(place, TestBench.builder(), log::add);
                WarmUpProgram program = WarmUpProgram.at(place, folder.resolve("pages"))) {
            Gid own;
            try (Context device = server.bench().host("alice").open()) {
                own = device.gid(0);
            }
            assertDoesNotThrow(() -> WarmUpCalls.make(program, own));
            assertDoesNotThrow(() -> WarmUpCalls.make(program, own));
            assertEquals(List.of(), server.bench().host("alice").refusals());
        }
        assertEquals(List.of(), log);
    }
}
