package dev.fenestra.tools.proof.mutate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.proof.mutate.worker.ModuleClasses;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which classes a campaign changes; three small classes of the campaign itself are there to be chosen. */
class OnlyTest {
    private static final List<Class<?>> THREE = List.of(Campaign.class, Choice.class, MutateWork.class);

    private static ModuleClasses classes;

    @BeforeAll
    static void read() throws IOException {
        Map<String, byte[]> bytes = new TreeMap<>();
        for (Class<?> one : THREE) {
            try (InputStream in = Objects.requireNonNull(one.getResourceAsStream(one.getSimpleName() + ".class"))) {
                bytes.put(one.getName(), in.readAllBytes());
            }
        }
        classes = new ModuleClasses(Campaign.class.getModule(), bytes);
    }

    private static List<String> changed(String... only) {
        TreeSet<String> names = new TreeSet<>();
        Campaign.points(classes, List.of(only)).forEach(point -> names.add(point.className()));
        return List.copyOf(names);
    }

    @Test
    void shouldChangeTheClassesThatBeginLikeOneOfSeveralPrefixes() {
        assertEquals(
                List.of(Campaign.class.getName(), MutateWork.class.getName()),
                changed(Campaign.class.getName(), MutateWork.class.getName()));
        assertEquals(
                List.of(Campaign.class.getName(), Choice.class.getName()),
                changed(Choice.class.getPackageName() + ".C", "acme"));
    }

    @Test
    void shouldChangeAllWithoutAPrefixAndNoneWithAWrongOne() {
        assertEquals(THREE.stream().map(Class::getName).toList(), changed());
        assertTrue(changed("acme.rdma", "acme.other").isEmpty());
    }
}
