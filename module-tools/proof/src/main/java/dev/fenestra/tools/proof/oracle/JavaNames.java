package dev.fenestra.tools.proof.oracle;

import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Side;

/** The names that objects have in a printed program. */
final class JavaNames {
    private JavaNames() {}

    static String memory(Side side) {
        return side.host() + "Memory";
    }

    static String pd(Side side, int slot) {
        return side.host() + "Pd" + slot;
    }

    static String region(Side side, int slot) {
        return side.host() + "Mr" + slot;
    }

    static String window(Side side, int slot) {
        return side.host() + "Mw" + slot;
    }

    static String cq(Side side, int slot) {
        return side.host() + "Cq" + slot;
    }

    static String qp(Side side, int slot) {
        return side.host() + "Qp" + slot;
    }

    static String object(Side side, KeyName name) {
        return name.holder() == KeyName.Holder.REGION ? region(side, name.slot()) : window(side, name.slot());
    }

    /** The key of a region or window as {@link Hex} writes it. */
    static String keyText(String object) {
        return "MemoryKey.text(" + object + ".rkey())";
    }
}
