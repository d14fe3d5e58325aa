package dev.fenestra.tools.bridge;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory that a program shares with the server for its calls, {@code struct box} of calls.h: one message, whose
 * turn it is, and who sleeps. Only the side whose turn it is uses the message. A side that is about to sleep says so,
 * and then looks at the turn once more. The other side passes the turn, and then looks whether it must wake the
 * sleeper. The program may write anything at any time, so each field is read once.
 */
final class CallBox {
    /** Size of a box, bytes. */
    static final int BYTES = 1 << 22;

    private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle();
    private static final long TURN = 0;
    private static final long SERVER_SLEEPS = 64;
    private static final long PROGRAM_SLEEPS = 128;
    private static final int MESSAGE = 256;

    private static final int PROGRAMS = 0;
    private static final int SERVERS = 1;

    private final MemorySegment memory;
    private final ByteBuffer message;

    /**
     * @param memory of {@link #BYTES} bytes
     */
    CallBox(MemorySegment memory) {
        this.memory = memory;
        message = memory.asSlice(MESSAGE).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isServersTurn() {
        return (int) WORD.getVolatile(memory, TURN) == SERVERS;
    }

    boolean isProgramsTurn() {
        return (int) WORD.getVolatile(memory, TURN) == PROGRAMS;
    }

    /**
     * Gives the turn to the program.
     *
     * @return whether the program sleeps, so that it must be woken
     */
    boolean passToProgram() {
        return pass(PROGRAMS, PROGRAM_SLEEPS);
    }

    /**
     * Gives the turn to the server.
     *
     * @return whether the server sleeps, so that it must be woken
     */
    boolean passToServer() {
        return pass(SERVERS, SERVER_SLEEPS);
    }

    private boolean pass(int to, long sleeps) {
        WORD.setVolatile(memory, TURN, to);
        return (int) WORD.getVolatile(memory, sleeps) != 0;
    }

    /** Says whether the server sleeps. */
    void serverSleeps(boolean sleeps) {
        WORD.setVolatile(memory, SERVER_SLEEPS, sleeps ? 1 : 0);
    }

    /** Says whether the program sleeps. */
    void programSleeps(boolean sleeps) {
        WORD.setVolatile(memory, PROGRAM_SLEEPS, sleeps ? 1 : 0);
    }

    /**
     * Copies the message.
     *
     * @throws IOException when the bytes are no message
     */
    Message read() throws IOException {
        int length = message.getInt(0) - Message.HEAD_BYTES;
        if (length < 0 || length > message.capacity() - Message.HEAD_BYTES) {
            throw new IOException("a message of " + length + " bytes more");
        }
        ByteBuffer rest = Message.allocate(length);
        rest.put(0, message, Message.HEAD_BYTES, length);
        return new Message(message.getInt(4), message.getLong(8), message.getLong(16), message.getLong(24), rest);
    }

    /**
     * Puts a message in the box.
     *
     * @throws IOException when it is longer than the box
     */
    void write(Message said) throws IOException {
        int length = Message.HEAD_BYTES + said.bytes().remaining();
        if (length > message.capacity()) {
            throw new IOException("a message of " + length + " bytes");
        }
        message.putInt(0, length).putInt(4, said.kind());
        message.putLong(8, said.a()).putLong(16, said.b()).putLong(24, said.c());
        message.put(
                Message.HEAD_BYTES,
                said.bytes(),
                said.bytes().position(),
                said.bytes().remaining());
    }
}
