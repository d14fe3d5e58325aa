package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.DoorbellPage;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CreateEq;
import dev.fenestra.hw.sim.mlx5.prm.EqDoorbell;
import dev.fenestra.hw.sim.mlx5.prm.Eqc;
import dev.fenestra.hw.sim.mlx5.prm.Eqe;
import dev.fenestra.hw.sim.mlx5.prm.EqeOwnership;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.hw.sim.mlx5.prm.UarPage;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import java.util.concurrent.locks.ReentrantLock;

/** An event queue of one page of kernel memory. */
final class MlxEq {
    private static final int PAGE_BYTES = 4096;
    private static final int LOG_ENTRIES = 6;
    private static final int INDEX_MASK = 0xffffff;

    private final DoorbellPage doorbells;
    private final KernelBuffer page;
    private final int number;
    private final ReentrantLock lock = new ReentrantLock();
    private int consumer;
    private boolean ended;

    /** Takes an entry of an event queue; the bytes are only valid during the call. */
    @FunctionalInterface
    interface Handler {
        void handle(KernelBuffer page, long entry);
    }

    private MlxEq(DoorbellPage doorbells, KernelBuffer page, int number) {
        this.doorbells = doorbells;
        this.page = page;
        this.number = number;
    }

    /**
     * @param line the interrupt it raises
     * @param events bits of {@link dev.fenestra.hw.sim.mlx5.prm.EventType}
     */
    static MlxEq create(CommandQueue commands, KernelServices services, DoorbellPage doorbells, int line, long events) {
        KernelBuffer page = services.allocate(PAGE_BYTES);
        for (int i = 0; i < 1 << LOG_ENTRIES; i++) {
            Eqe.OWNER.word(page.segment(), page.offset() + (long) i * Eqe.BYTES, Eqe.FRESH);
        }
        long bytes = CreateEq.PAGES_OFFSET + MttEntry.BYTES;
        try (Command command = commands.command(CommandOpcode.CREATE_EQ, bytes, CommandOutput.BYTES)) {
            Eqc.LOG_ENTRIES.set(command.in(), CreateEq.EQC_OFFSET, LOG_ENTRIES);
            Eqc.INTERRUPT.set(command.in(), CreateEq.EQC_OFFSET, line);
            CreateEq.EVENTS.setLong(command.in(), 0, events);
            MttEntry.VALUE.setLong(command.in(), CreateEq.PAGES_OFFSET, page.busAddress());
            commands.execute(command);
            MlxEq queue = new MlxEq(doorbells, page, command.created());
            queue.arm();
            return queue;
        }
    }

    int number() {
        return number;
    }

    /**
     * Reads all entries. If there were any, it arms the next interrupt; otherwise the interrupt is still armed. Does
     * nothing once the queue has ended.
     */
    void read(Handler handler) {
        lock.lock();
        try {
            if (ended) {
                return;
            }
            int before = consumer;
            long entry = entry();
            while (EqeOwnership.isSoftwares(page.segment(), entry, consumer, LOG_ENTRIES)) {
                handler.handle(page, entry);
                consumer++;
                entry = entry();
            }
            if (consumer != before) {
                arm();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the queue and gives its memory back. */
    void destroy(CommandQueue commands, KernelServices services) {
        try (Command command = commands.small(CommandOpcode.DESTROY_EQ)) {
            commands.execute(command.about(number));
        }
        lock.lock();
        try {
            ended = true;
        } finally {
            lock.unlock();
        }
        services.free(page);
    }

    private long entry() {
        return page.offset() + (long) (consumer & (1 << LOG_ENTRIES) - 1) * Eqe.BYTES;
    }

    private void arm() {
        int value = EqDoorbell.EQN.insert(number) | EqDoorbell.CONSUMER.insert(consumer & INDEX_MASK);
        doorbells.write32(UarPage.EQ_ARM, value);
    }
}
