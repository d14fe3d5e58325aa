package dev.fenestra.hw.sim.mlx5.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSyndrome;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.Reply;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each syndrome, from a command that is wrong in one way. */
class SyndromeTest {
    /** Two billion translations would have to be taken first. */
    private static final Set<CommandSyndrome> BEYOND_A_TEST = EnumSet.of(CommandSyndrome.MKEY_TRANSLATIONS);

    private static final Map<CommandSyndrome, Function<SyndromeStage, Reply>> REFUSALS = refusals();

    private static Map<CommandSyndrome, Function<SyndromeStage, Reply>> refusals() {
        Map<CommandSyndrome, Function<SyndromeStage, Reply>> all = new EnumMap<>(CommandSyndrome.class);
        all.put(
                CommandSyndrome.OPCODE,
                s -> s.run(
                        RawCommands.input(CommandOpcode.ALLOC_PD, 0, 16), in -> CommandInput.OPCODE.set(in, 0, 0x999)));
        all.put(CommandSyndrome.CAPABILITY_OUTPUT, s -> s.run(CommandOpcode.QUERY_HCA_CAP, 0));
        all.put(CommandSyndrome.PD_UNKNOWN, s -> s.run(CommandOpcode.DEALLOC_PD, 99));
        all.put(CommandSyndrome.PD_LIMIT, s -> s.untilRefused(() -> s.run(CommandOpcode.ALLOC_PD, 0)));
        all.put(CommandSyndrome.UAR_UNKNOWN, s -> s.run(CommandOpcode.DEALLOC_UAR, 99));
        all.put(CommandSyndrome.UAR_LIMIT, s -> s.untilRefused(() -> s.run(CommandOpcode.ALLOC_UAR, 0)));
        KeyRefusals.addTo(all);
        QueueRefusals.addTo(all);
        GroupRefusals.addTo(all);
        AddressRefusals.addTo(all);
        return all;
    }

    @ParameterizedTest
    @EnumSource(
            value = CommandSyndrome.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"NONE", "MKEY_TRANSLATIONS"})
    void shouldNameWhatRefused(CommandSyndrome syndrome) {
        try (SyndromeStage stage = new SyndromeStage()) {
            Reply reply = REFUSALS.get(syndrome).apply(stage);
            assertEquals(0, reply.delivery());
            assertEquals(syndrome, CommandSyndrome.of(reply.syndrome()));
            assertEquals(syndrome.status(), reply.status());
            assertEquals(0, reply.object());
        }
    }

    @Test
    void shouldProvokeEverySyndromeThatATestCanReach() {
        Set<CommandSyndrome> rest = EnumSet.complementOf(EnumSet.copyOf(REFUSALS.keySet()));
        rest.remove(CommandSyndrome.NONE);
        assertEquals(BEYOND_A_TEST, rest);
    }

    @Test
    void shouldSayNothingOfACommandThatSucceeds() {
        try (SyndromeStage stage = new SyndromeStage()) {
            assertEquals(0, stage.region(in -> {}).syndrome());
        }
    }

    @Test
    void shouldNameTheRulesThatRefuseCommands() {
        Map<CommandSyndrome, String> rules = Map.of(
                CommandSyndrome.MKEY_HELD,
                "D1",
                CommandSyndrome.QP_HELD,
                "D2",
                CommandSyndrome.MODIFY_HELD,
                "D3",
                CommandSyndrome.MKEY_PAGES_HELD,
                "D4");
        rules.forEach((syndrome, rule) -> {
            assertEquals("rule " + rule, syndrome.text().substring(0, 7));
            try (SyndromeStage stage = new SyndromeStage()) {
                REFUSALS.get(syndrome).apply(stage);
                assertEquals(
                        List.of(rule),
                        stage.host.rules().stream().map(HcaRule::id).toList());
            }
        });
    }
}
