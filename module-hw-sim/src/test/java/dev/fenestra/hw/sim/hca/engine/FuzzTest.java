package dev.fenestra.hw.sim.hca.engine;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.Cqe;
import dev.fenestra.hw.sim.mlx5.prm.CqeSyndrome;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.QpSetup;
import dev.fenestra.hw.sim.testing.RawCq;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.RawMemory;
import dev.fenestra.hw.sim.testing.RawQp;
import dev.fenestra.hw.sim.testing.RawRegion;
import dev.fenestra.hw.sim.testing.Repeats;
import dev.fenestra.hw.sim.testing.Wqe;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * Random bytes from every side. Whatever arrives, the device throws nothing, comes to rest, answers with defined
 * syndromes only, and touches only memory that was granted. A failure names its seed, to be replayed with
 * {@code -Dfenestra.fuzz.seed=...}.
 */
@Timeout(120)
class FuzzTest {
    private static final int ROUNDS = Repeats.of(75, 250);
    private static final Set<Integer> SYNDROMES = Set.of(
            CqeSyndrome.NONE,
            CqeSyndrome.LOCAL_LENGTH,
            CqeSyndrome.LOCAL_QP_OPERATION,
            CqeSyndrome.LOCAL_PROTECTION,
            CqeSyndrome.FLUSHED,
            CqeSyndrome.MW_BIND,
            CqeSyndrome.BAD_RESPONSE,
            CqeSyndrome.LOCAL_ACCESS,
            CqeSyndrome.REMOTE_INVALID_REQUEST,
            CqeSyndrome.REMOTE_ACCESS,
            CqeSyndrome.REMOTE_OPERATION,
            CqeSyndrome.RETRY_EXCEEDED,
            CqeSyndrome.RNR_RETRY_EXCEEDED);

    private interface Attack {
        void run(Scene scene, Random random, int window);
    }

    private static void fuzz(TestInfo test, int rounds, Attack attack) {
        long first = Long.getLong("fenestra.fuzz.seed", 0x5EED_0000L);
        int count = System.getProperty("fenestra.fuzz.seed") == null
                ? Integer.getInteger("fenestra.fuzz.rounds", rounds)
                : 1;
        for (long seed = first; seed < first + count; seed++) {
            try {
                round(seed, attack);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(test.getDisplayName() + " with -Dfenestra.fuzz.seed=" + seed, e);
            }
        }
    }

    private static void round(long seed, Attack attack) {
        Random random = new Random(seed);
        QpSetup setup = QpSetup.usual().mtu(1 + random.nextInt(5)).timeout(4 + random.nextInt(4));
        try (Scene scene = new Scene(setup, setup)) {
            RawRegion aliceSecret = scene.aliceHost().region(scene.aliceHost().pd(), Scene.BYTES);
            RawRegion bobSecret = scene.bobHost().region(scene.bobHost().pd(), Scene.BYTES);
            byte[] secret = aliceSecret.pattern(0, Scene.BYTES);
            bobSecret.pattern(0, Scene.BYTES);
            int window = scene.boundAtBob(RawHost.REMOTE_READ | RawHost.REMOTE_WRITE);
            attack.run(scene, random, window);
            scene.pair.runUntil(scene.pair.fabric.now() + 1_000_000_000L);
            for (RawCq cq : new RawCq[] {
                scene.pair.alice.sends, scene.pair.alice.receives, scene.pair.bob.sends, scene.pair.bob.receives
            }) {
                cq.drain().forEach(FuzzTest::check);
            }
            assertArrayEquals(secret, aliceSecret.bytes(0, Scene.BYTES), "memory of another PD");
            assertArrayEquals(secret, bobSecret.bytes(0, Scene.BYTES), "memory of another PD");
        }
    }

