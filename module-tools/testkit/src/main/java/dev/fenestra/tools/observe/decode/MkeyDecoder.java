package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.util.HashMap;
import java.util.Map;

/** Decodes an mkey context. */
public final class MkeyDecoder {
    private static final String TITLE = "mkey context";

    private MkeyDecoder() {}

    /** An mkey context of 64 bytes, and nothing else. */
    public static Decoded decode(byte[] input) throws DecodeException {
        Bytes bytes = new Bytes(input);
        Decoded decoded = decode(bytes, 0);
        if (input.length > MkeyContext.BYTES) {
            throw new DecodeException("an mkey context ends at offset " + Bytes.at(MkeyContext.BYTES)
                    + ", but the input goes on to " + Bytes.at(input.length));
        }
        return decoded;
    }

    static Decoded decode(Bytes bytes, long base) throws DecodeException {
        bytes.need("the " + TITLE, base, MkeyContext.BYTES);
        Map<Field, Meaning> meanings = new HashMap<>(MkeyMeanings.ALL);
        int mode = MkeyMeanings.accessMode(bytes, base);
        meanings.put(MkeyContext.ACCESS_MODE, Meaning.always(MkeyMeanings.accessModeName(mode)));
        return bytes.segment(TITLE, MkeyContext.LAYOUT, base, meanings);
    }
}
