package dev.fenestra.vendor.mlx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.kernel.CommandAnswerTest;
import dev.fenestra.vendor.mlx.kernel.CommandStatusTest;
import dev.fenestra.vendor.mlx.kernel.KernelRefusalTest;
import dev.fenestra.vendor.mlx.kernel.MemoryRefusalTest;
import dev.fenestra.vendor.mlx.kernel.OnDemandFaultTest;
import dev.fenestra.vendor.mlx.kernel.SrqRefusalTest;
import dev.fenestra.vendor.mlx.user.BindRefusalTest;
import dev.fenestra.vendor.mlx.user.MkeyRefusalTest;
import dev.fenestra.vendor.mlx.user.PostRefusalTest;
import dev.fenestra.vendor.mlx.user.RegistrationRefusalTest;
import dev.fenestra.vendor.mlx.user.ScatterFlagTest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleCoverageTest {
    private static final List<Class<?>> TESTS = List.of(
            PostRefusalTest.class,
            BindRefusalTest.class,
            RegistrationRefusalTest.class,
            MkeyRefusalTest.class,
            CommandAnswerTest.class,
            CommandStatusTest.class,
            KernelRefusalTest.class,
            MemoryRefusalTest.class,
            SrqRefusalTest.class,
            OnDemandFaultTest.class,
            ScatterFlagTest.class);

    @Test
    void shouldProvokeEveryRule() {
        Set<MlxRule> provoked = TESTS.stream()
                .flatMap(tests -> Arrays.stream(tests.getDeclaredMethods()))
                .map(method -> method.getAnnotation(Provokes.class))
                .filter(Objects::nonNull)
                .flatMap(provokes -> Arrays.stream(provokes.value()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(MlxRule.class)));

        assertEquals(EnumSet.allOf(MlxRule.class), provoked);
    }

    @Test
    void shouldGiveOneIdToRulesOfOneDemandOnly() {
        long ids = Arrays.stream(MlxRule.values()).map(MlxRule::id).distinct().count();

        // P10 answers differently from list and builder.
        assertEquals(MlxRule.values().length - 1, ids);
    }
}
