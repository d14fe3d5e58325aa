package dev.fenestra.vendor.mlx.user;

import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Binds that the driver refuses when they are posted: rules P4 to P9, B2 and B13. */
public class BindRefusalTest extends PostScene {
    private Consumer<SendQueue> bind(UserMw mw, int newKey, long length, int access) {
        return queue -> queue.bindMw(mw, newKey, mr, 0x1000, length, access);
    }

    private Consumer<SendList.Entry> bindEntry(UserMw mw, int newKey, long length, int access) {
        return entry -> {
            entry.mw = mw;
            entry.mr = mr;
            entry.newKey = newKey;
            entry.bindAddress = 0x1000;
            entry.bindLength = length;
            entry.bindAccess = access;
        };
    }

    @Test
    @Provokes(MlxRule.P4)
    void shouldRefuseAZeroBasedWindowOfType1() {
        assertType1Refused(MlxRule.P4, ready(), mr, 8, READ | ZERO_BASED);
    }

    @Test
    @Provokes(MlxRule.P5)
    void shouldRefuseToBindAWindowOfType1ToANullRegion() {
        assertType1Refused(MlxRule.P5, ready(), new UserMr(0x200, 0, 1, 0, -1, 0, MrType.NULL_MR), 8, READ);
    }

    @Test
    @Provokes(MlxRule.P6)
    void shouldRefuseToBindAWindowOfType1ToAZeroBasedRegion() {
        assertType1Refused(MlxRule.P6, ready(), new UserMr(0x700, 0x700, 1, 0, 8, ZERO_BASED), 8, READ);
    }

    @Test
    @Provokes(MlxRule.P7)
    void shouldRefuseWindowsOfMoreThan2GiB() {
        assertBuilderRefuses(MlxRule.P7, ready(), bind(type2, NEXT_KEY, (1L << 31) + 1, READ));
        assertListRefuses(MlxRule.P7, ready(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY, -1, READ));
        assertType1Refused(MlxRule.P7, ready(), mr, (1L << 31) + 1, READ);
    }

    @Test
    @Provokes(MlxRule.P8)
    void shouldRefuseAWindowOfType1InARequest() {
        assertBuilderRefuses(MlxRule.P8, ready(), bind(type1, NEXT_KEY, 8, READ));
        assertListRefuses(MlxRule.P8, ready(), WrOpcode.BIND_MW, bindEntry(type1, NEXT_KEY, 8, READ));
        assertListRefuses(MlxRule.P8, ready(), WrOpcode.BIND_MW, entry -> {});
    }

    @Test
    @Provokes(MlxRule.P9)
    void shouldRefuseToBindThroughUd() {
        assertBuilderRefuses(MlxRule.P9, datagrams(), bind(type2, NEXT_KEY, 8, READ));
        assertListRefuses(MlxRule.P9, datagrams(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY, 8, READ));
        assertType1Refused(MlxRule.P9, datagrams(), mr, 8, READ);
    }

    @Test
    @Provokes(MlxRule.B2)
    void shouldRefuseWindowRightsThatNoWindowHas() {
        int ofRegions = AccessFlag.MW_BIND.bit();
        assertBuilderRefuses(MlxRule.B2, ready(), bind(type2, NEXT_KEY, 8, ofRegions));
        assertListRefuses(MlxRule.B2, ready(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY, 8, ofRegions));
        assertType1Refused(MlxRule.B2, ready(), mr, 8, ofRegions);
    }

    @Test
    @Provokes(MlxRule.B13)
    void shouldRefuseANewKeyOfAnotherIndex() {
        assertBuilderRefuses(MlxRule.B13, ready(), bind(type2, NEXT_KEY + 0x100, 8, READ));
        assertListRefuses(MlxRule.B13, ready(), WrOpcode.BIND_MW, bindEntry(type2, NEXT_KEY + 0x100, 8, READ));
    }
}
