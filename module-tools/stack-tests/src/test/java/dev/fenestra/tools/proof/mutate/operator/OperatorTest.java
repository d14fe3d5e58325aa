package dev.fenestra.tools.proof.mutate.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each operator makes of a small class. */
class OperatorTest {
    private static final String NAME = Sample.class.getName();

    private final byte[] original = bytes();
    private final Defects defects = new Defects(OperatorTest.class.getClassLoader());

    OperatorTest() throws IOException {}

    @ParameterizedTest(name = "{0} of {1}, place {2}")
    @CsvSource({
        "DROP_CHECK, refused, 0, 5, 3, refused, 5, the check is dropped: it never throws",
        "DROP_CHECK, refusedTwice, 0, 5, 3, refused, 5, the check is dropped: it never throws",
        "DROP_CHECK, refusedTwice, 1, 3, 5, refused, 3, the check is dropped: it never throws",
        "DROP_CHECK, early, 0, 4, 4, -1, 4, the check is dropped: this way never returns",
        "NEGATE, sometimes, 0, 4, 4, 7, 1, the condition is negated",
        "BOUND, refused, 0, 4, 4, 4, refused, 'when both sides are equal, the comparison decides the other way'",
        "BOUND, inside, 0, 4, 4, 0, 3, 'when both sides are equal, the comparison decides the other way'",
        "OFF_BY_ONE, more, 0, 1, 1, 5, 6, 3 becomes 4",
        "OFF_BY_ONE, refusedTwice, 0, 5, 3, refused, 5, 5 becomes 6",
        "CONSTANT, yes, 0, 8, 9, 8, 9, 1 becomes 0",
        "CONSTANT, early, 0, 4, 4, -1, 0, -1 becomes 0",
        "WIDEN_MASK, bits, 0, 15, 0, 6, 15, 6 becomes 15 (0xf)",
        "DROP_BIT, bits, 0, 15, 0, 6, 4, 6 becomes 4",
        "FORGET_FLAG, flags, 0, 8, 1, 9, 8, the bits on the right of | are forgotten",
        "SUM, more, 0, 5, 2, 10, 6, + becomes -",
        "LOSE_STORE, stored, 0, 5, 0, 5, 1, field Sample.field is not set",
        "LOSE_STORE, placed, 0, 5, 0, 5, 0, the element of the array is not set",
        "SKIP_CALL, called, 0, 0, 0, 1, 0, Sample.count is not called",
        "SKIP_CALL, ignored, 0, 0, 0, 1, 0, Sample.truth is not called",
    })
    void shouldChangeOnePlace(
            Operator operator, String method, int place, long a, long b, String before, String after, String change)
            throws ReflectiveOperationException {
        Point point = points(operator, method).get(place);

        assertEquals(before, run(original, method, a, b));
        assertEquals(after, run(defects.change(original, point), method, a, b));
        assertEquals(change, point.change());
    }

    @Test
    void shouldHaveASampleOfEachOperator() {
        Set<Operator> found = defects.points(NAME, original).stream()
                .map(Point::operator)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Operator.class)));

        assertEquals(EnumSet.allOf(Operator.class), found);
    }

    @Test
    void shouldMakeAClassThatLoadsAtEachPlace() throws ReflectiveOperationException {
        for (Point point : defects.points(NAME, original)) {
            assertEquals(NAME, load(defects.change(original, point)).getName(), point.toString());
        }
    }

    @Test
    void shouldLeaveConstructorsWithAllTheirFields() {
        assertEquals(List.of(), points(Operator.LOSE_STORE, "<init>"));
    }

    @Test
    void shouldKnowTheLine() {
        assertTrue(points(Operator.DROP_CHECK, "refused").getFirst().line() > 0);
    }

    @Test
    void shouldRefuseAPlaceThatTheClassDoesNotHave() {
        Point other = new Point(Operator.SUM, NAME, "more", "(JJ)J", 0, 0, "");

        assertThrows(IllegalArgumentException.class, () -> defects.change(original, other));
    }

    private List<Point> points(Operator operator, String method) {
        return defects.points(NAME, original).stream()
                .filter(point -> point.operator() == operator && point.method().equals(method))
                .toList();
    }

    private static String run(byte[] bytes, String method, long a, long b) throws ReflectiveOperationException {
        Class<?> type = load(bytes);
        Object sample = type.getConstructor().newInstance();
        try {
            return type.getMethod(method, long.class, long.class)
                    .invoke(sample, a, b)
                    .toString();
        } catch (InvocationTargetException thrown) {
            return String.valueOf(thrown.getCause().getMessage());
        }
    }

    private static Class<?> load(byte[] bytes) throws ReflectiveOperationException {
        return Class.forName(NAME, true, new One(bytes));
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = Objects.requireNonNull(Sample.class.getResourceAsStream("Sample.class"))) {
            return in.readAllBytes();
        }
    }

    /** Defines one class itself. */
    private static final class One extends ClassLoader {
        private final byte[] bytes;

        One(byte[] bytes) {
            super(null);
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String name) {
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
