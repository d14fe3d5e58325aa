package dev.fenestra.vendor.mlx.user;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.spi.VendorCalls;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.dv.DvQpFlag;
import dev.fenestra.vendor.mlx.dv.DvQpOptions;
import dev.fenestra.vendor.mlx.testing.FakeMemory;
import dev.fenestra.vendor.mlx.testing.FakePage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class ScatterFlagTest {
    private static final QpCapacity CAPACITY = new QpCapacity(1, 1, 1, 1, 0);
    private final FakeMemory memory = new FakeMemory();

    private MlxUserContext context(String option, String value) {
        UserOptions options = UserOptions.of(name -> name.equals(option) ? Optional.of(value) : Optional.empty());
        return new MlxUserContext(memory, VendorCalls.mapping(offset -> new FakePage()), () -> null, options);
    }

    private int flags(MlxUserContext context, DvQpOptions asked) {
        UserCq cq = context.prepareCq(7).complete(1);
        UserQpRequest request = new UserQpRequest(QpType.RC, CAPACITY, false, false, cq, cq, null, asked);
        return QpUdata.FLAGS.getInt(context.prepareQp(request).udata().request());
    }

    @ParameterizedTest
    @CsvSource({"NONE,2", "0,0", "1,2", "00,2", "off,2"})
    void shouldSwitchScatterOffByTheExactTextOnly(String value, int expected) {
        assertEquals(expected, flags(context(UserOptions.SCATTER_TO_CQE, value), DvQpOptions.NONE));
    }

    @Test
    void shouldLetAFlagBeatTheOption() {
        MlxUserContext off = context(UserOptions.SCATTER_TO_CQE, "0");
        MlxUserContext on = context(UserOptions.SCATTER_TO_CQE, "1");

        assertEquals(0x102, flags(off, DvQpOptions.NONE.flags(DvQpFlag.ALLOW_SCATTER_TO_CQE)));
        assertEquals(0, flags(on, DvQpOptions.NONE.flags(DvQpFlag.DISABLE_SCATTER_TO_CQE)));
    }

    @Test
    @Provokes(MlxRule.SCATTER_FLAGS)
    void shouldRefuseBothFlagsTogether() {
        MlxUserContext context = context(UserOptions.SCATTER_TO_CQE, "1");
        DvQpOptions both = DvQpOptions.NONE.flags(DvQpFlag.ALLOW_SCATTER_TO_CQE, DvQpFlag.DISABLE_SCATTER_TO_CQE);
        int areas = memory.areas().size();

        VerbsException refused = assertThrows(VerbsException.class, () -> flags(context, both));

        assertEquals(MlxRule.SCATTER_FLAGS, refused.rule());
        assertEquals(areas + 2, memory.areas().size(), "the CQ and its record, and nothing of the QP");
    }

    @Test
    @Provokes(MlxRule.CQE_SIZE)
    void shouldRefuseCqesOfOtherSizes() {
        for (String size : List.of("32", "65", "256", "", "x", "12345678901")) {
            MlxUserContext context = context(UserOptions.CQE_SIZE, size);

            VerbsException refused = assertThrows(VerbsException.class, () -> context.prepareCq(7));

            assertEquals(MlxRule.CQE_SIZE, refused.rule());
            assertTrue(memory.areas().isEmpty());
        }
        assertEquals(
                128,
                CqUdata.CQE_BYTES.getInt(context(UserOptions.CQE_SIZE, "128")
                        .prepareCq(7)
                        .udata()
                        .request()));
    }
}
