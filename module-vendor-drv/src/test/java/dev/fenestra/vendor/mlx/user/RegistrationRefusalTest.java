package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.spi.MrRegistration;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Fast registrations that the driver refuses when they are posted. */
public class RegistrationRefusalTest extends PostScene {
    private static Consumer<MrRegistration> nothing() {
        return what -> {};
    }

    /** A request that would pass, but for what is changed. */
    private MrRegistration registration(Consumer<MrRegistration> change) {
        MlxUserContext context =
                new MlxUserContext(memory, VendorCalls.mapping(offset -> page), () -> null, UserOptions.DEFAULT);
        MrRegistration what = new MrRegistration();
        what.region = context.prepareFastMr(2).complete(0);
        what.oldKey = WINDOW_KEY;
        what.newKey = NEXT_KEY;
        what.pagesKey = 0x900;
        what.pages = new long[] {0x10_0000, 0x10_1000, 0x10_2000};
        what.pageCount = 1;
        what.length = 64;
        what.access = READ;
        change.accept(what);
        return what;
    }

    private void assertNotRegistered(MlxRule rule, Supplier<MlxQp> qp, Consumer<MrRegistration> change) {
        MrRegistration what = registration(change);
        assertBuilderRefuses(rule, qp.get(), queue -> queue.registerMr(what));
        assertListRefuses(rule, qp.get(), WrOpcode.REG_MR, entry -> entry.registration.set(what));
    }

    @Test
    @Provokes({MlxRule.REG_TRANSPORT, MlxRule.REG_REGION, MlxRule.REG_KEY, MlxRule.REG_ACCESS, MlxRule.REG_PAGES})
    void shouldRefuseAFastRegistrationThatTheDeviceCannotJudge() {
        QpState[] up = {QpState.INIT, QpState.RTR, QpState.RTS};
        assertNotRegistered(MlxRule.REG_TRANSPORT, () -> qp(QpType.UD, true, up), nothing());
        assertNotRegistered(MlxRule.REG_REGION, this::ready, what -> what.region = null);
        assertNotRegistered(MlxRule.REG_KEY, this::ready, what -> what.newKey = WINDOW_KEY + 0x100);
        assertNotRegistered(MlxRule.REG_ACCESS, this::ready, what -> what.access = ZERO_BASED);
        assertNotRegistered(MlxRule.REG_PAGES, this::ready, what -> what.pageCount = 3);
    }

    @Test
    void shouldPostAFastRegistration() {
        SendList list = new SendList();
        list.add(1, WrOpcode.REG_MR, 0).registration.set(registration(nothing()));
        assertEquals(0, ready().sendQueue().post(list));
    }
}
