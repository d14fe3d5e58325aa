package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.MW_BIND;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_READ;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceCapability;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.BindMw;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.LocalInvalidate;
import dev.fenestra.uverbs.Memory;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.PageList;
import dev.fenestra.uverbs.PostException;
import dev.fenestra.uverbs.RdmaRead;
import dev.fenestra.uverbs.RdmaWrite;
import dev.fenestra.uverbs.RegisterMr;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.ReregException;
import dev.fenestra.uverbs.SendWithInvalidate;
import dev.fenestra.uverbs.WorkRequest;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fast-register regions: pages by work request. */
class FastRegistrationTest {
    private static final int PAGE = PageList.PAGE_BYTES;
    private static final int PAGES = 8;

    private final Pair pair = new Pair();
    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final Memory memory = bob.context().allocate((long) PAGES * PAGE);
    private final PageList pages = bob.pd().listPages(memory);
    private final MemoryRegion region = bob.pd().allocMr(PAGES);

    @AfterEach
    void close() {
        pair.close();
    }

    private int nextKey() {
        return MemoryKey.next(region.lkey());
    }

    private RegisterMr all(AccessFlag... access) {
        return RegisterMr.of(1, region, nextKey(), pages, access);
    }

    @Test
    void shouldAnnounceMemoryManagementExtensions() {
        assertTrue(bob.context().deviceAttributes().can(DeviceCapability.MEM_MGT_EXTENSIONS));
        assertEquals(512, bob.context().deviceAttributes().memory().maxFastRegPages());
    }

    @Test
    void shouldMoveDataThroughARegistration() {
        Completion.Done done = bob.perform(all(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ));

        alice.perform(
                RdmaWrite.of(2, region.slice(5000, 100).remote(), alice.region().slice(0, 100)));

        assertEquals(WcOpcode.REG_MR, done.opcode());
        assertArrayEquals(alice.memory().get(0, 100), memory.get(5000, 100));
        alice.perform(
                RdmaRead.of(3, region.slice(0, 100).remote(), alice.region().slice(200, 100)));
        assertArrayEquals(new byte[100], alice.memory().get(200, 100));
    }

    @Test
    void shouldUseTheNewKeyInRequestsBehindIt() {
        bob.qp().post(all(LOCAL_WRITE).unsignaled());

        bob.perform(RdmaRead.of(2, aliceRemote(), region.slice(PAGE, 64)));

        assertArrayEquals(alice.memory().get(0, 64), memory.get(PAGE, 64));
    }

    private RemoteBuffer aliceRemote() {
        MemoryRegion readable = alice.pd().regMr(alice.memory(), REMOTE_READ);
        return readable.slice(0, 64).remote();
    }

    @Test
    void shouldOrderPagesAsTheRequestSays() {
        IntStream.range(0, PAGES).forEach(i -> memory.put((long) i * PAGE, new byte[] {(byte) i}));
        List<Integer> reversed =
                IntStream.range(0, PAGES).map(i -> PAGES - 1 - i).boxed().toList();

        bob.perform(RegisterMr.of(
                1, region, nextKey(), pages, reversed, 0x7000, (long) PAGES * PAGE, LOCAL_WRITE, REMOTE_READ));

        for (int i = 0; i < PAGES; i++) {
            alice.perform(RdmaRead.of(
                    2, region.slice((long) i * PAGE, 1).remote(), alice.region().slice(0, 1)));
            assertEquals(PAGES - 1 - i, alice.memory().get(0, 1)[0], "page " + i);
        }
    }

    @Test
    void shouldBeginInsideOfAPage() {
        long iova = 0x5000_0000_0123L;

        bob.perform(RegisterMr.of(1, region, nextKey(), pages, List.of(3, 1), iova, PAGE, LOCAL_WRITE, REMOTE_WRITE));
        alice.perform(RdmaWrite.of(2, region.all().remote(), alice.region().slice(0, PAGE)));

        byte[] sent = alice.memory().get(0, PAGE);
        int first = PAGE - 0x123;
        assertArrayEquals(Arrays.copyOf(sent, first), memory.get(3L * PAGE + 0x123, first));
        assertArrayEquals(Arrays.copyOf(sent, 0x123), memory.get(PAGE, 0x123));
        assertEquals(0, memory.get(3L * PAGE + 0x122, 1)[0]);
        assertEquals(0, memory.get(PAGE + 0x123, 1)[0]);
    }

    @Test
    void shouldRegisterAgainAfterAnInvalidate() {
        for (int round = 0; round < 300; round++) {
            bob.perform(all(LOCAL_WRITE, REMOTE_WRITE));
            alice.perform(
                    RdmaWrite.of(2, region.slice(0, 8).remote(), alice.region().slice(0, 8)));
            bob.perform(LocalInvalidate.of(3, region.rkey()));
        }
        pair.assertRefused(
                HcaRule.R5,
                region.all().remote(),
                RdmaWrite.of(4, region.all().remote(), alice.region().slice(0, 8)));
    }

