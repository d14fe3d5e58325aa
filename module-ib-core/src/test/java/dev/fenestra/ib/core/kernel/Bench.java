package dev.fenestra.ib.core.kernel;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.DeviceAttributes;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import java.util.List;

/** A host with a fake device, opened by a process. */
final class Bench implements AutoCloseable {
    static final QpCapacity CAPACITY = new QpCapacity(8, 8, 1, 1, 0);
    static final long PAGE = 4096;

    static final HostConfig CONFIG = HostConfig.named("alice").withMemory(16 << 20);

    final Host host;
    final FakeDriver driver = new FakeDriver();
    final FakeDevice device;
    final Process process;
    final KernelContext context;

    Bench() {
        this(FakeAttributes.USUAL);
    }

    Bench(DeviceAttributes attributes) {
        this(FakeDevice.of("fake_0", attributes));
    }

    Bench(FakeDevice device) {
        this(device, CONFIG);
    }

    Bench(FakeDevice device, HostConfig config) {
        host = new Host(config);
        this.device = device;
        host.plug(device);
        host.discover(List.of(driver));
        process = host.createProcess("app");
        context = open(process);
    }

    KernelContext open(Process by) {
        return by.open("fake_0").getContext(Udata.none());
    }

    int pd() {
        return context.pds().allocate(Udata.none());
    }

    int cq() {
        return context.cqs().create(8, Udata.none());
    }

    /** A region of two pages. */
    int mr(int pd, AccessFlag... access) {
        long address = process.memory().allocate(2 * PAGE);
        return context.mrs()
                .register(pd, address, 2 * PAGE, address, AccessFlag.mask(access))
                .handle();
    }

    int qp(int pd, int sendCq, int recvCq) {
        return context.qps()
                .create(pd, QpType.RC, sendCq, recvCq, CAPACITY, false, Udata.none())
                .handle();
    }

    @Override
    public void close() {
        host.close();
    }
}
