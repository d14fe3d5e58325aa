package dev.fenestra.vendor.mlx.kernel;

import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.DeliveryStatus;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import dev.fenestra.hw.sim.mlx5.prm.MttEntry;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The driver's end of the command interface. It gives the device one command at a time and waits for its end. */
final class CommandQueue {
    private static final int LOG_ENTRIES = 5;
    private static final int LOG_STRIDE = 6;
    private static final int LAST_TOKEN = 0xff;

    private final Hca hca;
    private final KernelServices services;
    private final RdmaDevice device;
    private final KernelBuffer ring;
    private final Mailboxes mailboxes;
    private final CommandMemory pieces = new CommandMemory();
    private final boolean signed;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable DevicePages pages;
    private int slot;
    private int token;

    /** A queue with signatures. */
    CommandQueue(Hca hca, KernelServices services, RdmaDevice device) {
        this(hca, services, device, true);
    }

    /**
     * @param signed whether entries and mailboxes carry signatures; then the device checks them and signs its output
     */
    CommandQueue(Hca hca, KernelServices services, RdmaDevice device, boolean signed) {
        this.hca = hca;
        this.services = services;
        this.device = device;
        this.signed = signed;
        ring = services.allocate(1 << LOG_ENTRIES + LOG_STRIDE);
        ring.segment().asSlice(ring.offset(), ring.bytes()).fill((byte) 0);
        mailboxes = new Mailboxes(services);
    }

    /** The device that executes the commands. */
    RdmaDevice device() {
        return device;
    }

    /** Tells the device where its command queue lies. */
    void start() {
        long address = ring.busAddress();
        int sizes =
                InitSegment.LOG_COMMAND_ENTRIES.insert(LOG_ENTRIES) | InitSegment.LOG_COMMAND_STRIDE.insert(LOG_STRIDE);
        hca.writeInitSegment(InitSegment.COMMAND_QUEUE_HIGH.offset(), (int) (address >>> 32));
        hca.writeInitSegment(InitSegment.COMMAND_QUEUE_LOW.offset(), (int) address | sizes);
    }

    /** A command, as {@link Command} says. */
    Command command(CommandOpcode opcode, long inputBytes, long outputBytes) {
        return new Command(pieces, opcode, inputBytes, outputBytes);
    }

    /** A command without input or output beyond the first 16 bytes. */
    Command small(CommandOpcode opcode) {
        return command(opcode, CommandInput.BYTES, CommandOutput.BYTES);
    }

    /** A command whose fixed part is followed by a list of page addresses. */
    Command withPages(CommandOpcode opcode, int listOffset, long[] pages) {
        Command command = command(opcode, listOffset + (long) pages.length * MttEntry.BYTES, CommandOutput.BYTES);
        for (int i = 0; i < pages.length; i++) {
            MttEntry.VALUE.setLong(command.in(), listOffset + (long) i * MttEntry.BYTES, pages[i]);
        }
        return command;
    }

    /** Executes a command; its output is filled in. A status other than OK is a {@link VerbsException}. */
    void execute(Command command) {
        attempt(command);
        DevicePages supply = pages;
        if (supply != null && command.lacksTranslations()) {
            supply.giveRoom(command.inputBytes() / Long.BYTES);
            attempt(command);
        }
        command.checkStatus();
    }

    /** Executes a command that only makes an object, and returns the number of the object. */
    int create(CommandOpcode opcode) {
        try (Command command = small(opcode)) {
            execute(command);
            return command.created();
        }
    }

    /** Executes a command that ends the object of a number. */
    void destroy(CommandOpcode opcode, int number) {
        try (Command command = small(opcode)) {
            execute(command.about(number));
        }
    }

    /**
     * Sets the pages of the device. A command that fails for lack of pages is repeated once the device has more.
     */
    void supply(DevicePages supply) {
        pages = supply;
    }

    private void attempt(Command command) {
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
    }

