package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.Errno;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A line on which a program calls, one call at a time. Messages are in a {@link CallBox}. The connection beside it
 * wakes a side that sleeps, and ends with the program. While a call is served, the server may ask on its line. The
 * thread that called answers.
 */
final class CallLine implements AutoCloseable {
    private static final ScopedValue<CallLine> SERVED = ScopedValue.newInstance();
    private static final int WAKE_UPS = 64;
    private static final long NO_LIMIT = Long.MAX_VALUE;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final int pid;
    private final String program;
    private final SocketChannel channel;
    private final CallBox box;
    private final SpinGate gate;
    private final Selector selector;
    private final ByteBuffer wakeUps = ByteBuffer.allocate(WAKE_UPS);
    /** Messages that were answered, and the kind of the last one. */
    private long answered;

    private int lastKind;

    /** Serves calls. */
    @FunctionalInterface
    interface Server {
        /**
         * Answers a call.
         *
         * @throws IOException ends the line
         */
        Message answer(Message call) throws IOException;
    }

    /**
     * @param pid of the program
     * @param program its name, for those who ask what this side waits for
     * @param channel its connection, on which it waits for the answer to its greeting
     */
    CallLine(int pid, String program, SocketChannel channel, CallBox box, SpinGate gate) throws IOException {
        this.pid = pid;
        this.program = program;
        this.channel = channel;
        this.box = box;
        this.gate = gate;
        selector = Selector.open();
    }

    /** {@return the line whose call this thread serves, if that program has called; else null} */
    static @Nullable CallLine served(int pid) {
        CallLine line = SERVED.isBound() ? SERVED.get() : null;
        return line != null && line.pid == pid ? line : null;
    }

    /**
     * Greets, and serves calls until the program ends.
     *
     * @throws EOFException then
     * @throws IOException for a message that is no call, and when the server says so
     */
    void serve(Server server) throws IOException {
        Message.answer(Errno.OK).write(channel);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        ScopedValue.where(SERVED, this).call(() -> {
            while (true) {
                await(NO_LIMIT);
                Message call = box.read();
                lastKind = call.kind();
                send(server.answer(call));
                answered++;
            }
        });
    }

    /**
     * Asks the thread that has called, which waits for its answer.
     *
     * @param kind {@link Message#ASK_AREAS} and so on
     * @param patience how long it may take
     * @return the answer; its kind is an errno, or 0
     * @throws IOException when there is none in this time
     */
    Message ask(int kind, long a, long b, long c, Duration patience) throws IOException {
        send(new Message(-kind, a, b, c));
        await(patience.toMillis());
        return box.read();
    }

    private void send(Message message) throws IOException {
        box.write(message);
        if (box.passToProgram()) {
            channel.write(ByteBuffer.allocate(1));
        }
    }

    private void await(long mostMillis) throws IOException {
        SpinGate.Look look = gate.new Look();
        boolean isHere = box.isServersTurn();
        while (!isHere && look.goOn()) {
            isHere = box.isServersTurn();
        }
        if (!isHere) {
            box.serverSleeps(true);
            try (Wait _ = Wait.sleeping(message(mostMillis))) {
                sleep(mostMillis);
            }
            box.serverSleeps(false);
        }
    }

    private Owed message(long mostMillis) {
        return new Owed(
                "a line of calls",
                mostMillis == NO_LIMIT ? "for the next call" : "for the answer to a question",
                program,
                box::isServersTurn,
                selector::isOpen,
                () -> answered == 0 ? "no call yet" : answered + " calls answered, the last of kind " + lastKind);
    }

    /** The program may wake this side as often as it likes, and keep the turn. */
    private void sleep(long mostMillis) throws IOException {
        long start = System.nanoTime();
        long left = mostMillis;
        while (!box.isServersTurn()) {
            if (left <= 0) {
                throw new IOException("no answer");
            }
            if (!selector.isOpen()) {
                throw new ClosedChannelException();
            }
            selector.select(left);
            selector.selectedKeys().clear();
            if (channel.read(wakeUps.clear()) < 0) {
                throw new EOFException();
            }
            left = mostMillis - (System.nanoTime() - start) / NANOS_PER_MILLI;
        }
    }

    @Override
    public void close() {
        Sockets.close(channel);
        try {
            selector.close();
        } catch (IOException unused) {
            // It is of no more use either way.
        }
    }
}
