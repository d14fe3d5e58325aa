package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.QpExtension;
import dev.fenestra.ib.core.spi.SpiRule;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.dv.DvContext;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvMkeyFlag;
import dev.fenestra.vendor.mlx.dv.DvQp;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import dev.fenestra.vendor.mlx.dv.DvSendOp;
import dev.fenestra.vendor.mlx.dv.InterleavedList;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

public class MkeyRefusalTest {
    /** Inline data of 60 bytes: a layout may have 4 entries. */
    private static final QpCapacity CAPACITY = new QpCapacity(4, 4, 2, 1, 60);

    private static final int WRITE = AccessFlag.LOCAL_WRITE.bit();
    private static final DvMkey LARGE = new MkeyRequests.FakeMkey(0x1234501, 16);
    private static final DvMkey SMALL = new MkeyRequests.FakeMkey(0x1234601, 3);

    private final FakePage page = new FakePage();
    private final CountingCalls calls = new CountingCalls();
    private final MlxUserContext context = new MlxUserContext(new FakeMemory(), calls, () -> null, UserOptions.DEFAULT);

    /** Counts the calls that reach the kernel. */
    private final class CountingCalls implements VendorCalls {
        int made;

        @Override
        public MappedPage map(long offset) {
            return page;
        }

        @Override
        public int createObject(int pd, Udata udata) {
            return ++made;
        }

        @Override
        public void destroyObject(int handle) {
            made++;
        }

        @Override
        public void query(Udata udata) {
            made++;
        }
    }

    private MlxQp qp(QpType type, QpExtension options) {
        MlxCq cq = (MlxCq) context.prepareCq(7).complete(1);
        MlxQp qp = (MlxQp) context.prepareQp(new UserQpRequest(type, CAPACITY, true, false, cq, cq, null, options))
                .complete(0x17);
        qp.stateChanged(QpState.INIT);
        qp.stateChanged(QpState.RTR);
        qp.stateChanged(QpState.RTS);
        return qp;
    }

    private static SgeList list(int pieces) {
        SgeList list = new SgeList();
        for (int i = 0; i < pieces; i++) {
            list.add(0x700, 0x1000, 8);
        }
        return list;
    }

    private static InterleavedList interleaved(int pieces) {
        InterleavedList list = new InterleavedList();
        for (int i = 0; i < pieces; i++) {
            list.add(0x700, 0x1000, 8, 8);
        }
        return list;
    }

    private void assertRefused(MlxRule rule, Consumer<DvQp> request) {
        assertRefused(rule, DvQpOptions.mkeys(), SendFlag.INLINE, request);
    }

    private void assertRefused(MlxRule rule, DvQpOptions options, int flags, Consumer<DvQp> request) {
        MlxQp qp = qp(QpType.RC, options);
        int rung = page.offsets().size();
        qp.sendQueue().start();
        qp.sendQueue().request(1, flags);
        request.accept(qp.unwrap(DvQp.class).orElseThrow());

        assertEquals(rule.errno().code(), qp.sendQueue().complete());
        assertEquals(rule, qp.sendQueue().refusedBy());
        assertEquals(0, qp.sends().ring().head);
        assertEquals(0, qp.sends().ring().posted);
        assertEquals(0, qp.sends().ring().nextFence);
        assertEquals(rung, page.offsets().size());
    }

    private void assertAccepted(Consumer<DvQp> request) {
        MlxQp qp = qp(QpType.RC, DvQpOptions.mkeys());
        qp.sendQueue().start();
        qp.sendQueue().request(1, SendFlag.INLINE);
        request.accept(qp.unwrap(DvQp.class).orElseThrow());

        assertEquals(0, qp.sendQueue().complete());
        assertEquals(1, qp.sends().ring().head);
    }

