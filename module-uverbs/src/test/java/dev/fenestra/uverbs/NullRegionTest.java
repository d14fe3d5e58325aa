package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.ReregError;
import dev.fenestra.uverbs.memory.ReregException;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NullRegionTest {
    private final Bench bench = new Bench();
    private final ProtectionDomain pd = bench.context.allocPd();

    @AfterEach
    void close() {
        pd.close();
        bench.close();
    }

    @Test
    @Provokes("MR-1")
    void shouldRefuseANullRegionWhereTheDeviceHasNone() {
        VerbsException refused = assertThrows(VerbsException.class, pd::allocNullMr);

        assertEquals(VerbsRule.NULL_REGION, refused.rule());
        assertEquals(Errno.EOPNOTSUPP, refused.errno());
    }

    @Test
    @Provokes("ALM-1")
    void shouldNotAllocatePagesForOnDemandPaging() {
        VerbsException refused = assertThrows(
                VerbsException.class, () -> pd.allocateMr(4096, AccessFlag.LOCAL_WRITE, AccessFlag.ON_DEMAND));

        assertEquals(VerbsRule.ALLOCATED_PINNED, refused.rule());
        assertEquals(Errno.EINVAL, refused.errno());
    }

    @Test
    void shouldBeNothingWithAnLkey() {
        bench.provider.nullLkey = OptionalInt.of(0x4200);
        try (MemoryRegion nothing = pd.allocNullMr();
                MemoryRegion other = pd.allocNullMr()) {
            assertEquals(MrType.NULL_MR, nothing.type());
            assertEquals(0x4200, nothing.lkey());
            assertEquals(0, nothing.rkey());
            assertEquals(0, nothing.address());
            assertEquals(-1, nothing.length());
            assertEquals(new MemorySlice(nothing, 1L << 40, 8), nothing.slice(1L << 40, 8));
            assertTrue(nothing.handle() < 0 && other.handle() < 0 && nothing.handle() != other.handle());
        }
    }

    @Test
    @Provokes("RRG-9")
    void shouldRefuseToRegisterANullRegionAnew() {
        bench.provider.nullLkey = OptionalInt.of(0x4200);
        try (MemoryRegion nothing = pd.allocNullMr()) {
            ReregException refused =
                    assertThrows(ReregException.class, () -> nothing.changeAccess(AccessFlag.LOCAL_WRITE));

            assertEquals(ReregError.ERR_INPUT, refused.error());
            assertEquals(VerbsRule.REREG_TYPE, refused.rule());
        }
    }
}
