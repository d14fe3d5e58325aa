package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.ib.core.spi.AddressSpace;
import dev.fenestra.ib.core.spi.DeviceEvents;
import dev.fenestra.ib.core.spi.DriverCq;
import dev.fenestra.ib.core.spi.EventSource;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.AsyncEventType;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Events of a device whose kernel runs nothing that interrupts leave to it, since no process of it drives. */
class MlxEventDeliveryTest {
    private static final int TIMES = 50;

    private final List<Runnable> deferred = new ArrayList<>();
    private final List<AsyncEventType> told = new ArrayList<>();
    private final FakeHost host = new FakeHost();
    private final Fabric fabric = new Fabric();

    /** Counts what happens to the port. */
    private final class Listener implements DeviceEvents {
        @Override
        public void completed(DriverCq cq) {}

        @Override
        public void raised(AsyncEventType type, EventSource source, @Nullable Refusal cause) {}

        @Override
        public void raised(AsyncEventType type, int port) {
            told.add(type);
        }
    }

    /** The host, whose memory is that of another program. */
    private Object services() {
        return Proxy.newProxyInstance(
                KernelServices.class.getClassLoader(),
                new Class<?>[] {KernelServices.class, AddressSpace.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "defer" -> {
                        deferred.add((Runnable) arguments[0]);
                        yield null;
                    }
                    case "isForeign" -> true;
                    default -> method.invoke(host, arguments);
                });
    }

    @Test
    void shouldDeliverEachEventAndLeaveOnePieceOfWorkToAKernelThatNeverRunsIt() {
        try (Hca hca = new Hca(HcaConfig.ofIpv4(0x0a000001), fabric)) {
            Object services = services();
            MlxDevice device = MlxDevice.start("mlx5_0", hca, (KernelServices) services, new MlxUserProvider());
            device.deliverTo(new Listener());
            device.openContext((AddressSpace) services, OpenUdata.usual());
            for (int i = 0; i < TIMES; i++) {
                hca.link(i % 2 == 1);
                fabric.progress();
                fabric.runDeferred();
            }
            assertEquals(TIMES, told.size());
            assertEquals(1, deferred.size());
            deferred.removeFirst().run();
            hca.link(false);
            fabric.progress();
            assertEquals(1, deferred.size(), "the next event asks the kernel again");
        }
    }
}
