package dev.fenestra.tools.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.abi.HostItem;
import dev.fenestra.ib.core.abi.HostLayout;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.CreateCq;
import dev.fenestra.ib.core.abi.uverbs.CqLayouts.ExCreateCq;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.CreateQpResp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.ExCreateQp;
import dev.fenestra.ib.core.abi.uverbs.QpLayouts.QpCap;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** All structures that user space and the kernel exchange, as tables: in themselves, and beside the headers of C. */
class HostLayoutsTest {
    /** Of libc6-dev, linux-libc-dev, libibverbs-dev and librdmacm-dev. The first one must come first. */
    private static final ImmutableList<String> HEADERS = ImmutableList.of(
            "netinet/in.h",
            "stddef.h",
            "stdio.h",
            "infiniband/ib.h",
            "infiniband/sa.h",
            "rdma/efa-abi.h",
            "rdma/hns-abi.h",
            "rdma/ib_user_ioctl_verbs.h",
            "rdma/ib_user_sa.h",
            "rdma/ib_user_verbs.h",
            "rdma/irdma-abi.h",
            "rdma/mlx4-abi.h",
            "rdma/mlx5-abi.h",
            "rdma/rdma_user_cm.h",
            "rdma/rdma_user_rxe.h",
            "rdma/rdma_user_ioctl_cmds.h");

    private static final String STRUCTURE = "struct ";

    static final List<HostLayout> LAYOUTS = constants(HostLayout.class)
            .sorted(Comparator.comparing(HostLayout::type))
            .toList();

    /** Public constants of the packages of layouts. */
    private static <T> Stream<T> constants(Class<T> type) {
        return ProductClasses.ALL.that(JavaClass.Predicates.resideInAPackage("dev.fenestra..abi..")).stream()
                .map(JavaClass::reflect)
                .filter(owner -> Modifier.isPublic(owner.getModifiers()))
                .flatMap(owner -> Arrays.stream(owner.getDeclaredFields()))
                .filter(field -> Modifier.isStatic(field.getModifiers()) && Modifier.isPublic(field.getModifiers()))
                .filter(field -> type.isAssignableFrom(field.getType()))
                .map(field -> type.cast(value(field)));
    }

    private static Object value(Field constant) {
        try {
            return constant.get(null);
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(closed);
        }
    }

    @Test
    void shouldHaveAPlaceInATableForEachConstant() {
        List<HostItem> placed =
                LAYOUTS.stream().flatMap(layout -> layout.items().stream()).toList();
        List<HostItem> lost =
                constants(HostItem.class).filter(item -> !placed.contains(item)).toList();
        assertEquals(List.of(), lost);
        assertTrue(placed.size() > 1, "no table was found");
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void shouldNotOverlapAndLieWithinTheStructure(HostLayout layout) {
        List<HostItem> items = layout.items().stream()
                .sorted(Comparator.comparingInt(HostItem::offset))
                .toList();
        int free = 0;
        for (HostItem item : items) {
            assertTrue(item.offset() >= free, () -> layout.type() + ": " + item + " overlaps");
            free = item.end();
        }
        assertTrue(free <= layout.bytes(), layout.type() + " ends before its last field");
    }

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void shouldAlignNumbersNaturally(HostLayout layout) {
        List<HostItem> crooked = layout.items().stream()
                .filter(item -> item instanceof HostField field && field.offset() % field.bytes() != 0)
                .toList();
        assertEquals(List.of(), crooked, layout.type());
    }

    @Test
    void shouldLieWhereCCompilersPutThem(@TempDir Path folder) throws IOException, InterruptedException {
        Path source = folder.resolve("layouts.c");
        String includes = lines(HEADERS.stream().map("#include <%s>"::formatted));
        Files.writeString(source, includes);
        assumeTrue(compiles(folder, "-E", source), "gcc or one of these headers is missing: " + HEADERS);

        List<String> expected = new ArrayList<>();
        List<String> prints = new ArrayList<>();
        for (HostLayout layout : LAYOUTS) {
            if (layout.type().startsWith(STRUCTURE)) {
                expected.add("%s: %d bytes".formatted(layout.type(), layout.bytes()));
                prints.add("printf(\"%s: %%zu bytes\\n\", sizeof(%1$s));".formatted(layout.type()));
                for (HostItem item : layout.items()) {
                    expected.add(
                            "%s.%s: %d, %d bytes".formatted(layout.type(), item.name(), item.offset(), item.bytes()));
                    prints.add(("printf(\"%s.%s: %%zu, %%zu bytes\\n\", offsetof(%1$s, %2$s),"
                                    + " sizeof(((%1$s *)0)->%2$s));")
                            .formatted(layout.type(), item.name()));
                }
            }
        }
        Files.writeString(source, includes + "int main(void) {\n" + lines(prints.stream()) + "return 0;\n}\n");
        assertTrue(compiles(folder, "-oprogram", source), () -> read(folder.resolve("said")));
        assertEquals(0, run(folder, folder.resolve("program").toString()));
        assertEquals(lines(expected.stream()), read(folder.resolve("said")));
    }

    @Test
    void shouldHaveACapacityOfAQpInTheSameOrderEverywhere() {
        assertEquals(QpCap.SIZE, ExCreateQp.MAX_INLINE_DATA.end() - ExCreateQp.MAX_SEND_WR.offset());
        assertEquals(QpCap.SIZE, CreateQpResp.MAX_INLINE_DATA.end() - CreateQpResp.MAX_SEND_WR.offset());
    }

    /** Commands that have an extended form are read as that form, from the user handle on. */
    @Test
    void shouldBeginAsTheExtendedForm() {
        assertBegins(CreateCq.LAYOUT, CreateCq.USER_HANDLE.offset(), ExCreateCq.LAYOUT);
        assertBegins(CreateQp.LAYOUT, CreateQp.USER_HANDLE.offset(), ExCreateQp.LAYOUT);
    }

    private static void assertBegins(HostLayout plain, int start, HostLayout extended) {
        List<String> moved = plain.items().stream()
                .map(item -> item.name() + " " + (item.offset() - start) + " " + item.bytes())
                .toList();
        List<String> first = extended.items().stream()
                .limit(moved.size())
                .map(item -> item.name() + " " + item.offset() + " " + item.bytes())
                .toList();
        assertEquals(first, moved);
    }

    /** Those that C does not know: attributes of an ioctl, one after another, and what is an addition of ours. */
    @Test
    void shouldHaveAStructureOfCForNearlyAllTables() {
        List<String> own = LAYOUTS.stream()
                .map(HostLayout::type)
                .filter(type -> !type.startsWith(STRUCTURE))
                .toList();
        assertEquals(
                List.of(
                        "__u32",
                        "__u64",
                        "fast-register region of Fenestra, request",
                        "fast-register region of Fenestra, response",
                        "mlx5_ib_alloc_dm_attrs, request",
                        "mlx5_ib_query_dm_attrs, response",
                        "mlx5_ib_query_port_attrs, request",
                        "mlx5_ib_uar_alloc_attrs, request",
                        "mlx5_ib_uar_alloc_attrs, response"),
                own);
    }

    private static String lines(Stream<String> lines) {
        StringBuilder all = new StringBuilder();
        lines.forEach(line -> all.append(line).append('\n'));
        return all.toString();
    }

    private static boolean compiles(Path folder, String how, Path source) throws InterruptedException {
        try {
            return run(folder, "gcc", how, source.toString()) == 0;
        } catch (IOException absent) {
            return false;
        }
    }

    /** What the program says goes to a file. */
    private static int run(Path folder, String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start()
                .waitFor();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException gone) {
            return gone.toString();
        }
    }
}
