package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ON_DEMAND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.ZERO_BASED;
import static dev.fenestra.uverbs.memory.PageList.PAGE_BYTES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrAdvice;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.Send;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Regions of no bytes: which of them can be had, and that they give access to nothing. */
class ZeroLengthRegionTest {
    private static final AccessFlag[] ALL = {LOCAL_WRITE, REMOTE_READ, REMOTE_WRITE, MW_BIND};

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();

    private enum Kind {
        PINNED(t -> t.bob.pd().regMr(t.bob.memory(), 8, 0, ALL)),
        LAST_BYTE(t -> t.bob.pd().regMr(t.bob.memory(), PAGE_BYTES - 1, 0, ALL)),
        ON_DEMAND_PAGES(t -> t.bob.pd().regMr(t.bob.memory(), 8, 0, LOCAL_WRITE, REMOTE_READ, REMOTE_WRITE, ON_DEMAND)),
        BUFFER(t -> t.bob.pd()
                .regDmaBufMr(
                        t.bob.context().process().exportDmaBuf(PAGE_BYTES),
                        8,
                        0,
                        8,
                        LOCAL_WRITE,
                        REMOTE_READ,
                        REMOTE_WRITE)),
        SHARED(t -> t.bob.pd().shareMr(t.bob.pd().regMr(t.bob.memory(), 8, 0, ALL), ALL)),
        DEVICE(t -> t.bob.pd()
                .regDmMr(
                        t.bob.context().allocDm(PAGE_BYTES), 8, 0, ZERO_BASED, LOCAL_WRITE, REMOTE_READ, REMOTE_WRITE));

        private final Function<ZeroLengthRegionTest, MemoryRegion> creation;

        Kind(Function<ZeroLengthRegionTest, MemoryRegion> creation) {
            this.creation = creation;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveAPeerNothingButAnswerRequestsOfNoBytes(Kind kind) {
        MemoryRegion region = kind.creation.apply(this);
        assertEquals(0, region.length());
        RemoteBuffer nothing = new RemoteBuffer(region.address(), 0, region.rkey());
        alice.perform(RdmaWrite.of(1, nothing, alice.region().slice(0, 0)));
        alice.perform(RdmaRead.of(2, nothing, alice.region().slice(0, 0)));

        RemoteBuffer something = new RemoteBuffer(region.address(), 1, region.rkey());
        assertEquals(
                WcStatus.REM_ACCESS_ERR,
                alice.attempt(RdmaWrite.of(3, something, alice.region().slice(0, 1)))
                        .status());
        region.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveItsOwnerNothingButSendNoBytes(Kind kind) {
        MemoryRegion region = kind.creation.apply(this);
        bob.perform(RdmaWrite.of(1, alice.region().remote().slice(0, 0), region.slice(0, 0)));

        MemorySlice something = new MemorySlice(region, region.address(), 1);
        assertEquals(WcStatus.LOC_PROT_ERR, bob.attempt(Send.of(2, something)).status());
        region.close();
    }

    @Test
    void shouldBindNoWindow() {
        MemoryRegion region = bob.pd().regMr(bob.memory(), 8, 0, ALL);
        MemoryWindow window = bob.pd().allocMw(MwType.TYPE_1);
        bob.qp().bindMw(1, window, new MemorySlice(region, region.address(), 1), REMOTE_READ);

        assertEquals(WcStatus.MW_BIND_ERR, bob.await(1).status());
        region.close();
    }

    @Test
    void shouldPinItsPage() {
        long before = bob.host().process().memory().pinnedPages();
        MemoryRegion region = bob.pd().regMr(bob.memory(), 8, 0, ALL);
        assertEquals(before + 1, bob.host().process().memory().pinnedPages());
        region.close();
        assertEquals(before, bob.host().process().memory().pinnedPages());
    }

    @Test
    void shouldTakeAdviceAboutNoPages() {
        MemoryRegion region = bob.pd().regMr(bob.memory(), 8, 0, LOCAL_WRITE, ON_DEMAND);
        bob.pd().adviseMr(MrAdvice.PREFETCH, region.slice(0, 0));
        VerbsException refused = assertThrows(
                VerbsException.class,
                () -> bob.pd().adviseMr(MrAdvice.PREFETCH, new MemorySlice(region, region.address(), 1)));
        assertEquals(Errno.EFAULT, refused.errno());
    }

    @Test
    void shouldNotBeHadAtTheBeginningOfAPage() {
        assertEquals(Errno.EINVAL, refusal(() -> bob.pd().regMr(bob.memory(), PAGE_BYTES, 0, ALL)));
        assertEquals(Errno.EINVAL, refusal(() -> bob.pd().regMr(bob.memory(), PAGE_BYTES, 0, ON_DEMAND)));
        int file = bob.context().process().exportDmaBuf(PAGE_BYTES).descriptor();
        assertEquals(Errno.EINVAL, refusal(() -> bob.pd().regDmaBufMr(file, 0, 0, 0, REMOTE_READ)));
    }

    private static Errno refusal(Runnable registration) {
        return assertThrows(VerbsException.class, registration::run).errno();
    }
}
