package dev.fenestra.tools.observe.report;

import dev.fenestra.hw.sim.hca.observe.KeyEntry;
import dev.fenestra.hw.sim.mlx5.prm.Field;
import dev.fenestra.hw.sim.mlx5.prm.MkeyContext;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.observe.report.EventRow.KeyRow;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Puts entries of the key table into words. */
final class KeyRows {
    private static final int PAGE_SHIFT = 12;

    private KeyRows() {}

    static KeyRow of(int index, KeyEntry entry) {
        MemorySegment bytes = MemorySegment.ofArray(entry.bytes());
        int object = MkeyContext.OBJECT_CLASS.get(bytes, 0);
        boolean isWindow = object == MkeyContext.CLASS_MW_TYPE_1 || object == MkeyContext.CLASS_MW_TYPE_2;
        boolean hasPages = entry.translations().length > 0;
        long start = MkeyContext.START_ADDRESS.getLong(bytes, 0);
        long length = MkeyContext.LENGTH.getLong(bytes, 0);
        boolean isOnDemand = object == MkeyContext.CLASS_MR && !entry.isFree() && !hasPages;
        List<String> pages = isOnDemand ? KeyPages.unknown(start, length) : hasPages ? pages(entry) : null;
        int qpn = MkeyContext.QPN.get(bytes, 0);
        return new KeyRow(
                MemoryKey.text(index << Byte.SIZE | entry.tag()),
                name(object),
                entry.isFree(),
                MkeyContext.PD.get(bytes, 0),
                "0x" + Long.toHexString(start),
                length,
                rights(bytes),
                qpn == MkeyContext.ANY_QPN || entry.isFree() ? null : qpn,
                isWindow && !entry.isFree() ? MemoryKey.text(entry.regionKey()) : null,
                isWindow ? 0 : entry.windows(),
                hasPages ? entry.firstTranslation() : null,
                pages,
                pages == null ? null : 1L << (hasPages ? MkeyContext.LOG_PAGE_SIZE.get(bytes, 0) : PAGE_SHIFT));
    }

    private static List<String> pages(KeyEntry entry) {
        return LongStream.of(entry.translations())
                .mapToObj(value -> "0x" + Long.toHexString(value & MttEntry.ADDRESS_MASK))
                .toList();
    }

    private static String name(int object) {
        return switch (object) {
            case MkeyContext.CLASS_MR -> "region";
            case MkeyContext.CLASS_MW_TYPE_1 -> "type-1 window";
            case MkeyContext.CLASS_MW_TYPE_2 -> "type-2 window";
            case MkeyContext.CLASS_PAGES -> "page list";
            case MkeyContext.CLASS_DEVICE_MEMORY -> "device memory";
            default -> "mkey";
        };
    }

    private static List<String> rights(MemorySegment entry) {
        List<String> rights = new ArrayList<>();
        add(rights, "local-read", MkeyContext.LOCAL_READ, entry);
        add(rights, "local-write", MkeyContext.LOCAL_WRITE, entry);
        add(rights, "remote-read", MkeyContext.REMOTE_READ, entry);
        add(rights, "remote-write", MkeyContext.REMOTE_WRITE, entry);
        add(rights, "remote-atomic", MkeyContext.ATOMIC, entry);
        add(rights, "mw-bind", MkeyContext.MW_BIND, entry);
        return rights;
    }

    private static void add(List<String> rights, String name, Field right, MemorySegment entry) {
        if (right.isSet(entry, 0)) {
            rights.add(name);
        }
    }
}
