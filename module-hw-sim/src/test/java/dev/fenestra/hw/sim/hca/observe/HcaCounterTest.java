package dev.fenestra.hw.sim.hca.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HcaCounterTest {
    @Test
    void shouldNameEachCounterOnce() throws IllegalAccessException {
        HcaCounters counters = new HcaCounters();
        List<Long> set = new ArrayList<>();
        for (Field field : HcaCounters.class.getFields()) {
            set.add(set.size() + 1L);
            field.setLong(counters, set.size());
        }
        List<Long> told = Arrays.stream(HcaCounter.values())
                .map(counter -> counter.of(counters))
                .sorted()
                .toList();
        assertEquals(set, told, "every public field of HcaCounters has one HcaCounter");
        assertEquals(
                HcaCounter.values().length,
                Arrays.stream(HcaCounter.values())
                        .map(HcaCounter::text)
                        .distinct()
                        .count());
    }
}
