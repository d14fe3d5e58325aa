package dev.fenestra.hw.sim.hca.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.roce.wire.Aeth;
import dev.fenestra.hw.sim.roce.wire.AtomicEth;
import dev.fenestra.hw.sim.roce.wire.Reth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.Random;

/** Random requests, receives, packets and command entries, which are wrong often and by little. */
final class RandomInput {
    private RandomInput() {}

    /** A number that is often on the edge of something. */
    static int edgy(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> random.nextInt(70);
            case 2 -> -random.nextInt(70);
            case 3 -> 1 << random.nextInt(32);
            case 4 -> (1 << random.nextInt(32)) - 1;
            default -> random.nextInt();
        };
    }

    static int key(Scene scene, Random random, int window) {
        return switch (random.nextInt(6)) {
            case 0 -> scene.from.key();
            case 1 -> scene.to.key();
            case 2 -> window;
            case 3 -> window ^ 1 << random.nextInt(16);
            case 4 -> random.nextInt(0x4000);
            default -> edgy(random);
        };
    }

    static long address(Scene scene, Random random) {
        long base = random.nextBoolean() ? scene.from.address() : 0;
        return random.nextInt(8) == 0 ? random.nextLong() : base + random.nextInt(3 * Scene.BYTES) - Scene.BYTES;
    }

    static Wqe wqe(Scene scene, Random random, int window) {
        int[] opcodes = {0, 1, 8, 9, 0xa, 0xb, 0x10, 0x11, 0x12, 0x25, 0x25, 0x25, random.nextInt(256)};
        int opcode = opcodes[random.nextInt(opcodes.length)];
        Wqe wqe = new Wqe(opcode).immediate(key(scene, random, window));
        int segments = random.nextInt(4);
        for (int i = 0; i < segments; i++) {
            switch (random.nextInt(5)) {
                case 0 -> wqe.remote(address(scene, random), key(scene, random, window));
                case 1 -> wqe.inline(new byte[random.nextInt(60)], Math.abs(edgy(random)) & 0x7fffffff);
                case 2 -> wqe.atomic(random.nextLong(), random.nextLong());
                default -> {
                    int length = random.nextInt(3) == 0 ? edgy(random) : random.nextInt(6000);
                    wqe.sge(key(scene, random, window), address(scene, random), length);
                }
            }
        }
        if (random.nextInt(3) == 0) {
            wqe.units(random.nextInt(64));
        }
        for (int flips = random.nextInt(4); flips > 0; flips--) {
            int at = ControlSegment.BYTES + random.nextInt(200);
            wqe.memory().set(JAVA_BYTE, at, (byte) random.nextInt());
        }
        return wqe;
    }

    static void receives(Scene scene, Random random, RawQp qp, RawRegion region) {
        for (int i = 0; i < 6; i++) {
            long[] pieces = new long[3 * (1 + random.nextInt(4))];
            for (int at = 0; at < pieces.length; at += 3) {
                pieces[at] = random.nextInt(5) == 0 ? edgy(random) : region.key();
                pieces[at + 1] = region.address() + random.nextInt(Scene.BYTES);
                pieces[at + 2] = random.nextInt(5) == 0 ? edgy(random) : random.nextInt(3000);
            }
            qp.receive(pieces);
        }
    }

    static void packet(Scene scene, Random random, int window) {
        boolean toBob = random.nextInt(3) > 0;
        byte[] extensions = new byte[40];
        random.nextBytes(extensions);
        int opcode = random.nextInt(10) == 0 ? random.nextInt(256) : random.nextInt(0x1e);
        int length = random.nextInt(3) == 0 ? random.nextInt(4096) : random.nextInt(20);
        if (opcode <= WireOpcode.RC_ATOMIC_WRITE.number()) {
            int said = random.nextInt(3) == 0 ? edgy(random) : length;
            if (opcode == WireOpcode.RC_COMPARE_SWAP.number() || opcode == WireOpcode.RC_FETCH_ADD.number()) {
                AtomicEth.write(extensions, 0, address(scene, random), key(scene, random, window), 1, 2);
            } else if (opcode == WireOpcode.RC_ACKNOWLEDGE.number()) {
                Aeth.write(extensions, 0, random.nextInt(256), random.nextInt());
            } else {
                Reth.write(extensions, 0, address(scene, random), key(scene, random, window), said);
            }
        }
        int psn = QpSetup.usual().psn() + (random.nextInt(10) == 0 ? edgy(random) : random.nextInt(12) - 4);
        long payload = (toBob ? scene.from : scene.to).pages()[1];
        scene.pair.inject(
                toBob ? scene.pair.bob : scene.pair.alice, opcode, psn & 0xffffff, extensions, payload, length);
    }

    /** Changes a byte of the entry, but does not send the output to memory that is not the command's. */
    static void spoil(RawHost host, Random random) {
        MemorySegment entry = host.commands.entry();
        long base = host.commands.entryOffset();
        int at = random.nextInt(CommandEntry.BYTES);
        if (at / Long.BYTES == CommandEntry.OUTPUT_MAILBOX.offset() / Long.BYTES) {
            CommandEntry.OUTPUT_MAILBOX.setLong(entry, base, random.nextInt(4096));
        } else {
            entry.set(JAVA_BYTE, base + at, (byte) random.nextInt());
        }
    }
}
