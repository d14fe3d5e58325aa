package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MrInitAttributes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Registration by a mask. */
class RegisterExTest {
    private static final long PAGE = 4096;
    private static final MrInitAttributes ASKED = MrInitAttributes.of(PAGE, AccessFlag.LOCAL_WRITE);

    private final Bench bench = new Bench();
    private final ProtectionDomain pd = bench.context.allocPd();
    private final Memory memory = bench.context.allocate(2 * PAGE);

    @AfterEach
    void close() {
        bench.close();
    }

    private void assertRefused(VerbsRule rule, Errno errno, MrInitAttributes asked) {
        long calls = bench.process.transitions().total();
        VerbsException refused = assertThrows(VerbsException.class, () -> pd.regMrEx(asked));
        assertEquals(rule, refused.rule());
        assertEquals(errno, refused.errno());
        assertEquals(calls, bench.process.transitions().total());
        assertEquals(rule.id(), bench.host.refusals().refusals().getLast().ruleId());
    }

    @Test
    void shouldNameMemoryByItsAddressUnlessAnIovaIsGiven() {
        long address = memory.address() + PAGE;
        MemoryRegion usual = pd.regMrEx(ASKED.withAddress(address));
        assertEquals(MrType.MR, usual.type());
        assertEquals(address, usual.address());
        assertEquals(PAGE, usual.length());
        MemoryRegion other = pd.regMrEx(ASKED.withAddress(address).withIova(0x10000));
        assertEquals(0x10000, other.address());
        assertEquals(address + 5, other.slice(5, 1).virtualAddress());
    }

    @Test
    @Provokes("REX-1")
    void shouldRefuseAnUnknownMask() {
        MrInitAttributes asked = ASKED.withAddress(memory.address());
        assertRefused(VerbsRule.MR_MASK, Errno.EOPNOTSUPP, asked.withMask(asked.mask() | 1 << 4));
        assertRefused(VerbsRule.MR_MASK, Errno.EOPNOTSUPP, asked.withMask(Long.MIN_VALUE));
    }

    @Test
    @Provokes("REX-2")
    void shouldRefuseBothAnAddressAndAFileOrNeither() {
        assertRefused(VerbsRule.MR_SOURCE, Errno.EINVAL, ASKED);
        assertRefused(VerbsRule.MR_SOURCE, Errno.EINVAL, ASKED.withIova(0));
        assertRefused(
                VerbsRule.MR_SOURCE,
                Errno.EINVAL,
                ASKED.withAddress(memory.address()).withDescriptor(3).withOffset(0));
    }

    @Test
    @Provokes("REX-3")
    void shouldRefuseAFileOrAnOffsetAlone() {
        assertRefused(VerbsRule.MR_OFFSET, Errno.EINVAL, ASKED.withDescriptor(3));
        assertRefused(
                VerbsRule.MR_OFFSET,
                Errno.EINVAL,
                ASKED.withAddress(memory.address()).withOffset(0));
    }

    @Test
    void shouldAskTheKernelForTheRest() {
        VerbsException refused = assertThrows(
                VerbsException.class, () -> pd.regMrEx(ASKED.withDescriptor(3).withOffset(0)));
        assertEquals(RegionRule.DMA_BUFS, refused.rule());
    }
}
