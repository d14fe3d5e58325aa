package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.spi.DriverContext;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.DriverPd;
import dev.fenestra.ib.core.spi.DriverQp;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.CqUdata;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.abi.QpUdata;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/**
 * A device of the driver with a PD and a CQ, and what must hold after a refusal: rule, errno, and nothing stays pinned.
 */
abstract class KernelScene {
    static final QpCapacity CAPACITY = new QpCapacity(4, 4, 1, 1, 0);
    static final int BLOCKS = 16;
    static final long BUFFER_BYTES = 64 * 1024;
    final FakeHost host = new FakeHost();
    final Hca hca = new Hca(HcaConfig.ofIpv4(0x0a000001).withWindows(WindowSupport.TYPES_1_AND_2B), new Fabric());
    final MlxDevice device = MlxDevice.start("mlx5_0", hca, host, new MlxUserProvider());
    final DriverContext context = device.openContext(host, OpenUdata.usual());
    final DriverPd pd = device.allocPd(context, Udata.none());
    DriverCq cq = createCq(cqUdata());
    int pinned;

    @BeforeEach
    void countPins() {
        pinned = host.pinned().size();
    }

    @AfterEach
    void closeDevice() {
        hca.close();
    }

    Udata cqUdata() {
        Udata udata = Udata.ofBytes(CqUdata.REQUEST_BYTES, CqUdata.RESPONSE_BYTES);
        CqUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        CqUdata.RECORD.set(udata.request(), host.allocate(64L));
        CqUdata.CQE_BYTES.set(udata.request(), 64);
        return udata;
    }

    DriverCq createCq(Udata udata) {
        return device.completions().createCq(context, 7, udata);
    }

    Udata qpUdata() {
        Udata udata = Udata.ofBytes(QpUdata.REQUEST_BYTES, QpUdata.RESPONSE_BYTES);
        QpUdata.BUFFER.set(udata.request(), host.allocate(BUFFER_BYTES));
        QpUdata.RECORD.set(udata.request(), host.allocate(64L));
        QpUdata.SEND_BLOCKS.set(udata.request(), BLOCKS);
        QpUdata.RECEIVE_WQES.set(udata.request(), 4);
        QpUdata.LOG_RECEIVE_STRIDE.set(udata.request(), 4);
        return udata;
    }

    DriverQp createQp(Udata udata) {
        return device.queues().createQp(pd, new QpRequest(QpType.RC, cq, cq, null, CAPACITY, false, null), udata);
    }

    void assertRefused(MlxRule rule, Executable call) {
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(rule, refused.rule());
        assertEquals(rule.errno(), refused.errno());
        assertEquals(pinned, host.pinned().size(), "nothing stays pinned");
    }
}
