package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.abi.HostField;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.DriverSrq;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.SrqRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.SrqAttribute;
import dev.fenestra.ib.core.vocabulary.SrqAttributes;
import dev.fenestra.ib.core.vocabulary.SrqCapacity;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.abi.SrqUdata;
import java.util.List;
import org.junit.jupiter.api.Test;

/** SRQs that the kernel half refuses. */
public class SrqRefusalTest extends KernelScene {
    private DriverSrq createSrq(Udata udata) {
        return device.sharedReceives().createSrq(pd, new SrqRequest(new SrqCapacity(7, 1), 0), udata);
    }

    private Udata srqUdata() {
        Udata udata = Udata.ofBytes(SrqUdata.REQUEST_BYTES, SrqUdata.RESPONSE_BYTES);
        SrqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        SrqUdata.RECORD.set(udata.request(), host.allocate(64L));
        return udata;
    }

    @Test
    @Provokes(MlxRule.UDATA)
    void shouldRefuseAnSrqWhoseReservedWordsAreNotZero() {
        for (HostField reserved : List.of(SrqUdata.RESERVED_0, SrqUdata.RESERVED_1)) {
            Udata udata = srqUdata();
            reserved.set(udata.request(), 7);

            assertRefused(MlxRule.UDATA, () -> createSrq(udata));
        }
    }

    @Test
    void shouldRefuseAnSrqWhoseUdataIsWrong() {
        Udata unaligned = srqUdata();
        SrqUdata.BUFFER.set(unaligned.request(), SrqUdata.BUFFER.get(unaligned.request()) + 32);

        assertRefused(MlxRule.UDATA, () -> createSrq(Udata.none()));
        assertRefused(MlxRule.UDATA, () -> createSrq(unaligned));
    }

    @Test
    @Provokes(MlxRule.SRQ_RESIZE)
    void shouldRefuseAnotherSizeForAnSrq() {
        Udata udata = srqUdata();
        DriverSrq srq = createSrq(udata);
        pinned = host.pinned().size();
        int both = SrqAttribute.MAX_WR.bit() | SrqAttribute.LIMIT.bit();

        assertRefused(MlxRule.SRQ_RESIZE, () -> device.sharedReceives().modifySrq(srq, both, 3, 2, Udata.none()));

        assertEquals(
                new SrqAttributes(new SrqCapacity(7, 1), 0),
                device.sharedReceives().querySrq(srq));
        assertEquals(srq.number(), SrqUdata.SRQN.getInt(udata.response()));
    }

    @Test
    @Provokes(MlxRule.COMMAND_UNUSED)
    void shouldKeepAnSrqThatAQpUses() {
        DriverSrq srq = createSrq(srqUdata());
        Udata udata = qpUdata();
        QpUdata.RECEIVE_WQES.set(udata.request(), 0);
        DriverQp qp = device.queues().createQp(pd, new QpRequest(QpType.RC, cq, cq, srq, CAPACITY, false, null), udata);
        pinned = host.pinned().size();

        assertRefused(MlxRule.COMMAND_UNUSED, () -> device.sharedReceives().destroySrq(srq));

        device.queues().destroyQp(qp);
        device.sharedReceives().destroySrq(srq);
    }

    @Test
    void shouldRefuseReceivesOfItsOwnForAQpWithAnSrq() {
        DriverSrq srq = createSrq(srqUdata());
        pinned = host.pinned().size();

        assertRefused(
                MlxRule.UDATA,
                () -> device.queues()
                        .createQp(pd, new QpRequest(QpType.RC, cq, cq, srq, CAPACITY, false, null), qpUdata()));
    }
}