    @Test
    void shouldLetThePeerInvalidateWhatGivesItARight() {
        bob.perform(all(LOCAL_WRITE, REMOTE_READ));
        bob.qp().postRecv(7, bob.region().slice(0, 64));

        alice.perform(SendWithInvalidate.of(2, region.rkey(), alice.region().slice(0, 8)));
        Completion.Done received = bob.await(7).orThrow();

        assertEquals(OptionalInt.of(region.rkey()), received.invalidatedKey());
        pages.close();
    }

    @Test
    void shouldKeepPagesPinnedWhileARegionHasThem() {
        long pinned = bob.host().process().memory().pinnedPages();
        bob.perform(all(LOCAL_WRITE));

        VerbsException refused = assertThrows(VerbsException.class, pages::close);

        assertEquals(Errno.EBUSY, refused.errno());
        assertEquals(KernelRule.PAGES_UNUSED, refused.rule());
        assertTrue(refused.values().contains(region.toString()), refused.values());
        bob.perform(LocalInvalidate.of(2, region.lkey()));
        pages.close();
        assertEquals(pinned - PAGES, bob.host().process().memory().pinnedPages());
    }

    @Test
    void shouldLetGoOfThePagesWhenTheRegionGoes() {
        bob.perform(all(LOCAL_WRITE));

        region.close();
        pages.close();
    }

    @Test
    void shouldCarryWindows() {
        bob.perform(all(LOCAL_WRITE, MW_BIND));
        MemoryWindow window = bob.pd().allocMw(MwType.TYPE_2);
        int key = MemoryKey.next(window.rkey());

        bob.perform(BindMw.of(2, window, key, region.slice(PAGE, 64), REMOTE_WRITE));
        alice.perform(RdmaWrite.of(
                3,
                new RemoteBuffer(region.address() + PAGE, 8, key),
                alice.region().slice(0, 8)));

        assertArrayEquals(alice.memory().get(0, 8), memory.get(PAGE, 8));
        assertThrows(VerbsException.class, region::close);
        assertFails(HcaRule.I7, WcStatus.MW_BIND_ERR, LocalInvalidate.of(4, region.lkey()));
    }

    @Test
    void shouldNotBeRegisteredAnewByRereg() {
        assertThrows(ReregException.class, () -> region.changeAccess(REMOTE_READ));
    }

    /** A request and the rule by which the device refuses it. */
    private record Case(HcaRule rule, Function<FastRegistrationTest, RegisterMr> request) {
        @Override
        public String toString() {
            return rule.name();
        }
    }

    static Stream<Case> refusedByTheDevice() {
        return Stream.of(
                new Case(HcaRule.F2, FastRegistrationTest::ofAnotherPd),
                new Case(HcaRule.F3, FastRegistrationTest::twice),
                new Case(HcaRule.F5, t -> t.range(List.of(0), 0, 0)),
                new Case(HcaRule.F7, t -> t.range(List.of(0), 8, PAGE)),
                new Case(HcaRule.F5, t -> t.range(List.of(0), 0, Long.MAX_VALUE)),
                new Case(HcaRule.F5, t -> t.range(List.of(0), 4095, -1)),
                new Case(HcaRule.F6, t -> t.all(REMOTE_WRITE)),
                new Case(HcaRule.F6, t -> t.all(REMOTE_ATOMIC)),
                new Case(HcaRule.F7, FastRegistrationTest::overClosedPages),
                new Case(HcaRule.F8, FastRegistrationTest::overPagesOfAnotherPd));
    }

    private RegisterMr range(List<Integer> numbers, long iova, long length) {
        return RegisterMr.of(1, region, nextKey(), pages, numbers, iova, length, LOCAL_WRITE);
    }

    private RegisterMr ofAnotherPd() {
        MemoryRegion other = bob.context().allocPd().allocMr(PAGES);
        return RegisterMr.of(1, other, MemoryKey.next(other.lkey()), pages, LOCAL_WRITE);
    }

    private RegisterMr twice() {
        bob.perform(all(LOCAL_WRITE));
        return all(LOCAL_WRITE);
    }

    private RegisterMr overClosedPages() {
        RegisterMr request = all(LOCAL_WRITE);
        pages.close();
        return request;
    }

    private RegisterMr overPagesOfAnotherPd() {
        PageList others = bob.context().allocPd().listPages(memory);
        return RegisterMr.of(1, region, nextKey(), others, LOCAL_WRITE);
    }

    @ParameterizedTest
    @MethodSource("refusedByTheDevice")
    void shouldRefuseWhatTheSpecificationForbids(Case refused) {
        assertFails(refused.rule(), WcStatus.MW_BIND_ERR, refused.request().apply(this));
    }