    @Test
    @Provokes(MlxRule.MKEY_INLINE)
    void shouldRefuseAConfigurationThatIsNotInline() {
        assertRefused(
                MlxRule.MKEY_INLINE,
                DvQpOptions.mkeys(),
                SendFlag.SIGNALED,
                direct -> direct.mrList(LARGE, WRITE, list(1)));
    }

    @Test
    @Provokes(MlxRule.MKEY_OPERATION)
    void shouldRefuseWhatTheQpWasNotCreatedFor() {
        DvQpOptions lists = DvQpOptions.NONE.sendOps(Set.of(DvSendOp.MR_LIST));

        assertRefused(
                MlxRule.MKEY_OPERATION,
                lists,
                SendFlag.INLINE,
                direct -> direct.mrInterleaved(LARGE, WRITE, 1, interleaved(1)));
        assertRefused(MlxRule.MKEY_OPERATION, lists, SendFlag.INLINE, direct -> direct.mkeyConfigure(LARGE, 0));
        VerbsException refused = assertThrows(VerbsException.class, () -> qp(QpType.UD, DvQpOptions.mkeys()));
        assertEquals(MlxRule.MKEY_OPERATION, refused.rule());
        assertTrue(qp(QpType.RC, DvQpOptions.NONE).unwrap(DvQp.class).isEmpty());
    }

    @Test
    void shouldRefuseAnExtensionOfAnotherVendor() {
        VerbsException refused = assertThrows(VerbsException.class, () -> qp(QpType.RC, new QpExtension() {}));

        assertEquals(Errno.EOPNOTSUPP, refused.errno());
        assertEquals(SpiRule.UNSUPPORTED, refused.rule());
    }

    @Test
    @Provokes(MlxRule.MKEY_ENTRIES)
    void shouldRefuseMoreEntriesThanMkeyOrInlineDataHaveRoomFor() {
        assertAccepted(direct -> direct.mrList(LARGE, WRITE, list(4)));
        assertRefused(MlxRule.MKEY_ENTRIES, direct -> direct.mrList(LARGE, WRITE, list(5)));
        assertAccepted(direct -> direct.mrInterleaved(LARGE, WRITE, 2, interleaved(3)));
        assertRefused(MlxRule.MKEY_ENTRIES, direct -> direct.mrInterleaved(LARGE, WRITE, 2, interleaved(4)));
        assertAccepted(direct -> direct.mrList(SMALL, WRITE, list(3)));
        assertRefused(MlxRule.MKEY_ENTRIES, direct -> direct.mrList(SMALL, WRITE, list(4)));
        assertRefused(MlxRule.MKEY_ENTRIES, direct -> direct.mrInterleaved(SMALL, WRITE, 2, interleaved(3)));
    }

    private static InterleavedList strided(int bytes, int skip) {
        InterleavedList list = interleaved(1);
        list.add(0x700, 0x1000, bytes, skip);
        return list;
    }

    @Test
    @Provokes(MlxRule.STRIDE_FIELDS)
    void shouldRefuseAStrideThatItsFieldsCannotHold() {
        assertAccepted(direct -> direct.mrInterleaved(LARGE, WRITE, 2, strided(0xffff, 0)));
        assertAccepted(direct -> direct.mrInterleaved(LARGE, WRITE, 2, strided(1, 0xfffe)));
        assertRefused(MlxRule.STRIDE_FIELDS, direct -> direct.mrInterleaved(LARGE, WRITE, 2, strided(0x10000, 0)));
        assertRefused(MlxRule.STRIDE_FIELDS, direct -> direct.mrInterleaved(LARGE, WRITE, 2, strided(8, 0xfff8)));
        assertRefused(MlxRule.STRIDE_FIELDS, direct -> direct.mrInterleaved(LARGE, WRITE, 2, strided(-1, 9)));
        assertRefused(MlxRule.STRIDE_FIELDS, direct -> {
            direct.mkeyConfigure(LARGE, 1);
            direct.setLayoutInterleaved(1, strided(0x10008, 0));
        });
    }

