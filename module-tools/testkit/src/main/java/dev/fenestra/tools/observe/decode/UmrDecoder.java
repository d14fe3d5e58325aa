package dev.fenestra.tools.observe.decode;

import static dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment.*;

import dev.fenestra.hw.sim.mlx5.prm.ControlSegment;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.UmrControlSegment;
import java.util.Map;

/** Decodes a UMR WQE: control, UMR control, mkey context, list. */
final class UmrDecoder {
    private static final long CONTROL_AT = ControlSegment.BYTES;
    private static final long MKEY_AT = CONTROL_AT + UmrControlSegment.BYTES;
    private static final long LIST_AT = MKEY_AT + MkeyContext.BYTES;

    private static final Meaning FLAG_NAMES = new Bits()
            .name(INLINE, "list inline")
            .name(CHECK_FREE, "check free")
            .name(UmrControlSegment.TRANSLATION_OFFSET, "translation offset")
            .name(CHECK_QPN, "check QPN");

    private static final Meaning MASK_NAMES = new Bits()
            .name(MASK_LENGTH, "len")
            .name(MASK_PAGE_SIZE, "page size")
            .name(MASK_START_ADDRESS, "start addr")
            .name(MASK_PD, "pd")
            .name(MASK_REMOTE_INVALIDATE, "en_rinval")
            .name(MASK_SIGNATURE_ERROR_COUNT, "sig err count")
            .name(MASK_BSF_ENABLED, "bsf enable")
            .name(MASK_TAG, "mkey tag")
            .name(MASK_QPN, "qpn")
            .name(MASK_LOCAL_READ, "local read")
            .name(MASK_LOCAL_WRITE, "local write")
            .name(MASK_REMOTE_READ, "remote read")
            .name(MASK_REMOTE_WRITE, "remote write")
            .name(MASK_ATOMIC, "atomic")
            .name(MASK_SMALL_FENCE, "small fence")
            .name(MASK_RELAXED_WRITE, "relaxed ordering write")
            .name(MASK_FREE, "free")
            .name(MASK_PAGE_SIZE_5, "page size bit 5")
            .name(MASK_RELAXED_READ, "relaxed ordering read");

    private static final Map<Field, Meaning> MEANINGS = Map.of(
            FLAGS, FLAG_NAMES,
            KLM_OCTOWORDS, Meaning.units("units of 16 bytes"),
            MKEY_MASK, MASK_NAMES);

    private UmrDecoder() {}

    static void decode(Section wqe, Bytes bytes, long end) throws DecodeException {
        if (end < LIST_AT) {
            throw new DecodeException(
                    "a UMR WQE takes at least " + LIST_AT + " bytes, but by its ds it ends at offset " + Bytes.at(end));
        }
        UmrOperation operation = UmrOperation.of(bytes, CONTROL_AT, MKEY_AT);
        wqe.note("The UMR is: " + operation.text() + ".");
        wqe.note("Of the mkey context only the fields in the mask count.");
        wqe.part(ControlDecoder.decode(bytes, end, operation.immediate()));
        wqe.part(bytes.segment("UMR control segment", UmrControlSegment.LAYOUT, CONTROL_AT, MEANINGS));
        wqe.part(MkeyDecoder.decode(bytes, MKEY_AT));
        TranslationList.klms(wqe, bytes, LIST_AT, end);
    }
}
