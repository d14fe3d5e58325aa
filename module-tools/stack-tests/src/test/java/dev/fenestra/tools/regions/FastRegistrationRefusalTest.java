package dev.fenestra.tools.regions;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.LOCAL_WRITE;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_ATOMIC;
import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.RegionRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MrType;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.PageList;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.PostException;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RegisterMr;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fast registrations that the driver or the device refuses. */
class FastRegistrationRefusalTest extends FastRegion {
    /** A request and the rule by which the device refuses it. */
    private record Case(HcaRule rule, Function<FastRegistrationRefusalTest, RegisterMr> request) {
        @Override
        public String toString() {
            return rule.name();
        }
    }

    static Stream<Case> refusedByTheDevice() {
        return Stream.of(
                new Case(HcaRule.F2, FastRegistrationRefusalTest::ofAnotherPd),
                new Case(HcaRule.F3, FastRegistrationRefusalTest::twice),
                new Case(HcaRule.F5, t -> t.range(List.of(0), 0, 0)),
                new Case(HcaRule.F7, t -> t.range(List.of(0), 8, PAGE)),
                new Case(HcaRule.F5, t -> t.range(List.of(0), 0, Long.MAX_VALUE)),
                new Case(HcaRule.F5, t -> t.range(List.of(0), 4095, -1)),
                new Case(HcaRule.F6, t -> t.all(REMOTE_WRITE)),
                new Case(HcaRule.F6, t -> t.all(REMOTE_ATOMIC)),
                new Case(HcaRule.F7, FastRegistrationRefusalTest::overClosedPages),
                new Case(HcaRule.F8, FastRegistrationRefusalTest::overPagesOfAnotherPd));
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
}
