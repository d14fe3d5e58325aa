package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.tools.bench.QpPair;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.handles.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a server does before it says that it is ready: it serves a program of its own, at a place and with hosts that
 * nobody else sees. So the first real program finds all classes loaded. No number or count of the real hosts changes.
 */
public final class WarmUp {
    /** Java compiles what was done several times. */
    private static final int ROUNDS = 6;

    private WarmUp() {}

    /** Warms up. What goes wrong here goes wrong for real programs too, and is told then. */
    public static void run() {
        try {
            Path folder = Files.createTempDirectory("fenestra");
            try {
                serve(folder);
            } finally {
                Folders.delete(folder);
            }
        } catch (IOException | RuntimeException unimportant) {
            // The first real program is slower then.
        }
    }

    private static void serve(Path folder) throws IOException {
        BridgePlace place = BridgePlace.at(folder.resolve("bridge"));
        try (BridgeServer server = BridgeServer.start(place, TestBench.builder(), _ -> {})) {
            Gid own;
            try (Context device = server.bench().host("alice").open()) {
                own = device.gid(0);
            }
            for (int round = 0; round < ROUNDS; round++) {
                try (WarmUpProgram program = WarmUpProgram.at(place, folder.resolve("pages" + round))) {
                    WarmUpCalls.make(program, own);
                }
                connect(server.bench());
            }
        }
    }

    private static void connect(TestBench bench) {
        try (QpPair _ = bench.pair(bench.host("alice").open(), bench.host("bob").open())) {
            bench.fabric().progress();
        }
    }
}
