package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection on which the server asks a program, one question at a time. The server gives up a program that does
 * not answer within {@value #PATIENCE_SECONDS} s: it closes the connection, and each question ends with EIO.
 */
final class ServiceLine implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;
    private static final Duration PATIENCE = Duration.ofSeconds(PATIENCE_SECONDS);
    private static final int LONGEST_REPLY = 1 << 20;
    /** The thread that has called uses the pages itself. */
    private static final int EDEADLK = 35;

    private final SocketChannel channel;
    private final int pid;
    private final String program;
    private final BlockingQueue<Message> replies = new ArrayBlockingQueue<>(1);

    /**
     * @param pid of the program
     * @param program its name, for messages
     */
    ServiceLine(SocketChannel channel, int pid, String program) {
        this.channel = channel;
        this.pid = pid;
        this.program = program;
    }

    /**
     * Reads the answers until the program ends.
     *
     * @throws IOException when the program ends, and for a message that is no answer
     */
    void listen() throws IOException {
        try (Wait _ = Wait.sleeping(Owed.byProgram("the service", "for answers, or for its end", program))) {
            while (channel.isOpen()) {
                if (!replies.offer(Message.read(channel, LONGEST_REPLY))) {
                    throw new IOException(program + " replies without being asked");
                }
            }
        } finally {
            close();
            replies.offer(Message.answer(Errno.EIO));
        }
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param kind {@link Message#ASK_MOVE} and so on
     * @return the answer; its kind is an errno, or 0
     * @throws VerbsException EIO when the program does not answer
     */
    synchronized Message ask(int kind, long a, long b, long c) {
        try {
            replies.clear();
            new Message(kind, a, b, c).write(channel);
            Message reply = await(kind);
            if (reply != null) {
                return reply;
            }
        } catch (IOException gone) {
            // The answer is the same as for a silent program.
        }
        throw silent();
    }

    /**
     * Asks about the memory or a descriptor of the program. While one of its threads waits for the answer to a call,
     * that thread is asked, so that no other needs to wake.
     *
     * @param kind {@link Message#ASK_AREAS}, {@link Message#ASK_READ} or {@link Message#ASK_FILE}
     * @param at an address, or the descriptor
     * @param length of the memory
     * @return the answer; its kind is an errno, or 0
     * @throws VerbsException EIO when the program does not answer
     */
    Message askCaller(int kind, long at, long length) {
        CallLine line = CallLine.served(pid);
        return line == null ? ask(kind, at, length, 0) : ask(line, kind, at, length, 0);
    }

    /**
     * Asks to move pages. The thread that has called does it, if there is one that does not use these pages itself.
     *
     * @param kind {@link Message#ASK_MOVE} or {@link Message#ASK_RETURN}
     * @param at address of the first page
     * @param length of them
     * @param place in the file, and rights
     * @return 0 or an errno
     * @throws VerbsException EIO when the program does not answer
     */
    int move(int kind, long at, long length, long place) {
        CallLine line = CallLine.served(pid);
        int errno = line == null ? EDEADLK : ask(line, kind, at, length, place).kind();
        return errno == EDEADLK ? ask(kind, at, length, place).kind() : errno;
    }

    private Message ask(CallLine line, int kind, long a, long b, long c) {
        try {
            return line.ask(kind, a, b, c, PATIENCE);
        } catch (IOException gone) {
            line.close();
            throw silent();
        }
    }

    private VerbsException silent() {
        close();
        return new VerbsException(KernelRule.COMMAND_TIME, program + " does not answer");
    }

    private @Nullable Message await(int question) throws IOException {
        Message reply = null;
        try (Wait _ = Wait.sleeping(answer(question))) {
            for (int waited = 0; reply == null && waited < PATIENCE_SECONDS && channel.isOpen(); waited++) {
                reply = replies.poll(1, TimeUnit.SECONDS);
            }
            return reply;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private Owed answer(int question) {
        return new Owed(
                "the service",
                "for the answer to a question of kind " + question,
                program,
                () -> !replies.isEmpty(),
                channel::isOpen,
                () -> "");
    }

    @Override
    public void close() {
        Sockets.close(channel);
    }
}
