package dev.fenestra.tools.proof.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Repeats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SoakTest {
    private static final long PLANS = Repeats.of(2_000, 10_000);
    /** Five packets of 256 bytes at most, so that FIRST, MIDDLE and LAST are all there. */
    private static final int LONG = 1000;

    private static final int DATAGRAM = 256;
    private static final SoakPath OTHER = new SoakPath(1, Mtu.MTU_512, true);

    @AutoClose
    private final Soak soak = new Soak();

    private static void assertNone(Optional<SoakFailure> failure) {
        assertEquals(Optional.empty(), failure);
    }

    static Stream<Arguments> kinds() {
        return Stream.of(SoakService.RC, SoakService.XRC, SoakService.UC, SoakService.UD)
                .flatMap(service -> service.kinds().stream().map(kind -> Arguments.of(service, kind)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void shouldDoTheSameWhateverHappensToOnePacket(SoakService service, SoakStep.Kind kind) {
        assertNone(soak.sweep(SoakProgram.single(service, kind, 0)));
        assertNone(soak.sweep(SoakProgram.single(service, kind, 8)));
        int length = service == SoakService.UD ? DATAGRAM : LONG;
        assertNone(soak.sweep(SoakProgram.single(service, kind, length)));
        assertNone(soak.sweep(SoakProgram.single(service, kind, length).over(OTHER)));
    }

    /** Each packet of the exchange that makes the connection meets each fault, too. */
    @Test
    void shouldMakeAndEndConnectionsByCmWhateverHappensToOnePacket() {
        SoakProgram program =
                SoakProgram.single(SoakService.RC, SoakStep.Kind.SEND, 100).over(SoakPath.USUAL.byCm());
        assertNone(soak.sweep(program));
    }

    @Test
    void shouldMakeAndEndConnectionsByCmUnderRandomFaults() {
        Optional<SoakFailure> failure = soak.random(
                seed -> SoakProgram.random(SoakService.RC, seed)
                        .over(SoakProgram.random(SoakService.RC, seed).path().byCm()),
                0,
                Repeats.of(50, 200));
        assertEquals(Optional.empty(), failure);
    }

    @Test
    void shouldDoTheSameWhateverHappensToOnePacketOfAMixedProgram() {
        LongStream.range(0, Repeats.of(5, 20)).forEach(seed -> assertNone(soak.sweep(SoakProgram.random(seed))));
        assertTrue(soak.plans() > Repeats.of(250, 1_000), "plans " + soak.plans());
    }

    @Test
    void shouldSurviveThousandsOfRandomPlans() {
        assertNone(soak.random(1, PLANS).map(soak::shrink));
        assertEquals(PLANS, soak.plans());
    }

    @Test
    void shouldGiveEachMessageAReceiveThatHoldsIt() {
        // A SEND of more than the shortest programs have, in the smallest area of the others.
        assertNone(soak.random(300_141_980, 20).map(soak::shrink));
    }

    @Test
    void shouldBlameAProgramThatFailsWithoutFaults() {
        SoakProgram tooLong = SoakProgram.single(SoakService.RC, SoakStep.Kind.SEND, SoakProgram.SHORT + 1);

        SoakFailure failure = soak.random(_ -> tooLong, 1, 1).orElseThrow();

        assertEquals(FaultPlan.NONE, failure.plan());
        assertTrue(failure.difference().startsWith("it fails without faults: "), failure.difference());
    }

    /** Seed 510073864: a REP comes twice and makes its sender wait for 68.7 s, and RTU is lost. */
    @ParameterizedTest
    @ValueSource(longs = {510_073_864, 510_088_855})
    void shouldWaitAsLongAsRdmaCmMayTake(long seed) {
        assertNone(soak.random(seed, 1));
    }

    @Test
    void shouldTakeAnExceptionForAFindingWithItsSeedAndGoOn() {
        try (Soak broken = BrokenWire.soak()) {
            SoakProgram program = SoakProgram.single(SoakService.RC, SoakStep.Kind.SEND, 100);

            SoakFailure failure = broken.random(_ -> program, 1, 1_000).orElseThrow();
            long seed = failure.plan().seed();

            assertEquals("an exception: " + BrokenWire.WORDS, failure.difference());
            assertEquals(seed, broken.plans());
            assertEquals(Optional.of(failure), broken.random(_ -> program, seed, 1));
            assertEquals(failure.difference(), broken.shrink(failure).difference());
            assertNone(broken.random(_ -> program, 1, seed - 1));
        }
    }

    @Test
    void shouldBlameAProgramThatThrowsWithoutFaults() {
        SoakStep outside = new SoakStep(SoakStep.Kind.SEND, 8, Integer.MAX_VALUE, 0, 0);

        SoakFailure failure =
                soak.random(_ -> SoakProgram.of(SoakService.RC, outside), 1, 1).orElseThrow();

        assertEquals(FaultPlan.NONE, failure.plan());
        assertTrue(failure.difference().startsWith("it fails without faults: an exception: "), failure.difference());
    }

    @Test
    void shouldRepeatAFailingLinkPacketForPacket() {
        try (SoakBench one = new SoakBench(TestBench.builder());
                SoakBench other = new SoakBench(TestBench.builder())) {
            for (long seed = 0; seed < Repeats.of(50, 200); seed++) {
                SoakProgram program = SoakProgram.random(seed);
                FaultPlan plan = RandomPlan.of(seed, 20);
                assertEquals(
                        one.run(program, plan).trace(), other.run(program, plan).trace(), "seed " + seed);
            }
        }
    }

    @Test
    void shouldSurviveALinkThatFailsByChance() {
        for (long seed = 0; seed < Repeats.of(100, 300); seed++) {
            FaultPlan plan = FaultPlan.of(seed, new FaultRates(0.02, 0.05, 0.05, 0.05, 0.02, 20_000));
            assertNone(soak.run(SoakProgram.random(seed), plan));
        }
    }

    /** No retry count survives a link that drops everything from some packet on. */
    @Test
    void shouldShrinkAPlanThatFailsToTheFaultThatMatters() {
        Fault harmless = Fault.at(FaultAction.DUPLICATE, PacketMatch.ANY, 1);
        Fault cut = Fault.at(FaultAction.DROP, PacketMatch.ANY, 2).withTimes(Integer.MAX_VALUE);
        SoakFailure failure = soak.run(SoakProgram.random(SoakService.RC, 3), FaultPlan.of(harmless, cut, harmless))
                .orElseThrow();
        SoakFailure smallest = soak.shrink(failure);
        assertEquals(1, smallest.program().steps().size());
        assertEquals(List.of(cut), smallest.plan().faults());
        assertTrue(smallest.difference().contains("RETRY_EXC_ERR"), smallest.difference());
    }
}
