package dev.fenestra.hw.sim.hca.engine;

import dev.fenestra.hw.sim.hca.observe.HcaCounters;
import dev.fenestra.hw.sim.testing.Entry;
import dev.fenestra.hw.sim.testing.RawPair;
import dev.fenestra.hw.sim.testing.RawRegion;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All that can be seen of a pair: two runs that differ in their lanes only have the same. */
record Seen(
        List<Entry> sends,
        List<Entry> receives,
        int alice,
        int bob,
        List<?> refusals,
        int bytesOfAlice,
        int bytesOfBob,
        Map<String, Long> counters) {

    /**
     * @param length bytes of both regions that are compared
     */
    static Seen of(RawPair pair, RawRegion from, RawRegion to, int length) throws IllegalAccessException {
        return new Seen(
                pair.alice.sends.drain(),
                pair.bob.receives.drain(),
                pair.alice.state(),
                pair.bob.state(),
                Stream.concat(pair.alice.host.refusals.stream(), pair.bob.host.refusals.stream())
                        .toList(),
                Arrays.hashCode(from.bytes(0, length)),
                Arrays.hashCode(to.bytes(0, length)),
                counters(pair));
    }

    private static Map<String, Long> counters(RawPair pair) throws IllegalAccessException {
        Map<String, Long> all = new TreeMap<>();
        for (Field field : HcaCounters.class.getFields()) {
            all.put("alice " + field.getName(), field.getLong(pair.alice.host.hca.counters()));
            all.put("bob " + field.getName(), field.getLong(pair.bob.host.hca.counters()));
        }
        return all;
    }
}
