package dev.fenestra.tools.observe.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.fenestra.hw.sim.mlx5.prm.Layout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every layout of the manual can be shown. */
class DecodeLayoutTest {
    static Stream<Layout> layouts() {
        JavaClasses manual = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.fenestra.hw.sim.mlx5.prm");
        List<Layout> all = manual.stream()
                .flatMap(it -> Stream.of(it.reflect().getFields()))
                .filter(it -> Modifier.isStatic(it.getModifiers()) && it.getType() == Layout.class)
                .map(DecodeLayoutTest::value)
                .toList();
        assertTrue(all.size() > 20);
        return all.stream();
    }

    private static Layout value(Field field) {
        try {
            return (Layout) field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void shouldShowEveryFieldWithItsValue(Layout layout) throws DecodeException {
        byte[] input = new byte[layout.bytes() + 8];
        new Random(layout.name().hashCode()).nextBytes(input);
        Bytes bytes = new Bytes(input);

        Decoded decoded = bytes.segment(layout.name(), layout, 8, Map.of());

        assertEquals(layout.fields().size(), decoded.fields().size());
        for (int i = 0; i < layout.fields().size(); i++) {
            DecodedField field = decoded.fields().get(i);
            long value = bytes.get(layout.fields().get(i), 8);
            assertEquals(value, Long.parseUnsignedLong(field.value().substring(2), 16), field.name());
            assertEquals(value, fromPlace(input, field.place()), field.name());
        }
    }

    /** The bits of a place, one by one. */
    private static long fromPlace(byte[] input, Place place) {
        long value = 0;
        for (long bit = place.firstBit(); bit < place.firstBit() + place.width(); bit++) {
            value = value << 1 | input[(int) (bit / 8)] >> 7 - bit % 8 & 1;
        }
        return value;
    }
}