    private static void check(Entry entry) {
        assertTrue(entry.opcode() <= Cqe.RESP_SEND_INV || entry.opcode() >= Cqe.REQ_ERR, entry.toString());
        boolean error = entry.opcode() == Cqe.REQ_ERR || entry.opcode() == Cqe.RESP_ERR;
        if (error) {
            assertTrue(entry.syndrome() != 0 && SYNDROMES.contains(entry.syndrome()), entry.toString());
        } else {
            assertEquals(0, entry.syndrome(), entry.toString());
        }
    }

    @Test
    void shouldSurviveRandomSendWqes(TestInfo test) {
        fuzz(test, 2 * ROUNDS, (scene, random, window) -> {
            RandomInput.receives(scene, random, scene.pair.bob.qp, scene.to);
            for (int i = 0; i < 5; i++) {
                scene.pair.alice.qp.write(RandomInput.wqe(scene, random, window));
            }
            scene.pair.alice.qp.ring();
        });
    }

    @Test
    void shouldSurviveRandomRingsAndRecords(TestInfo test) {
        fuzz(test, ROUNDS, (scene, random, window) -> {
            RawMemory memory = scene.aliceHost().memory;
            RawQp qp = scene.pair.alice.qp;
            byte[] unit = new byte[Wqe.UNIT];
            for (int block = 0; block < 64; block++) {
                for (int i = 0; i < 4; i++) {
                    random.nextBytes(unit);
                    memory.write(qp.sendUnit(block, i), unit);
                }
                long at = qp.sendUnit(block, 0);
                MemorySegment ctrl = memory.segment(at);
                ControlSegment.QPN.set(ctrl, memory.offset(at), qp.number());
                ControlSegment.OPCODE.set(ctrl, memory.offset(at), random.nextInt(0x26));
            }
            qp.sendRecord(RandomInput.edgy(random));
            qp.receiveRecord(RandomInput.edgy(random));
            scene.pair.bob.qp.receiveRecord(RandomInput.edgy(random));
            scene.pair.alice.sends.acknowledge(random.nextInt(3) == 0 ? RandomInput.edgy(random) : 0);
            qp.ring();
            scene.aliceHost().doorbell().write64(8 * random.nextInt(512), random.nextLong());
        });
    }

