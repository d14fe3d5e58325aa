package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.DeviceOpening;
import dev.fenestra.ib.core.spi.Pending;
import dev.fenestra.ib.core.spi.UserContext;
import dev.fenestra.ib.core.spi.UserCq;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpType;
import dev.fenestra.tools.bench.BenchHost;
import java.util.concurrent.CompletableFuture;

/**
 * The two halves of a device that a process has opened once more, without the user API between them. A case gives each
 * half what the user API never would.
 *
 * @param kernel the system calls
 * @param user what the provider keeps in the process
 */
@SuppressWarnings("exports") // the kernel is exported to uverbs and to the tools only
public record BareCalls(KernelContext kernel, UserContext user) {

    static BareCalls on(BenchHost host, String device) {
        DeviceOpening opening = host.process().open(device);
        CompletableFuture<KernelContext> opened = new CompletableFuture<>();
        Pending<UserContext> user = opening.userProvider()
                .prepareContext(
                        host.process().memory(), (long offset) -> opened.join().map(offset), opening.observer());
        KernelContext kernel = opening.getContext(user.udata());
        opened.complete(kernel);
        return new BareCalls(kernel, user.complete(kernel.number()));
    }

    /**
     * A CQ, with the objects of both halves.
     *
     * @param handle of the kernel half
     * @param user the ring in the process
     */
    public record Cq(int handle, UserCq user) {}

    /**
     * Creates a CQ as the user API does.
     *
     * @param entries completions it must hold
     * @return the CQ
     */
    public Cq cq(int entries) {
        Pending<UserCq> pending = user.prepareCq(entries);
        int handle = kernel.cqs().create(entries, pending.udata());
        return new Cq(handle, pending.complete(handle));
    }

    /**
     * Prepares an RC QP and makes no system call.
     *
     * @param capacity room of its queues
     * @param cq where everything completes
     * @return the user half's part, with its udata
     */
    public Pending<UserQp> qp(QpCapacity capacity, Cq cq) {
        return user.prepareQp(QpType.RC, capacity, false, false, cq.user(), cq.user());
    }
}
