package dev.fenestra.ib.core.uverbs;

import dev.fenestra.ib.core.abi.uverbs.DeviceLayouts.GetContextResp;
import dev.fenestra.ib.core.abi.uverbs.InvokeWrite;
import dev.fenestra.ib.core.abi.uverbs.WriteCommand;
import dev.fenestra.ib.core.kernel.calls.KernelContext;
import dev.fenestra.ib.core.kernel.host.Process;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserStores;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One opening of {@code /dev/infiniband/uverbsN} by a process: takes commands as bytes and answers them as bytes. For
 * any bytes the answer is an errno or success, and a refusal has changed nothing. Any thread may call it, one call at a
 * time.
 */
public final class UverbsFile implements AutoCloseable {
    private static final int DEVICE = 0;
    private static final int INVOKE_WRITE = 0;
    private static final int GET_CONTEXT = 3;

    private final Process process;
    private final String device;
    private final Descriptors descriptors;
    private final Map<WriteCommand, Consumer<WriteCall>> handlers = new EnumMap<>(WriteCommand.class);
    private @Nullable UverbsContext context;
    private @Nullable TypedMethods typed;

    /**
     * Opens a device. The first command makes its context.
     *
     * @param process that opens it
     * @param device name of the device
     * @param descriptors of the process
     */
    public UverbsFile(Process process, String device, Descriptors descriptors) {
        this.process = process;
        this.device = device;
        this.descriptors = descriptors;
        handlers.put(WriteCommand.GET_CONTEXT, this::getContext);
    }

    /**
     * A command of the write interface.
     *
     * @param number with bit 31 for an extended command
     * @param call its bytes, and room for the answer
     * @return OK, or why it was refused
     */
    public synchronized Errno write(int number, WriteCall call) {
        try {
            execute(number, call);
            return Errno.OK;
        } catch (VerbsException refused) {
            return report(refused);
        }
    }

    /**
     * A command with its headers, as a process writes it to the descriptor. The answer is stored to where the command
     * says.
     *
     * @param bytes all that the process wrote
     * @param stores to the memory of the process
     * @return OK, or why it was refused
     */
    public synchronized Errno written(MemorySegment bytes, UserStores stores) {
        try {
            WrittenCommand command = WrittenCommand.of(bytes, stores);
            // With POST_SEND requests go on their way, whatever becomes of the answer: they are looked at first.
            if (command.number() != WriteCommand.POST_SEND.number()) {
                command.checkPlaces();
            }
            execute(command.number(), command.call());
            command.answer();
            return Errno.OK;
        } catch (VerbsException refused) {
            return report(refused);
        }
    }

    /**
     * A method of the ioctl interface.
     *
     * @param object kind of the object
     * @param method number of the method
     * @param attributes of the request; the answers count only with the result OK
     * @return OK, or why it was refused
     */
    public synchronized Errno ioctl(int object, int method, Attributes attributes) {
        try {
            invoke(object, method, attributes);
            return Errno.OK;
        } catch (VerbsException refused) {
            return report(refused);
        }
    }

    /**
     * Reports a refusal that no kernel call has reported. A missing method is no refusal: then the user library uses
     * the command. Neither is an empty entry of the GID table: programs ask for all entries to find those that are
     * filled.
     */
    private Errno report(VerbsException refused) {
        UverbsContext known = context;
        boolean isProbe = refused.errno() == Errno.EPROTONOSUPPORT || refused.rule() == AbiRule.FILLED_GID;
        if (known != null && refused.rule() instanceof AbiRule rule && !isProbe) {
            known.calls()
                    .refused(new Refusal(
                            "ib-core",
                            rule.id(),
                            rule.violation(),
                            refused.errno().name(),
                            refused.values()));
        }
        return refused.errno();
    }

    /**
     * Notes in the host's log that the user half of the process has refused a post. The process goes on with an errno.
     *
     * @param errno the number that the post returned
     * @param request where it was posted, and what it was
     * @param wrId of the request
     */
    public synchronized void libraryRefused(int errno, String request, long wrId) {
        UverbsContext known = context;
        if (known == null) {
            return;
        }
        AbiRule rule = AbiRule.LIBRARY;
        known.calls().refused(new Refusal("driver", rule.id(), rule.violation(), Errno.nameOf(errno), request), wrId);
    }

    /**
     * Maps a page of the device, or kernel memory.
     *
     * @param offset as the two halves of the driver have agreed, bytes
     * @param bytes how many of kernel memory
     * @return the page
     * @throws VerbsException EINVAL for an offset without a meaning
     */
    public synchronized MappedPage map(long offset, long bytes) {
        return opened().map(offset, bytes);
    }

    private void invoke(int object, int method, Attributes asked) {
        if (object == DEVICE && method == INVOKE_WRITE) {
            WriteCall call =
                    new WriteCall(asked.in(InvokeWrite.CORE_IN), asked.out(InvokeWrite.CORE_OUT), asked.udata());
            execute((int) asked.value(InvokeWrite.WRITE_CMD), call);
        } else if (object == DEVICE && method == GET_CONTEXT) {
            asked.checkOut(0, 1);
            TypedMethods.describe(open(asked.udata()).calls(), asked);
        } else if (typed == null) {
            throw new TypedMethod(object, method).unknown();
        } else {
            typed.run(object, method, asked);
        }
    }

    private void execute(int number, WriteCall call) {
        WriteCommand command = AbiChecks.command(number);
        long given = call.request().byteSize();
        long room = call.response().byteSize();
        if (given < command.requestBytes() || room < command.responseBytes()) {
            throw new VerbsException(AbiRule.LENGTH, command + ": request=" + given + " response=" + room + " bytes");
        }
        Consumer<WriteCall> handler = handlers.get(command);
        if (handler == null) {
            throw notOpened();
        }
        handler.accept(call);
    }

    private void getContext(WriteCall call) {
        UverbsContext opened = open(call.udata());
        GetContextResp.ASYNC_FD.set(call.response(), opened.installAsync());
        GetContextResp.NUM_COMP_VECTORS.set(
                call.response(), opened.calls().cqs().vectors());
    }

    private UverbsContext open(Udata udata) {
        if (context != null) {
            throw notOpened();
        }
        KernelContext opened = process.open(device).getContext(udata);
        UverbsContext session = new UverbsContext(opened, descriptors);
        context = session;
        DeviceCommands devices = new DeviceCommands(session);
        List<CommandGroup> groups = List.of(
                devices,
                new RegionCommands(session, descriptors),
                new CqCommands(session),
                new QpCommands(session),
                new SrqCommands(session),
                new PathCommands(session));
        groups.forEach(group -> group.register(handlers));
        typed = new TypedMethods(session, devices, handlers, descriptors);
        return session;
    }

    private KernelContext opened() {
        UverbsContext known = context;
        if (known == null) {
            throw notOpened();
        }
        return known.calls();
    }

    private static VerbsException notOpened() {
        return new VerbsException(AbiRule.OPENED, "");
    }

    /** Closes the device for the process: all of its objects are destroyed. */
    @Override
    public synchronized void close() {
        UverbsContext known = context;
        if (known != null) {
            known.calls().close();
        }
    }
}
