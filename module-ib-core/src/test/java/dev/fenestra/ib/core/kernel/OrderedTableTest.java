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
