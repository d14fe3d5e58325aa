package dev.fenestra.tools.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultStage;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.vocabulary.Completions;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.uverbs.request.AddressHandle;
import dev.fenestra.uverbs.request.Datagram;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Invariants of datagrams under every fault of one of them. The sender does not see the fault. A datagram that arrives
 * is whole, after its GRH, in a receive of its own. A dropped or corrupted datagram is lost, and no other. A duplicated
 * one arrives twice. A delayed or overtaken one arrives late.
 */
class DatagramSweepTest {
    private static final int COUNT = 4;
    private static final int BYTES = 100;
    private static final int GRH = 40;
    private static final int SLOT = 256;
    private static final int QKEY = 0x22222222;
    private static final long LATER = 1_000_000;

    private final FaultStage faults = new FaultStage(FaultPlan.NONE);
    private final Fabric fabric = new Fabric();

    @AutoClose
    private final TestBench bench;

    private final End alice;
    private final End bob;

    DatagramSweepTest() {
        fabric.through(faults);
        bench = TestBench.builder().fabric(fabric).build();
        alice = new End(bench.host("alice"), QpType.UD);
        bob = new End(bench.host("bob"), QpType.UD);
        alice.qp.bringUp(QKEY);
        bob.qp.bringUp(QKEY);
    }

    static Stream<Arguments> faults() {
        return Stream.of(FaultAction.values())
                .flatMap(action -> IntStream.rangeClosed(1, COUNT).mapToObj(kth -> Arguments.of(action, kth)));
    }

    /** The numbers of the datagrams that must arrive, in order. */
    private static List<Integer> expected(FaultAction action, int kth) {
        List<Integer> arriving =
                new ArrayList<>(IntStream.range(0, COUNT).boxed().toList());
        Integer hit = kth - 1;
        switch (action) {
            case DROP, CORRUPT -> arriving.remove(hit);
            case DUPLICATE -> arriving.add(hit);
            case DELAY -> {
                arriving.remove(hit);
                arriving.add(hit);
            }
            case REORDER -> {
                arriving.remove(hit);
                arriving.add(Math.min(kth, arriving.size()), hit);
            }
        }
        return arriving;
    }

    private byte[] message(int number) {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) (number * 50 + i);
        }
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("faults")
    void shouldKeepEveryOtherDatagramWholeAndInOrder(FaultAction action, int kth) {
        AddressHandle path = alice.pd.createAh(bob.context.gid(0));
        for (int i = 0; i < 2 * COUNT; i++) {
            bob.qp.postRecv(i, bob.slice((long) i * SLOT, SLOT));
        }
        faults.restart(FaultPlan.of(Fault.at(action, PacketMatch.ANY, kth)));
        for (int i = 0; i < COUNT; i++) {
            alice.memory.put((long) i * SLOT, message(i));
            alice.qp.post(Datagram.of(i, path, bob.qp.number(), QKEY, alice.slice((long) i * SLOT, BYTES)));
            assertEquals(WcStatus.SUCCESS, alice.awaitSent(i).status());
        }
        for (long end = fabric.now() + LATER; fabric.now() < end; ) {
            fabric.progressUntil(end);
        }

        assertEquals(expected(action, kth), arrived());
        assertEquals(QpState.RTS, alice.qp.state());
        assertEquals(QpState.RTS, bob.qp.state());
    }

    /** Which datagrams lie in the receives, in the order in which these completed. */
    private List<Integer> arrived() {
        List<Integer> numbers = new ArrayList<>();
        Completions seen = new Completions(2 * COUNT);
        while (bob.received.poll(seen) > 0) {
            for (int i = 0; i < seen.size(); i++) {
                assertEquals(GRH + BYTES, seen.byteLength(i));
                byte[] data = bob.memory.get(seen.wrId(i) * SLOT + GRH, BYTES);
                int number = (data[0] & 0xff) / 50;
                assertArrayEquals(message(number), data);
                numbers.add(number);
            }
            seen.clear();
        }
        return numbers;
    }
}
