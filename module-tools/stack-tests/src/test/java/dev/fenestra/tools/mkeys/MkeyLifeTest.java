package dev.fenestra.tools.mkeys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.vendor.mlx.dv.DvMkey;
import dev.fenestra.vendor.mlx.dv.DvMkeyFlag;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** Mkeys that are invalidated or closed, and layouts whose objects are gone. */
class MkeyLifeTest extends MkeyScene {
    @Test
    void shouldRefuseAnMkeyThatWasInvalidatedAndServeItOnceItIsConfiguredAgain() {
        DvMkey mkey = over(bob);
        Completion.Done done =
                bob.perform(0, builder -> builder.localInvalidate(mkey.rkey())).orThrow();
        assertEquals(WcOpcode.LOCAL_INV, done.opcode());
        bob.perform(0, builder -> builder.localInvalidate(mkey.rkey())).orThrow();

        assertEquals(WcStatus.REM_ACCESS_ERR, write(mkey, 0, 8).status());
        assertEquals(HcaRule.R5.id(), lastRule(bob));

        bench.reconnectPair(alice.qp, bob.qp);
        bob.configure(direct ->
                        direct.mrList(mkey, MkeySide.ALL, list(bob.region.lkey(), bob.region.address() + 5, 100)))
                .orThrow();
        write(mkey, 0, 100).orThrow();
        assertArrayEquals(alice.memory.get(0, 100), bob.memory.get(5, 100));
    }

    @Test
    void shouldLetThePeerInvalidateAnMkeyThatWasCreatedForIt() {
        DvMkey mkey = over(bob, DvMkeyFlag.REMOTE_INVALIDATE);
        bob.qp.postRecv(77, bob.region.lkey(), bob.region.address(), 100);

        alice.perform(
                        0,
                        builder -> builder.sendWithInvalidate(mkey.rkey())
                                .sge(alice.region.lkey(), alice.region.address(), 100))
                .orThrow();

        assertEquals(mkey.rkey(), bob.await(77).orThrow().invalidatedKey().orElseThrow());
        assertEquals(WcStatus.REM_ACCESS_ERR, write(mkey, 0, 8).status());
        assertEquals(HcaRule.R5.id(), lastRule(bob));
    }

    @Test
    void shouldFindOutWhenItIsUsedThatTheRegionBehindAnMkeyIsGone() {
        MemoryRegion base = bob.pd.regMr(bob.memory, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
        DvMkey mkey = over(bob, base.lkey(), base.address(), 100);
        write(mkey, 0, 100).orThrow();

        base.close();

        assertEquals(WcStatus.REM_ACCESS_ERR, write(mkey, 0, 8).status());
        assertEquals(HcaRule.K1.id(), lastRule(bob));
    }

    @Test
    void shouldFindOutWhenItIsUsedThatAnMkeyBehindAnMkeyIsFreeOrGone() {
        DvMkey inner = over(bob);
        DvMkey outer = over(bob, inner.lkey(), 0, 500);
        bob.perform(0, builder -> builder.localInvalidate(inner.rkey())).orThrow();

        assertEquals(WcStatus.REM_ACCESS_ERR, write(outer, 0, 8).status());
        assertEquals(HcaRule.K2.id(), lastRule(bob));

        bench.reconnectPair(alice.qp, bob.qp);
        inner.close();
        assertEquals(WcStatus.REM_ACCESS_ERR, write(outer, 0, 8).status());
        assertEquals(HcaRule.K1.id(), lastRule(bob));
    }

    @Test
    void shouldHoldThePdAndGoWithTheContext() {
        DvMkey mkey = alice.mkey(4);
        alice.qp.close();
        alice.region.close();

        VerbsException held = Assertions.assertThrows(VerbsException.class, alice.pd::close);
        assertEquals(KernelRule.HELD, held.rule());

        mkey.close();
        alice.pd.close();
    }
}