    @Test
    void shouldSurviveWqesThatChangeUnderWay(TestInfo test) {
        fuzz(test, ROUNDS, (scene, random, window) -> {
            RandomInput.receives(scene, random, scene.pair.bob.qp, scene.to);
            int first = scene.pair.alice.qp.sent();
            for (int i = 0; i < 4; i++) {
                scene.pair.alice.qp.write(Wqe.write(scene.to.address(), scene.to.key())
                        .sge(scene.from, 0, 1 + random.nextInt(5000))
                        .sge(scene.from, 0, 1 + random.nextInt(5000)));
                scene.pair.alice.qp.write(Wqe.send().sge(scene.from, 0, 1 + random.nextInt(9000)));
                scene.pair.alice.qp.write(
                        Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 0, 1 + random.nextInt(9000)));
            }
            scene.pair.wire.lose(packet -> random.nextInt(20) == 0);
            scene.pair.wire.afterEach(() -> {
                long at = scene.pair.alice.qp.sendUnit(first + random.nextInt(12), 1 + random.nextInt(3));
                MemorySegment memory = scene.aliceHost().memory.segment(at);
                long offset = scene.aliceHost().memory.offset(at);
                memory.set(JAVA_INT_UNALIGNED, offset, RandomInput.edgy(random));
                long there = scene.pair.bob.qp.receiveUnit(random.nextInt(6), random.nextInt(4));
                MemorySegment receive = scene.bobHost().memory.segment(there);
                receive.set(JAVA_INT_UNALIGNED, scene.bobHost().memory.offset(there), RandomInput.edgy(random));
            });
            scene.pair.alice.qp.ring();
        });
    }

    @Test
    void shouldSurviveRandomPackets(TestInfo test) {
        fuzz(test, ROUNDS, (scene, random, window) -> {
            RandomInput.receives(scene, random, scene.pair.bob.qp, scene.to);
            RandomInput.receives(scene, random, scene.pair.alice.qp, scene.from);
            for (int i = 0; i < 3; i++) {
                scene.pair.alice.qp.write(
                        Wqe.read(scene.to.address(), scene.to.key()).sge(scene.from, 0, 1 + random.nextInt(5000)));
                scene.pair.alice.qp.write(
                        Wqe.write(scene.to.address(), scene.to.key()).sge(scene.from, 0, 1 + random.nextInt(5000)));
            }
            if (random.nextBoolean()) {
                scene.pair.wire.lose(packet -> packet.port() == 1 && random.nextInt(3) == 0);
                scene.pair.alice.qp.ring();
                scene.pair.fabric.progressUntil(scene.pair.fabric.now());
            }
            for (int i = 0; i < 40; i++) {
                RandomInput.packet(scene, random, window);
                if (random.nextInt(4) == 0) {
                    scene.pair.fabric.progressUntil(scene.pair.fabric.now());
                }
            }
        });
    }

    @Test
    void shouldSurviveRandomCommands(TestInfo test) {
        fuzz(test, ROUNDS, (scene, random, window) -> {
            CommandOpcode[] opcodes = CommandOpcode.values();
            for (int i = 0; i < 20; i++) {
                RawHost host = scene.bobHost();
                byte[] body = new byte[16 + random.nextInt(700)];
                if (random.nextBoolean()) {
                    random.nextBytes(body);
                }
                MemorySegment in = MemorySegment.ofArray(new long[(body.length + 7) / 8]);
                MemorySegment.copy(MemorySegment.ofArray(body), 0, in, 0, body.length);
                int code = random.nextInt(8) == 0
                        ? random.nextInt(0x10000)
                        : opcodes[random.nextInt(opcodes.length)].code();
                CommandInput.OPCODE.set(in, 0, code);
                CommandInput.OBJECT.set(in, 0, random.nextInt(0x100));
                host.commands.prepare(in, 16 + random.nextInt(600));
                if (random.nextInt(3) == 0) {
                    MemorySegment entry = host.commands.entry();
                    RandomInput.spoil(host, random);
                    CommandEntry.INPUT_LENGTH.set(
                            entry,
                            host.commands.entryOffset(),
                            CommandEntry.INPUT_LENGTH.get(entry, host.commands.entryOffset()) & 0xfffff);
                    CommandEntry.OUTPUT_LENGTH.set(
                            entry,
                            host.commands.entryOffset(),
                            CommandEntry.OUTPUT_LENGTH.get(entry, host.commands.entryOffset()) & 0xfffff);
                    CommandEntry.OWNERSHIP.set(entry, host.commands.entryOffset(), 1);
                }
                host.hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), 1);
                scene.pair.fabric.progress();
                assertFalse(
                        CommandEntry.OWNERSHIP.isSet(host.commands.entry(), host.commands.entryOffset()),
                        "the entry came back");
            }
        });
    }

    @Test
    void shouldSurviveRandomRegisters(TestInfo test) {
        fuzz(test, ROUNDS, (scene, random, window) -> {
            int[] offsets = {
                InitSegment.COMMAND_QUEUE_HIGH.offset(),
                InitSegment.COMMAND_QUEUE_LOW.offset(),
                InitSegment.COMMAND_DOORBELL.offset(),
                0,
                0x1fc
            };
            int low = (int) scene.aliceHost().commands.queue();
            for (int i = 0; i < 12; i++) {
                int offset = offsets[random.nextInt(offsets.length)];
                int value = random.nextBoolean() ? low & ~0xff | random.nextInt(256) : RandomInput.edgy(random);
                if (offset == InitSegment.COMMAND_QUEUE_HIGH.offset() && random.nextBoolean()) {
                    value = 1;
                }
                scene.aliceHost().hca.writeInitSegment(offset, value);
                scene.pair.fabric.progress();
            }
        });
    }
}