    /** An entry of a layout has no bit of inline data: its 32 bits are its length. */
    @Test
    void shouldTakeAnEntryOfTwoGibibytesInALayout() {
        SgeList list = new SgeList();
        list.add(0x700, 0x1000, 0x80000000);

        assertAccepted(direct -> direct.mrList(LARGE, WRITE, list));
    }

    @Test
    @Provokes(MlxRule.MKEY_ACCESS)
    void shouldRefuseRightsThatAnMkeyCannotHave() {
        for (AccessFlag flag : EnumSet.complementOf(EnumSet.of(
                AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC))) {
            assertRefused(MlxRule.MKEY_ACCESS, direct -> direct.mrList(LARGE, WRITE | flag.bit(), list(1)));
        }
    }

    @Test
    @Provokes(MlxRule.MKEY_SETTERS)
    void shouldRefuseSettersThatWereNotAnnouncedOrDoNotCome() {
        assertRefused(MlxRule.MKEY_SETTERS, direct -> {
            direct.mkeyConfigure(LARGE, 2);
            direct.setAccess(WRITE);
        });
        assertRefused(MlxRule.MKEY_SETTERS, direct -> {
            direct.mkeyConfigure(LARGE, 1);
            direct.setAccess(WRITE);
            direct.setLayoutList(list(1));
        });
        assertRefused(MlxRule.MKEY_SETTERS, direct -> {
            direct.mkeyConfigure(LARGE, 2);
            direct.setLayoutList(list(1));
            direct.setLayoutInterleaved(1, interleaved(1));
        });
        assertRefused(MlxRule.MKEY_SETTERS, direct -> {
            direct.mkeyConfigure(LARGE, 2);
            direct.setAccess(WRITE);
            direct.setAccess(WRITE);
        });
        assertRefused(MlxRule.MKEY_SETTERS, direct -> {
            direct.mrList(LARGE, WRITE, list(1));
            direct.setAccess(WRITE);
        });
        assertRefused(MlxRule.MKEY_SETTERS, direct -> direct.setAccess(WRITE));
    }

    @Test
    @Provokes(MlxRule.MKEY_FLAGS)
    void shouldRefuseMkeysOfOtherKinds() {
        assertNotCreated(MlxRule.MKEY_FLAGS, 4);
        assertNotCreated(MlxRule.MKEY_FLAGS, 4, DvMkeyFlag.REMOTE_INVALIDATE);
        for (DvMkeyFlag flag : EnumSet.of(DvMkeyFlag.BLOCK_SIGNATURE, DvMkeyFlag.CRYPTO, DvMkeyFlag.UPDATE_TAG)) {
            assertNotCreated(MlxRule.MKEY_FLAGS, 4, DvMkeyFlag.INDIRECT, flag);
        }
    }

    @Test
    @Provokes(MlxRule.MKEY_SIZE)
    void shouldRefuseMkeysWithoutRoom() {
        assertNotCreated(MlxRule.MKEY_SIZE, 0, DvMkeyFlag.INDIRECT);
        assertNotCreated(MlxRule.MKEY_SIZE, Integer.MAX_VALUE, DvMkeyFlag.INDIRECT);
    }

    private void assertNotCreated(MlxRule rule, int maxEntries, DvMkeyFlag... flags) {
        DvContext direct = context.unwrap(DvContext.class).orElseThrow();
        VerbsException refused = assertThrows(VerbsException.class, () -> direct.createMkey(1, maxEntries, flags));

        assertEquals(rule, refused.rule());
        assertEquals(rule.errno(), refused.errno());
        assertEquals(0, calls.made);
    }

    @Test
    void shouldDestroyAnMkeyOnce() {
        DvMkey mkey = context.unwrap(DvContext.class).orElseThrow().createMkey(1, 5, DvMkeyFlag.INDIRECT);
        assertEquals(8, mkey.maxEntries());

        mkey.close();
        mkey.close();

        assertEquals(2, calls.made);
    }
}
