package dev.fenestra.vendor.slate.kernel;

import dev.fenestra.ib.core.spi.PinnedPages;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.slate.abi.SlateRule;
import dev.fenestra.vendor.slate.card.Word;
import java.lang.foreign.MemorySegment;

/** What the user half says of its queues, looked at before it is used. */
final class UdataCheck {
    private UdataCheck() {}

    /** The request, if it is as long as it must be. */
    static MemorySegment request(Udata udata, int bytes) {
        if (udata.request().byteSize() < bytes) {
            throw refused("request=" + udata.request().byteSize() + " bytes");
        }
        return udata.request();
    }

    /** Whether a word that may be left out is there, and not 0. */
    static boolean isSet(MemorySegment asked, Word word) {
        return asked.byteSize() >= word.offset() + word.bytes() && word.get(asked, 0) != 0;
    }

    static PinnedPages pin(SlateContext context, long address, long bytes) {
        if ((address & (1 << PinnedPages.PAGE_SHIFT) - 1) != 0) {
            throw refused(String.format("buffer=0x%x", address));
        }
        return context.memory().pin(address, bytes, true);
    }

    static boolean isPowerOfTwo(int count, int most) {
        return count > 0 && count <= most && Integer.bitCount(count) == 1;
    }

    static VerbsException refused(String values) {
        return new VerbsException(SlateRule.UDATA, values);
    }
}
