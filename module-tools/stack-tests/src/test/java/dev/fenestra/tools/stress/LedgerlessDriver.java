package dev.fenestra.tools.stress;

import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.LedgerCell;
import dev.fenestra.ib.core.spi.QpRequest;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.tools.testing.WatchedDevice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A driver that never moves the binding ledger: it hands the real one a cell of its own instead of the kernel's.
 *
 * @param real does everything else
 */
record LedgerlessDriver(RdmaDriver real) implements RdmaDriver {
    @Override
    public String name() {
        return real.name();
    }

    @Override
    public List<RdmaDevice> probe(Object hardware, KernelServices services) {
        return real.probe(hardware, services).stream()
                .map(device -> deaf(device, services))
                .toList();
    }

    private static RdmaDevice deaf(RdmaDevice device, KernelServices services) {
        KernelBuffer buffer = services.allocate(Long.BYTES);
        LedgerCell unread = new LedgerCell(buffer.segment(), buffer.offset(), buffer.busAddress());
        return WatchedDevice.of(device, operation -> {
            Object[] arguments = operation.arguments();
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = withoutLedger(arguments[i], unread);
            }
            return operation.proceed();
        });
    }

    private static @Nullable Object withoutLedger(@Nullable Object argument, LedgerCell unread) {
        return switch (argument) {
            case LedgerCell cell -> unread;
            case QpRequest(var type, var send, var receive, var srq, var capacity, var all, LedgerCell cell) ->
                new QpRequest(type, send, receive, srq, capacity, all, unread);
            case null, default -> argument;
        };
    }
}
