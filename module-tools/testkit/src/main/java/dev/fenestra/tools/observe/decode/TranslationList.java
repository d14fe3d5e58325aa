package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.mlx5.prm.DataSegment;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.RepeatBlock;
import dev.fenestra.hw.sim.mlx5.prm.RepeatEntry;
import java.util.Map;

/** The list of an mkey's memory: KLMs, a repeat block with its entries, or pages. */
final class TranslationList {
    private static final Map<Field, Meaning> KLM =
            Map.of(DataSegment.BYTE_COUNT, Meaning.units("bytes"), DataSegment.LKEY, Meaning.KEY);
    private static final Map<Field, Meaning> REPEAT = Map.of(
            RepeatBlock.BYTE_COUNT, Meaning.units("bytes per repetition"),
            RepeatBlock.OPERATION, Meaning.always("repeat"),
            RepeatBlock.REPEAT_COUNT, Meaning.units("repetitions"),
            RepeatBlock.ENTRIES, Meaning.units("entries"));
    private static final Map<Field, Meaning> STRIDED = Map.of(
            RepeatEntry.STRIDE, Meaning.units("bytes to the next repetition"),
            RepeatEntry.BYTE_COUNT, Meaning.units("bytes"),
            RepeatEntry.LKEY, Meaning.KEY);
    private static final Map<Field, Meaning> PAGE = Map.of(MttEntry.VALUE, TranslationList::page);

    private TranslationList() {}

    /** Entries with key and length; a list that begins with a repeat block has strided ones. */
    static void klms(Section into, Bytes bytes, long from, long to) throws DecodeException {
        if (to - from >= RepeatBlock.BYTES && bytes.getInt(RepeatBlock.OPERATION, from) == RepeatBlock.REPEAT) {
            strided(into, bytes, from, to);
            return;
        }
        long entry = 0;
        for (long at = from; at < to; at += DataSegment.BYTES) {
            into.part(bytes.segment("KLM " + entry++, DataSegment.LAYOUT, at, KLM));
        }
    }

    private static void strided(Section into, Bytes bytes, long from, long to) throws DecodeException {
        into.part(bytes.segment("repeat block", RepeatBlock.LAYOUT, from, REPEAT));
        long entries = bytes.get(RepeatBlock.ENTRIES, from);
        long at = from + RepeatBlock.BYTES;
        for (long entry = 0; entry < entries && at < to; entry++) {
            into.part(bytes.segment("repeat entry " + entry, RepeatEntry.LAYOUT, at, STRIDED));
            at += RepeatEntry.BYTES;
        }
        if (at < to) {
            into.part(bytes.raw("padding", at, to - at));
        }
    }

    static void pages(Section into, Bytes bytes, long from) throws DecodeException {
        long entry = 0;
        for (long at = from; at < bytes.size(); at += MttEntry.BYTES) {
            into.part(bytes.segment("MTT entry " + entry++, MttEntry.LAYOUT, at, PAGE));
        }
    }

    private static String page(long value) {
        return "page 0x" + Long.toHexString(value & MttEntry.ADDRESS_MASK)
                + ((value & MttEntry.READ) != 0 ? ", read" : "")
                + ((value & MttEntry.WRITE) != 0 ? ", write" : "");
    }
}
