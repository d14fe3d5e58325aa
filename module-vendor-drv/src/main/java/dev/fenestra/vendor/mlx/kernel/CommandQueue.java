package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.hca.Hca;
import dev.fenestra.hw.sim.manual.CommandEntry;
import dev.fenestra.hw.sim.manual.DeliveryStatus;
import dev.fenestra.hw.sim.manual.InitSegment;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;

/** The driver's end of the command interface: hands commands to the device one at a time and waits for their end. */
final class CommandQueue {
    private static final int LOG_ENTRIES = 5;
    private static final int LOG_STRIDE = 6;

    private final Hca hca;
    private final KernelServices services;
    private final RdmaDevice device;
    private final KernelBuffer ring;
    private final Mailboxes mailboxes;
    private final ReentrantLock lock = new ReentrantLock();
    private int slot;

    CommandQueue(Hca hca, KernelServices services, RdmaDevice device) {
        this.hca = hca;
        this.services = services;
        this.device = device;
        ring = services.allocate(1 << LOG_ENTRIES + LOG_STRIDE);
        mailboxes = new Mailboxes(services);
    }

    /** Tells the device where its command queue lies. */
    void start() {
        long address = ring.busAddress();
        int sizes =
                InitSegment.LOG_COMMAND_ENTRIES.place(LOG_ENTRIES) | InitSegment.LOG_COMMAND_STRIDE.place(LOG_STRIDE);
        hca.writeInitSegment(InitSegment.COMMAND_QUEUE_HIGH.offset(), (int) (address >>> 32));
        hca.writeInitSegment(InitSegment.COMMAND_QUEUE_LOW.offset(), (int) address | sizes);
    }

    /** Executes a command; its output is filled in. A status other than OK is a {@link VerbsException}. */
    void execute(Command command) {
        lock.lock();
        try {
            run(command);
        } finally {
            lock.unlock();
        }
        DriverObserver observer = services.observer();
        if (observer != null) {
            observer.command(device.name(), command.opcode().code(), command.status());
        }
        command.checkStatus();
    }

    private void run(Command command) {
        slot = slot + 1 & (1 << LOG_ENTRIES) - 1;
        MemorySegment memory = ring.segment();
        long entry = ring.offset() + ((long) slot << LOG_STRIDE);
        int inputBlocks = Mailboxes.blocksFor(command.inputBytes());
        int outputBlocks = Mailboxes.blocksFor(command.outputBytes());
        CommandEntry.TYPE.word(memory, entry, CommandEntry.TYPE.place(CommandEntry.TYPE_PCI));
        CommandEntry.INPUT_LENGTH.set(memory, entry, (int) command.inputBytes());
        CommandEntry.INPUT_MAILBOX.setLong(memory, entry, mailboxes.chain(0, inputBlocks));
        CommandEntry.OUTPUT_MAILBOX.setLong(memory, entry, mailboxes.chain(inputBlocks, outputBlocks));
        CommandEntry.OUTPUT_LENGTH.set(memory, entry, (int) command.outputBytes());
        MemorySegment.copy(command.in(), 0, memory, entry + CommandEntry.INPUT_OFFSET, CommandEntry.INLINE_BYTES);
        mailboxes.write(0, command.in(), command.inputBytes());
        CommandEntry.publish(memory, entry, CommandEntry.OWNERSHIP.place(1));
        hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), 1 << slot);
        services.await(device, () -> CommandEntry.OWNERSHIP.in(CommandEntry.observe(memory, entry)) == 0);
        int delivery = CommandEntry.DELIVERY_STATUS.in(CommandEntry.observe(memory, entry));
        if (delivery != DeliveryStatus.OK) {
            throw new VerbsException(
                    Errno.EIO, MlxRule.COMMAND, command.opcode() + " was not delivered: status " + delivery);
        }
        MemorySegment.copy(memory, entry + CommandEntry.OUTPUT_OFFSET, command.out(), 0, CommandEntry.INLINE_BYTES);
        mailboxes.read(inputBlocks, command.out(), command.outputBytes());
    }
}
