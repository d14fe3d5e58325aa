package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoMoreInteractions;

import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.vocabulary.Gid;
import dev.fenestra.ib.core.vocabulary.Mtu;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;

class QpStateTest extends KernelScene {
    private static final QpAttributes TO_RTR = QpAttributes.to(QpState.RTR)
            .path(Gid.ofIpv4(0x0a000001), 0)
            .pathMtu(Mtu.MTU_1024)
            .destinationQpn(1)
            .rqPsn(0);

    private QpState move(DriverQp qp, QpState from, QpAttributes attributes) {
        device.queues().modifyQp(qp, from, attributes);
        return device.queues().queryQpState(qp);
    }

    @Test
    void shouldAskTheDeviceForTheStateOfAQpFromRtrOn() {
        DriverQp qp = createQp(qpUdata());
        DriverObserver observer = mock();
        InOrder inOrder = inOrder(observer);
        host.observe(observer);

        assertEquals(QpState.RESET, device.queues().queryQpState(qp));
        assertEquals(QpState.INIT, move(qp, QpState.RESET, QpAttributes.to(QpState.INIT)));
        assertEquals(QpState.INIT, move(qp, QpState.INIT, QpAttributes.unchangedState()));
        assertEquals(QpState.RTR, move(qp, QpState.INIT, TO_RTR));
        assertEquals(QpState.ERR, move(qp, QpState.RTR, QpAttributes.to(QpState.ERR)));
        assertEquals(QpState.RESET, move(qp, QpState.ERR, QpAttributes.to(QpState.RESET)));

        for (CommandOpcode opcode : new CommandOpcode[] {
            CommandOpcode.RST2INIT_QP,
            CommandOpcode.INIT2INIT_QP,
            CommandOpcode.INIT2RTR_QP,
            CommandOpcode.QUERY_QP,
            CommandOpcode.TO_ERR_QP,
            CommandOpcode.QUERY_QP,
            CommandOpcode.TO_RST_QP
        }) {
            inOrder.verify(observer).command("mlx5_0", opcode.code(), 0);
        }
        verifyNoMoreInteractions(observer);
    }

    @Test
    void shouldKeepTheStateWhenTheDeviceRefusesATransition() {
        DriverQp qp = createQp(qpUdata());
        device.queues().modifyQp(qp, QpState.RESET, QpAttributes.to(QpState.INIT));

        pinned = host.pinned().size();
        assertRefused(
                MlxRule.COMMAND, () -> device.queues().modifyQp(qp, QpState.RESET, QpAttributes.to(QpState.INIT)));

        assertEquals(QpState.INIT, device.queues().queryQpState(qp));
    }
}