    /** A stale key: the region has another one by now. */
    @Test
    void shouldRefuseAStaleKey() {
        bob.perform(all(LOCAL_WRITE));
        bob.perform(LocalInvalidate.of(2, region.lkey()));
        int stale = region.lkey() - 1 & 0xff | region.lkey() & ~0xff;

        assertFails(HcaRule.I2, WcStatus.MW_BIND_ERR, LocalInvalidate.of(3, stale));
    }

    @Test
    void shouldRefuseThePeersInvalidateOfWhatGivesItNoRight() {
        bob.perform(all(LOCAL_WRITE));
        bob.qp().postRecv(7, bob.region().slice(0, 64));

        alice.qp().post(SendWithInvalidate.of(2, region.rkey(), alice.region().slice(0, 8)));

        assertEquals(WcStatus.REM_INV_REQ_ERR, bob.await(7).status());
        assertEquals(
                HcaRule.I8.id(),
                bob.host().kernel().refusals().refusals().getLast().ruleId());
    }

    @Test
    void shouldNotGiveAccessByAPageListOrAFreeRegion() {
        RemoteBuffer free = new RemoteBuffer(0, 8, region.rkey());
        pair.assertRefused(
                HcaRule.R5, free, RdmaWrite.of(2, free, alice.region().slice(0, 8)));
    }

    @ParameterizedTest
    @MethodSource("refusedAtPost")
    void shouldRefuseAtPostWhatTheDeviceCannotSee(String rule, AccessFlag access, int keyChange, int count) {
        RegisterMr request = RegisterMr.of(
                1,
                region,
                nextKey() + keyChange,
                pages,
                IntStream.range(0, count).mapToObj(i -> i % PAGES).toList(),
                0,
                PAGE,
                access);

        PostException refused = assertThrows(PostException.class, () -> bob.qp().post(request));

        assertEquals(Errno.EINVAL, refused.errno());
        assertEquals(rule, ruleOf(refused).id());
        assertEquals(MrType.FAST_REG, region.type());
        assertEquals(0, region.length(), "nothing has moved");
        assertEquals(QpState.RTS, bob.qp().state());
    }

    private static Rule ruleOf(VerbsException refused) {
        return refused.rule();
    }

    static Stream<Arguments> refusedAtPost() {
        return Stream.of(
                Arguments.of("MLX-42", LOCAL_WRITE, 0x100, 1),
                Arguments.of("MLX-43", AccessFlag.ZERO_BASED, 0, 1),
                Arguments.of("MLX-44", LOCAL_WRITE, 0, PAGES + 1));
    }

    @Test
    void shouldRefuseAnOrdinaryRegionAtPost() {
        RegisterMr request = RegisterMr.of(1, bob.region(), bob.region().lkey(), pages, LOCAL_WRITE);
        assertEquals(
                "MLX-41",
                ruleOf(assertThrows(PostException.class, () -> bob.qp().post(request)))
                        .id());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 513})
    void shouldRefuseARegionOfNoOrTooManyPages(int count) {
        VerbsException refused =
                assertThrows(VerbsException.class, () -> bob.pd().allocMr(count));
        assertEquals(RegionRule.FAST_PAGES, refused.rule());
    }

    @Test
    void shouldRegisterAsManyPagesAsTheDeviceAnnounces() {
        int most = bob.context().deviceAttributes().memory().maxFastRegPages();
        Memory large = bob.context().allocate((long) most * PAGE);
        PageList list = bob.pd().listPages(large);
        MemoryRegion fast = bob.pd().allocMr(most);

        bob.perform(RegisterMr.of(1, fast, MemoryKey.next(fast.lkey()), list, LOCAL_WRITE, REMOTE_WRITE));
        alice.perform(RdmaWrite.of(
                2, fast.slice((most - 1L) * PAGE, 64).remote(), alice.region().slice(0, 64)));

        assertArrayEquals(alice.memory().get(0, 64), large.get((most - 1L) * PAGE, 64));
    }

    @Test
    void shouldRegisterThroughTheBuilder() {
        RegisterMr what = all(LOCAL_WRITE, REMOTE_WRITE);
        int errno = bob.qp().builder().start().request(9, 4).registerMr(what).complete();

        assertEquals(0, errno);
        assertEquals(what.newKey(), region.lkey());
    }

    private void assertFails(HcaRule rule, WcStatus status, WorkRequest request) {
        Completion.Failed failed = (Completion.Failed) bob.attempt(request);
        assertEquals(status, failed.status());
        assertEquals(
                rule.code(),
                failed.vendorError(),
                () -> HcaRule.of(failed.vendorError()).name());
        assertEquals(QpState.ERR, bob.qp().state());
        assertEquals(
                rule.id(), bob.host().kernel().refusals().refusals().getLast().ruleId());
    }
}
