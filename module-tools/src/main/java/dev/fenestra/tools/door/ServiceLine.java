package dev.fenestra.tools.door;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection on which a program is asked. One question at a time; a program that does not answer within
 * {@value #PATIENCE_SECONDS} s is given up: its connection is closed, and each question ends with EIO.
 */
final class ServiceLine implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;
    private static final int LONGEST_REPLY = 1 << 20;

    private final SocketChannel channel;
    private final String program;
    private final BlockingQueue<Reply> replies = new ArrayBlockingQueue<>(1);

    /**
     * @param program its name, for messages
     */
    ServiceLine(SocketChannel channel, String program) {
        this.channel = channel;
        this.program = program;
    }

    /**
     * What a program answers.
     *
     * @param result not negative, or an errno with a minus
     */
    record Reply(long result, byte[] bytes) {}

    /**
     * Takes the answers in until the program ends.
     *
     * @throws IOException then, and for what is no answer
     */
    void listen() throws IOException {
        while (channel.isOpen()) {
            ByteBuffer head = Message.read(channel, Message.REPLY_BYTES);
            long result = head.getLong();
            long length = head.getLong();
            if (length < 0 || length > LONGEST_REPLY) {
                throw new IOException(program + " replies with " + length + " bytes");
            }
            if (!replies.offer(
                    new Reply(result, Message.read(channel, (int) length).array()))) {
                throw new IOException(program + " replies without being asked");
            }
        }
    }

    synchronized Reply ask(int kind, boolean flag, long a, long b) {
        try {
            replies.clear();
            ByteBuffer question = Message.allocate(Message.QUESTION_BYTES)
                    .putInt(kind)
                    .putInt(flag ? 1 : 0)
                    .putLong(a)
                    .putLong(b)
                    .flip();
            Message.write(channel, question);
            Reply reply = await();
            if (reply != null) {
                return reply;
            }
        } catch (IOException gone) {
            // The answer is the same as for one who is silent.
        }
        close();
        throw new VerbsException(Errno.EIO, KernelRule.COMMAND_TIME, program + " does not answer");
    }

    private @Nullable Reply await() throws IOException {
        Reply reply = null;
        for (int waited = 0; reply == null && waited < PATIENCE_SECONDS && channel.isOpen(); waited++) {
            try {
                reply = replies.poll(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted", e);
            }
        }
        return reply;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException unused) {
            // It is of no more use either way.
        }
    }
}
