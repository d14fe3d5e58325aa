package dev.fenestra.vendor.common;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.fabric.link.FabricDevice;
import dev.fenestra.hw.sim.fabric.link.Packet;
import dev.fenestra.hw.sim.hca.rules.Verdict;
import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.Deth;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserPd;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.spi.UserQpRequest;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.vendor.efa.EfaDriver;
import dev.fenestra.vendor.efa.kernel.EfaHalf;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Somebody sends to an SRD QP faster than its card answers. */
class FloodedDatagramsTest {
    private static final QpCapacity CAPACITY = new QpCapacity(3, 3, 1, 1, 16);
    private static final int QKEY = 0x1234;
    /** Answers that a QP keeps. */
    private static final int MOST = 1024;

    private final CardHost host = new CardHost(new EfaDriver(), EfaHalf.LIMITS);
    private final Fabric fabric = host.card.fabric();
    private final FabricDevice port = Objects.requireNonNull(fabric.deviceOf(
            fabric.portOf(host.card.config().gidHigh(), host.card.config().gidLow())));
    private final DriverPd pd = host.device.allocPd(host.context, Udata.ofBytes(0, 8));
    private final DriverQp qp = reliable();

    /** An SRD QP that is ready, and has no receive. */
    private DriverQp reliable() {
        Pending<UserCq> preparedCq = host.user.prepareCq(3);
        DriverCq cq = host.device.completions().createCq(host.context, 3, preparedCq.udata());
        UserCq userCq = preparedCq.complete(0);
        Pending<UserQp> prepared = host.user.prepareQp(
                new UserQpRequest(QpType.DRIVER, CAPACITY, false, false, userCq, userCq, null, null, UserPd.UNKNOWN));
        QpRequest request = new QpRequest(QpType.DRIVER, cq, cq, null, CAPACITY, false, null);
        DriverQp made = host.device.queues().createQp(pd, request, prepared.udata());
        QpAttributes init = QpAttributes.to(QpState.INIT).port(1).pkeyIndex(0).qkey(QKEY);
        host.device.queues().modifyQp(made, QpState.RESET, init);
        host.device.queues().modifyQp(made, QpState.INIT, QpAttributes.to(QpState.RTR));
        host.device
                .queues()
                .modifyQp(made, QpState.RTR, QpAttributes.to(QpState.RTS).sqPsn(0));
        return made;
    }

    private Verdict send(int psn) {
        Packet packet = Packet.over(MemorySegment.ofArray(new byte[8]));
        packet.sourceGidHigh = host.card.config().gidHigh();
        packet.sourceGidLow = host.card.config().gidLow();
        packet.destinationGidHigh = packet.sourceGidHigh;
        packet.destinationGidLow = packet.sourceGidLow;
        Bth.write(packet.header, 0, WireOpcode.SRD_SEND_ONLY.number(), false, 0, 0xffff, qp.number(), true, psn);
        Deth.write(packet.header, Bth.BYTES, QKEY, qp.number());
        packet.headerBytes = Bth.BYTES + Deth.BYTES;
        return port.receive(packet, fabric.now());
    }

    @Test
    void shouldDropWhatASrdQpCannotAnswerInTime() {
        // The card answers when nobody drives the fabric.
        fabric.driving(() -> {
            for (int psn = 0; psn < MOST; psn++) {
                assertEquals(Verdict.Plain.NOT_READY, send(psn));
            }
            assertEquals(Verdict.Plain.TOO_MANY_ANSWERS, send(MOST));
            return 0;
        });
        for (int turn = 0; turn < MOST; turn++) {
            host.device.progress();
        }
        assertEquals(Verdict.Plain.NOT_READY, fabric.driving(() -> send(MOST)));
    }
}
