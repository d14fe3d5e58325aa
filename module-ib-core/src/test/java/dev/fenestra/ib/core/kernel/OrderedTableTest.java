package dev.fenestra.ib.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderedTableTest {
    private record Numbered(int number, Object identity) {
        Numbered(int number) {
            this(number, new Object());
        }
    }

    private final OrderedTable<Numbered> table = new OrderedTable<>(Numbered::number);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 5000})
    void shouldBehaveAsALinkedMap(int numbers) {
        Random random = new Random(numbers);
        SequencedMap<Integer, Numbered> model = new LinkedHashMap<>();
        for (int step = 0; step < 20_000; step++) {
            int number = random.nextInt(numbers) * 64 - numbers;
            Numbered known = model.get(number);
            if (known == null) {
                known = new Numbered(number);
                table.add(known);
                model.put(number, known);
            } else if (random.nextInt(3) > 0) {
                assertTrue(table.remove(known));
                assertFalse(table.remove(known));
                model.remove(number);
            }
            assertSame(model.get(number), table.find(number));
            assertEquals(model.size(), table.size());
        }
        assertEquals(new ArrayList<>(model.values()), table.list());
    }

    /** Numbers may be identity hashes, which no two virtual machines have in common. */
    @Test
    void shouldKeepItsOrderWhateverNumbersObjectsHave() {
        int[] scattered = new Random(1).ints(12).toArray();
        List<OrderedTable<Integer>> tables = List.of(
                new OrderedTable<>(value -> 1),
                new OrderedTable<>(value -> value),
                new OrderedTable<>(value -> scattered[value]),
                new OrderedTable<>(value -> scattered[11 - value]));
        List<Integer> values = IntStream.range(0, 12).boxed().toList();
        List<Integer> model = new ArrayList<>();
        Random random = new Random(2);
        for (int step = 0; step < 5_000; step++) {
            Integer value = values.get(random.nextInt(values.size()));
            if (random.nextBoolean()) {
                model.add(value);
                tables.forEach(it -> it.add(value));
            } else {
                boolean known = model.remove(value);
                tables.forEach(it -> assertEquals(known, it.remove(value)));
            }
            tables.forEach(it -> assertEquals(model, it.list()));
        }
    }

    @Test
    void shouldKeepTwoOfOneNumberApart() {
        Numbered one = new Numbered(3);
        Numbered other = new Numbered(3);
        table.add(one);
        table.add(other);
        table.add(one);
        assertEquals(List.of(one, other, one), table.list());
        assertTrue(table.remove(one));
        assertTrue(table.remove(one));
        assertFalse(table.remove(one));
        assertSame(other, table.find(3));
        assertTrue(table.remove(other));
        assertNull(table.find(3));
    }
}
