package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.MkeyContext.*;
import static java.util.Map.entry;

import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import java.util.Map;

/** The meanings of the fields of an mkey context. */
final class MkeyMeanings {
    static final Map<Field, Meaning> ALL = Map.ofEntries(
            entry(FREE, value -> value == 0 ? "in use" : "free"),
            entry(ACCESS_MODE_HIGH, Meaning.NONE),
            entry(RELAXED_WRITE, Meaning.FLAG),
            entry(SMALL_FENCE, Meaning.FLAG),
            entry(UMR_ENABLED, right("UMR may change it")),
            entry(ATOMIC, right("remote atomic")),
            entry(REMOTE_WRITE, right("remote write")),
            entry(REMOTE_READ, right("remote read")),
            entry(LOCAL_WRITE, right("local write")),
            entry(LOCAL_READ, right("local read")),
            entry(MkeyContext.QPN, value -> value == ANY_QPN ? "any QP" : "tied to QP " + Long.toUnsignedString(value)),
            entry(TAG, Meaning.always("tag of the key")),
            entry(
                    OBJECT_CLASS,
                    new ValueNames()
                            .name(CLASS_INDIRECT, "indirect mkey")
                            .name(CLASS_MR, "memory region")
                            .name(CLASS_MW_TYPE_1, "memory window, type 1")
                            .name(CLASS_MW_TYPE_2, "memory window, type 2")
                            .name(CLASS_PAGES, "page list")
                            .name(CLASS_DEVICE_MEMORY, "device memory")),
            entry(FAST, right("its memory comes by REG_MR")),
            entry(MW_BIND, right("windows may be bound to it")),
            entry(ZERO_BASED, right("addresses are offsets")),
            entry(CHOOSE_TAG, right("the device picks the tag")),
            entry(LENGTH_64, right("the whole address space")),
            entry(BSF_ENABLED, Meaning.FLAG),
            entry(SIGNATURE_ERROR_COUNT, Meaning.FLAG),
            entry(REMOTE_INVALIDATE, right("a peer may invalidate it")),
            entry(LENGTH, Meaning.units("bytes")),
            entry(TRANSLATION_OCTOWORDS, Meaning.units("units of 16 bytes")),
            entry(RELAXED_READ, Meaning.FLAG),
            entry(LOG_PAGE_SIZE, value -> value == 0 ? "" : (1L << value) + " bytes"));

    private static final Meaning MODES = new ValueNames()
            .name(ACCESS_MODE_PA, "PA: physical addresses")
            .name(ACCESS_MODE_MTT, "MTT: a list of pages")
            .name(ACCESS_MODE_KLM, "KLM: a list of key, address and length")
            .name(ACCESS_MODE_KSM, "KSM: a list of keys and addresses of one size")
            .name(ACCESS_MODE_SW_ICM, "SW ICM")
            .name(ACCESS_MODE_MEMIC, "MEMIC")
            .name(ACCESS_MODE_CROSSING, "crossing: a key of another function");

    private MkeyMeanings() {}

    /** The access mode, put together from both its fields. */
    static int accessMode(Bytes bytes, long base) {
        return bytes.getInt(ACCESS_MODE_HIGH, base) << ACCESS_MODE.width() | bytes.getInt(ACCESS_MODE, base);
    }

    static String accessModeName(int mode) {
        return MODES.of(mode);
    }

    private static Meaning right(String text) {
        return value -> value == 0 ? "" : text;
    }
}