    private void run(Command command) {
        slot = slot + 1 & (1 << LOG_ENTRIES) - 1;
        MemorySegment memory = ring.segment();
        long entry = ring.offset() + ((long) slot << LOG_STRIDE);
        if (!isSoftwares(entry)) {
            throw failed(command, "finds slot " + slot + " still in the device's hands");
        }
        CommandEntry.publish(memory, entry, write(command, memory, entry));
        hca.writeInitSegment(InitSegment.COMMAND_DOORBELL.offset(), 1 << slot);
        services.await(device, () -> isSoftwares(entry));
        checkAnswer(command, memory, entry);
        MemorySegment.copy(memory, entry + CommandEntry.OUTPUT_OFFSET, command.out(), 0, CommandEntry.INLINE_BYTES);
        mailboxes.read(MailboxBlock.blocksFor(command.inputBytes()), command.out(), command.outputBytes());
    }

    private boolean isSoftwares(long entry) {
        return CommandEntry.OWNERSHIP.extract(CommandEntry.observe(ring.segment(), entry)) == 0;
    }

    /** Writes an entry and its mailboxes, except for the entry's last word, which it returns. */
    private int write(Command command, MemorySegment memory, long entry) {
        int inputBlocks = MailboxBlock.blocksFor(command.inputBytes());
        int outputBlocks = MailboxBlock.blocksFor(command.outputBytes());
        CommandEntry.TYPE.word(memory, entry, CommandEntry.TYPE.insert(CommandEntry.TYPE_PCI));
        CommandEntry.INPUT_LENGTH.set(memory, entry, (int) command.inputBytes());
        CommandEntry.INPUT_MAILBOX.setLong(memory, entry, mailboxes.chain(0, inputBlocks));
        CommandEntry.OUTPUT_MAILBOX.setLong(memory, entry, mailboxes.chain(inputBlocks, outputBlocks));
        CommandEntry.OUTPUT_LENGTH.set(memory, entry, (int) command.outputBytes());
        MemorySegment.copy(command.in(), 0, memory, entry + CommandEntry.INPUT_OFFSET, CommandEntry.INLINE_BYTES);
        mailboxes.write(0, command.in(), command.inputBytes());
        int lastWord = handOver(memory, entry);
        mailboxes.seal(inputBlocks + outputBlocks, token, signed);
        return lastWord;
    }

    /** The last word of an entry for the device: a new token, and with signatures on a signature, which is never 0. */
    private int handOver(MemorySegment memory, long entry) {
        int lastWord;
        do {
            token = token % LAST_TOKEN + 1;
            int bare = CommandEntry.TOKEN.insert(token) | CommandEntry.OWNERSHIP.insert(1);
            lastWord = signed ? CommandSignature.signed(memory, entry, bare) : bare;
        } while (signed && CommandEntry.SIGNATURE.extract(lastWord) == 0);
        return lastWord;
    }

    /**
     * Refuses with EIO an output that does not belong to the command, is not complete, or reports that the command was
     * not delivered.
     */
    private void checkAnswer(Command command, MemorySegment memory, long entry) {
        int lastWord = CommandEntry.observe(memory, entry);
        if (signed && !CommandSignature.isRight(memory, entry, lastWord)) {
            throw failed(command, "was answered in an entry whose signature is wrong");
        }
        if (CommandEntry.TOKEN.extract(lastWord) != token) {
            throw failed(command, "was answered in an entry with another token");
        }
        int delivery = CommandEntry.DELIVERY_STATUS.extract(lastWord);
        if (delivery != DeliveryStatus.OK) {
            throw failed(command, "was not delivered: status " + delivery + ", " + DeliveryStatus.text(delivery));
        }
        int first = MailboxBlock.blocksFor(command.inputBytes());
        int count = MailboxBlock.blocksFor(command.outputBytes());
        if (signed && !mailboxes.areRight(first, count)) {
            throw failed(command, "was answered in a mailbox whose signature is wrong");
        }
        if (!mailboxes.carry(token, first, count)) {
            throw failed(command, "was answered in a mailbox with another token");
        }
    }

    private static VerbsException failed(Command command, String what) {
        return new VerbsException(MlxRule.COMMAND_ANSWER, command.opcode() + " " + what);
    }
}
