package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ParentDomainAttributes;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Buf;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MrInitAttributes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Buffers that the library allocates for a PD (pyverbs BufAPITest). */
class BufTest {
    private static final int PAGE = 4096;

    private final Bench bench = new Bench();
    private final ProtectionDomain pd = bench.context.allocPd();

    @AfterEach
    void close() {
        bench.close();
    }

    private void assertRefused(VerbsRule rule, Errno errno, Runnable call) {
        long calls = bench.process.transitions().total();
        VerbsException refused = assertThrows(VerbsException.class, call::run);
        assertEquals(rule, refused.rule());
        assertEquals(errno, refused.errno());
        assertEquals(calls, bench.process.transitions().total());
        assertEquals(rule.id(), bench.host.refusals().refusals().getLast().ruleId());
    }

    private MrInitAttributes asked(Buf buf, long offset, long length) {
        return MrInitAttributes.of(length, AccessFlag.LOCAL_WRITE).withBuf(buf).withAddress(buf.address() + offset);
    }

    @Test
    void shouldRegisterDisjointPartsOfABuffer() {
        pd.regMr(bench.context.allocate(PAGE)).close(); // the kernel keeps a page of counters from the first region on
        long frames = bench.host.memory().usedFrames();
        Buf buf = pd.allocBuf(2 * PAGE);
        MemoryRegion first = pd.regBufMr(buf, 0, PAGE, AccessFlag.LOCAL_WRITE);
        MemoryRegion second = pd.regMrEx(asked(buf, PAGE, PAGE));
        assertEquals(MrType.MR, second.type());
        assertEquals(buf.address(), first.address());
        assertEquals(buf.address() + PAGE, second.address());
        assertTrue(first.lkey() != second.lkey());
        assertEquals(0, buf.address() % PAGE);
        assertArrayEquals(new byte[2 * PAGE], buf.get(0, 2 * PAGE));
        buf.put(PAGE - 1, new byte[] {1, 2});
        assertArrayEquals(new byte[] {1, 2}, buf.get(PAGE - 1, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> buf.get(2 * PAGE, 1));

        first.close();
        second.close();
        buf.close();
        buf.close();
        assertFalse(buf.isOpen());
        assertThrows(IllegalStateException.class, () -> buf.get(0, 1));
        assertThrows(IllegalStateException.class, () -> pd.regBufMr(buf, AccessFlag.LOCAL_WRITE));
        pd.close();
        assertEquals(frames, bench.host.memory().usedFrames());
    }

    @Test
    void shouldTakeAnIovaForOrdinaryMemory() {
        Buf buf = pd.allocBuf(PAGE);
        assertEquals(0x10000, pd.regMrEx(asked(buf, 0, PAGE).withIova(0x10000)).address());
    }

    @Test
    @Provokes("BUF-1")
    void shouldRefuseABufferOfNoBytes() {
        assertRefused(VerbsRule.BUF_LENGTH, Errno.EINVAL, () -> pd.allocBuf(0));
        assertRefused(VerbsRule.BUF_LENGTH, Errno.EINVAL, () -> pd.allocBuf(-1));
    }

    @Test
    @Provokes("BUF-2")
    void shouldRefuseAnotherPdThoughItStandsForTheSame() {
        Buf buf = pd.allocBuf(PAGE);
        ProtectionDomain parent = pd.allocParentDomain();
        for (ProtectionDomain other : new ProtectionDomain[] {bench.context.allocPd(), parent}) {
            assertRefused(VerbsRule.BUF_PD, Errno.EINVAL, () -> other.regBufMr(buf, AccessFlag.LOCAL_WRITE));
        }
        Buf ofParent = parent.allocBuf(PAGE);
        assertRefused(VerbsRule.BUF_PD, Errno.EINVAL, () -> pd.regBufMr(ofParent, AccessFlag.LOCAL_WRITE));
    }

    @Test
    @Provokes("BUF-3")
    void shouldRefuseWhatLiesOutside() {
        Buf buf = pd.allocBuf(PAGE);
        long[][] ranges = {{0, PAGE + 1}, {0, 2 * PAGE}, {PAGE, PAGE}, {PAGE + 1, 0}, {-1, 1}, {1, -1}, {PAGE, -PAGE}};
        for (long[] range : ranges) {
            assertRefused(VerbsRule.BUF_RANGE, Errno.EINVAL, () -> pd.regMrEx(asked(buf, range[0], range[1])));
        }
        buf.close();
    }

    @Test
    @Provokes("BUF-4")
    void shouldRefuseABufferWithoutAnAddressOrWithAFile() {
        Buf buf = pd.allocBuf(PAGE);
        MrInitAttributes noAddress = MrInitAttributes.of(PAGE).withBuf(buf);
        assertRefused(VerbsRule.BUF_SOURCE, Errno.EINVAL, () -> pd.regMrEx(noAddress));
        assertRefused(
                VerbsRule.BUF_SOURCE,
                Errno.EINVAL,
                () -> pd.regMrEx(asked(buf, 0, PAGE).withDescriptor(3)));
        assertRefused(
                VerbsRule.BUF_SOURCE,
                Errno.EINVAL,
                () -> pd.regMrEx(asked(buf, 0, PAGE).withOffset(0)));
        MrInitAttributes nothing = MrInitAttributes.of(PAGE).withAddress(buf.address());
        assertRefused(
                VerbsRule.BUF_SOURCE,
                Errno.EINVAL,
                () -> pd.regMrEx(nothing.withMask(nothing.mask() | MrInitAttributes.BUF)));
    }

    @Test
    @Provokes("BUF-5")
    void shouldNotExportOrdinaryMemory() {
        assertRefused(VerbsRule.BUF_DMA_BUF, Errno.ENODATA, pd.allocBuf(PAGE)::exportDmaBuf);
        ProtectionDomain consenting = pd.allocParentDomain(ParentDomainAttributes.NONE.allowingCcUnprotectedAlloc());
        assertRefused(VerbsRule.BUF_DMA_BUF, Errno.ENODATA, consenting.allocBuf(PAGE)::exportDmaBuf);
    }

    @Test
    @Provokes("BUF-6")
    void shouldNotFreeABufferWhileARegionIsOverIt() {
        Buf buf = pd.allocBuf(PAGE);
        assertThrows(VerbsException.class, () -> pd.regBufMr(buf, 0, 0));
        MemoryRegion region = pd.regBufMr(buf, AccessFlag.LOCAL_WRITE);
        MemoryRegion moved = pd.regBufMr(buf, AccessFlag.LOCAL_WRITE);
        moved.changeTranslation(bench.context.allocate(PAGE), 0, PAGE);
        assertRefused(VerbsRule.BUF_UNUSED, Errno.EBUSY, buf::close);
        assertTrue(buf.isOpen());
        region.close();
        buf.close();
        moved.close();
    }

    @Test
    @Provokes("BUF-7")
    void shouldHoldItsPd() {
        ProtectionDomain parent = pd.allocParentDomain();
        for (ProtectionDomain held : new ProtectionDomain[] {parent, pd}) {
            Buf buf = held.allocBuf(PAGE);
            assertRefused(VerbsRule.BUF_DOMAIN, Errno.EBUSY, held::close);
            assertTrue(bench.context.openObjects().contains(buf));
            assertTrue(assertThrows(IllegalStateException.class, bench.context::close)
                    .getMessage()
                    .contains(buf.name()));
            buf.close();
            held.close();
        }
    }

    @Test
    void shouldAskTheAllocatorOfAParentDomain() {
        Memory own = bench.context.allocate(PAGE);
        BufferAllocator allocator = new BufferAllocator() {
            private boolean given;

            @Override
            public long allocate(long bytes, long alignment) {
                long address = given ? NONE : own.address();
                given = true;
                return address;
            }

            @Override
            public void free(long address) {
                given = false;
            }
        };
        ProtectionDomain parent = pd.allocParentDomain(null, allocator);
        Buf buf = parent.allocBuf(PAGE);
        assertEquals(own.address(), buf.address());
        VerbsException full = assertThrows(VerbsException.class, () -> parent.allocBuf(PAGE));
        assertEquals(VerbsRule.ALLOCATOR_MEMORY, full.rule());
        buf.close();
        parent.allocBuf(PAGE).close();
        parent.close();
    }
}
