package dev.fenestra.tools.observe.decode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;

/** The names of single bits of a field. */
final class Bits implements Meaning {
    private final Map<Long, String> names = new LinkedHashMap<>();

    Bits name(long bit, String name) {
        names.put(bit, name);
        return this;
    }

    @Override
    public String of(long value) {
        StringJoiner known = new StringJoiner(", ");
        long rest = value;
        for (Map.Entry<Long, String> entry : names.entrySet()) {
            if ((value & entry.getKey()) != 0) {
                known.add(entry.getValue());
                rest &= ~entry.getKey();
            }
        }
        if (rest != 0) {
            known.add("unknown 0x" + Long.toHexString(rest));
        }
        return known.toString();
    }
}
