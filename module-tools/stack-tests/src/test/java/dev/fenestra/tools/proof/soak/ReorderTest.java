package dev.fenestra.tools.proof.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.proof.soak.SoakStep.Kind;
import dev.fenestra.tools.testing.Repeats;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs and plans that once went wrong: late packets of READs and atomics, and losses in long messages. */
class ReorderTest {
    /** Some thousand packets. */
    private static final int LONG = Repeats.of(1 << 20, 1 << 22);

    private static final FaultRates ONE_PERCENT = new FaultRates(0.01, 0, 0, 0, 0, 0);

    @AutoClose
    private final Soak soak = new Soak();

    /** A program and a plan. */
    private record Row(String name, SoakProgram program, FaultPlan plan) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Fault late(int kth, long nanos) {
        return Fault.at(FaultAction.REORDER, PacketMatch.ANY, kth).withDelay(nanos);
    }

    private static SoakStep read(int length, int local, int remote) {
        return new SoakStep(Kind.READ, length, local, remote, 0);
    }

    static Stream<Row> executedTwice() {
        return Stream.of(
                new Row(
                        "two READs and an atomic",
                        SoakProgram.of(
                                SoakService.RC,
                                read(842, 2760, 2264),
                                read(263, 3584, 2448),
                                new SoakStep(Kind.FETCH_AND_ADD, 8, 3088, 4824, 115)),
                        FaultPlan.of(late(7, 5025), late(8, 1_985_158))),
                new Row(
                        "XRC, seed 9180109 of the first mix",
                        SoakProgram.of(
                                SoakService.XRC,
                                new SoakStep(Kind.READ, 37, 3520, 2472, 648),
                                new SoakStep(Kind.READ, 842, 2760, 2264, 79),
                                new SoakStep(Kind.SEND_WITH_IMMEDIATE, 286, 1520, 96, 792),
                                new SoakStep(Kind.SEND, 649, 1128, 192, 296),
                                new SoakStep(Kind.SEND, 901, 600, 896, 945),
                                new SoakStep(Kind.WRITE_WITH_IMMEDIATE, 568, 832, 1216, 508),
                                new SoakStep(Kind.READ, 263, 3584, 2448, 767),
                                new SoakStep(Kind.FETCH_AND_ADD, 8, 3088, 4824, 115)),
                        FaultPlan.of(late(24, 3589), late(21, 8740), late(16, 2_571_853))),
                new Row(
                        "RC, seed 9624975 of the first mix",
                        SoakProgram.of(
                                SoakService.RC,
                                new SoakStep(Kind.COMPARE_AND_SWAP, 8, 2872, 5872, 122),
                                new SoakStep(Kind.SEND_WITH_INVALIDATE, 291, 1128, 1192, 384),
                                read(814, 2728, 2936),
                                read(328, 2760, 2256),
                                new SoakStep(Kind.FETCH_AND_ADD, 8, 2392, 4648, 146),
                                new SoakStep(Kind.FETCH_AND_ADD, 8, 3952, 5776, 252)),
                        FaultPlan.of(
                                Fault.at(FaultAction.DELAY, PacketMatch.ANY, 15).withDelay(296), late(8, 1_531_501))));
    }

    @ParameterizedTest
    @MethodSource("executedTwice")
    void shouldExecuteAnAtomicOnceWhateverComesLate(Row row) {
        assertEquals(Optional.empty(), soak.run(row.program, row.plan));
    }

    @Test
    void shouldKeepAConnectionOfSmallDepthWhenTwoPacketsComeLate() {
        SoakProgram program = SoakProgram.of(
                        SoakService.RC,
                        read(700, 2048, 2048),
                        read(300, 2800, 2800),
                        read(8, 3200, 3200),
                        read(900, 2100, 2100),
                        read(500, 3000, 3000))
                .over(new SoakPath(2, Mtu.MTU_256, false));
        for (int first = 1; first <= 16; first++) {
            for (int second = first + 1; second <= 16; second++) {
                FaultPlan plan = FaultPlan.of(late(first, 5_000), late(second, 2_000_000));
                assertEquals(Optional.empty(), soak.run(program, plan));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"WRITE", "SEND", "READ"})
    void shouldMoveALongMessageAtOnePercentLoss(Kind kind) {
        int remote = kind == Kind.READ ? LONG : 0;
        SoakProgram program = new SoakProgram(
                SoakService.RC,
                new SoakPath(1, Mtu.MTU_1024, false),
                LONG,
                List.of(new SoakStep(kind, LONG, remote, remote, 0)),
                0);
        int seeds = kind == Kind.WRITE ? Repeats.of(8, 20) : 4;
        LongStream.range(0, seeds)
                .forEach(seed -> assertEquals(
                        Optional.empty(), soak.run(program, FaultPlan.of(seed, ONE_PERCENT)), "seed " + seed));
    }
}
