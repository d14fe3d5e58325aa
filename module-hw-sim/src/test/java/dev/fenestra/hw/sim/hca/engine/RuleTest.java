package dev.fenestra.hw.sim.hca.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.Qpc;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.RawHost;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Breaks every rule once and looks at all that comes of it. */
class RuleTest {
    /** Rules that cannot be broken from outside, and why. */
    private static final Map<HcaRule, String> UNREACHABLE = Map.of(
            HcaRule.A6, "D1 and D3 keep a region alive while a window is bound to it",
            HcaRule.I4, "B5 has compared the PDs when the window was bound, and a window never changes its PD");

    /** Rules of commands: {@code WindowCommandTest} breaks them. */
    private static final Set<HcaRule> OF_COMMANDS = EnumSet.of(HcaRule.D1, HcaRule.D2, HcaRule.D3, HcaRule.D4);

    /**
     * Rules of datagrams: {@code DatagramTest} and {@code DatagramPathTest} of the tools break them, through the whole
     * stack.
     */
    private static final Set<HcaRule> OF_DATAGRAMS =
            EnumSet.of(HcaRule.U1, HcaRule.U2, HcaRule.U3, HcaRule.U4, HcaRule.U5, HcaRule.U6);

    /** Rules of XRC: {@code XrcTest} breaks them. */
    private static final Set<HcaRule> OF_XRC = EnumSet.of(HcaRule.X1, HcaRule.X2, HcaRule.X3);

    /** Rules of on-demand paging: {@code PageFaultTest} breaks them. */
    private static final Set<HcaRule> OF_PAGING = EnumSet.of(HcaRule.O1, HcaRule.O2);

    /** The rule of the bus: {@code BusFaultTest} of the tools breaks it, with memory that vanishes. */
    private static final Set<HcaRule> OF_THE_BUS = EnumSet.of(HcaRule.H1);

    /** The rule of full CQs: {@code NotificationTest} breaks it. */
    private static final Set<HcaRule> OF_QUEUES = EnumSet.of(HcaRule.Q2);

    static Stream<Scene.Case> cases() {
        return Stream.of(
                        LocalRules.cases(),
                        RemoteRules.cases(),
                        TransportRules.cases(),
                        MkeyRules.cases(),
                        FastRules.cases())
                .flatMap(List::stream);
    }

    @Test
    void shouldKnowAWayToBreakEveryRule() {
        Set<HcaRule> missing = EnumSet.allOf(HcaRule.class);
        cases().forEach(broken -> missing.remove(broken.rule()));
        missing.removeAll(OF_COMMANDS);
        missing.removeAll(OF_DATAGRAMS);
        missing.removeAll(OF_XRC);
        missing.removeAll(OF_PAGING);
        missing.removeAll(OF_THE_BUS);
        missing.removeAll(OF_QUEUES);
        missing.removeAll(UNREACHABLE.keySet());
        assertEquals(Set.of(), missing);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void shouldRefuse(Scene.Case broken) {
        refuse(broken, false);
    }

    static Stream<Scene.Case> ofKeys() {
        return cases().filter(broken -> "LRA".indexOf(broken.rule().id().charAt(0)) >= 0);
    }

    /**
     * A request that is one piece and one packet is worked on in fewer steps than others; it must be refused for the
     * same reasons.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("ofKeys")
    void shouldRefuseTheSameInSeveralPiecesAndPackets(Scene.Case broken) {
        refuse(broken, true);
    }

    private static void refuse(Scene.Case broken, boolean inParts) {
        try (Scene scene = new Scene(broken.alice(), broken.bob(), inParts)) {
            byte[] fromBefore = scene.from.bytes(0, Scene.BYTES);
            byte[] toBefore = scene.to.bytes(0, Scene.BYTES);
            broken.provoke().accept(scene);
            scene.pair.runUntil(20_000_000_000L);

            checkRefusal(broken, scene);
            checkCompletions(broken, scene);
            assertEquals(broken.nak() == Scene.NONE ? List.of() : List.of(broken.nak()), refusing(scene));
            assertEquals(state(broken.aliceFails()), scene.pair.alice.state(), "alice's QP");
            assertEquals(state(broken.bobFails()), scene.pair.bob.state(), "bob's QP");
            assertArrayEquals(toBefore, scene.to.bytes(0, Scene.BYTES), "bob's memory");
            assertArrayEquals(fromBefore, scene.from.bytes(0, Scene.BYTES), "alice's memory");
        }
    }

    private static int state(boolean failed) {
        return failed ? Qpc.STATE_ERR : Qpc.STATE_RTS;
    }

    /** NAKs but for receiver-not-ready. */
    private static List<Integer> refusing(Scene scene) {
        return scene.pair.wire.naks().stream().filter(nak -> nak >= 0x60).toList();
    }

    private static void checkRefusal(Scene.Case broken, Scene scene) {
        RawHost enforcer = broken.bobFails() ? scene.bobHost() : scene.aliceHost();
        RawHost other = broken.bobFails() ? scene.aliceHost() : scene.bobHost();
        assertEquals(List.of(), other.rules(), "the other end is not told the reason");
        if (broken.rule() == HcaRule.Q1) {
            assertEquals(List.of(), enforcer.rules(), "a flush follows from an error and is none of its own");
            return;
        }
        assertEquals(List.of(broken.rule()), enforcer.rules(), () -> enforcer.refusals.toString());
        assertFalse(enforcer.refusals.getFirst().values().isEmpty());
    }

    private static void checkCompletions(Scene.Case broken, Scene scene) {
        List<Entry> sent = scene.pair.alice.sends.drain();
        if (broken.sent() == Scene.NONE) {
            assertEquals(List.of(), sent);
        } else {
            Entry failed = sent.stream()
                    .filter(entry -> !entry.isSuccess())
                    .findFirst()
                    .orElseThrow();
            assertEquals(broken.sent(), failed.syndrome());
            boolean refusedHere = !broken.bobFails();
            assertEquals(refusedHere ? broken.rule().code() : 0, failed.vendor());
        }
        List<Entry> received = scene.pair.bob.receives.drain();
        if (broken.received() == Scene.NONE) {
            assertEquals(List.of(), received);
        } else {
            assertEquals(broken.received(), received.getFirst().syndrome());
            assertEquals(broken.rule().code(), received.getFirst().vendor());
        }
    }
}
