package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The plan of the floors. LayeringTest holds the packages of the product against it. */
class FloorsTest {
    @Test
    void shouldPutEachPackageOnOneFloor() {
        List<String> rooms = Floors.all().stream().flatMap(Floors::rooms).toList();
        assertEquals(rooms.stream().distinct().toList(), rooms);
    }

    @Test
    void shouldShowThePlanInTheArchitecture() throws IOException {
        String page = Files.readString(Path.of("..", "ARCHITECTURE.md"));
        assertTrue(
                page.contains("```\n" + Floors.PLAN + "```\n"),
                () -> "ARCHITECTURE.md must show this plan:\n" + Floors.PLAN);
    }

    @Test
    void shouldReadThePlanFromTheGround() {
        Floors vendor = Floors.all().stream()
                .filter(it -> it.holds("dev.fenestra.vendor.mlx"))
                .findFirst()
                .orElseThrow();
        assertEquals("dev.fenestra.vendor", vendor.root());
        assertEquals(
                List.of(
                        "common",
                        "common.kernel",
                        "common.user",
                        "efa.abi",
                        "hns.abi",
                        "irdma.abi",
                        "mlx.abi",
                        "mlx.dv",
                        "mlx4.abi",
                        "rxe.abi",
                        "common.driver",
                        "efa.kernel",
                        "efa.user",
                        "hns.kernel",
                        "hns.user",
                        "irdma.kernel",
                        "irdma.user",
                        "mlx.kernel",
                        "mlx.user",
                        "mlx4.kernel",
                        "mlx4.user",
                        "rxe.kernel",
                        "rxe.user",
                        "efa",
                        "hns",
                        "irdma",
                        "mlx",
                        "mlx4",
                        "rxe"),
                vendor.rooms()
                        .map(it -> it.substring(vendor.root().length() + 1))
                        .toList());
        assertEquals(4, vendor.fromTheGround().size());
        assertEquals(
                List.of("dev.fenestra.uverbs", "dev.fenestra.uverbs.device"),
                Stream.of(Floors.all().getFirst())
                        .flatMap(Floors::rooms)
                        .limit(2)
                        .toList());
    }
}
