package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line between a thread that serves it and this one, which plays the program. */
class CallLineTest {
    private static final int PID = 7;
    private static final int ROUNDS = 2_000;

    @TempDir
    private Path folder;

    private final MemorySegment memory = Arena.ofAuto().allocate(CallBox.BYTES, 256);
    private final CallBox box = new CallBox(memory);
    private final ExecutorService thread = Executors.newCachedThreadPool();
    private SocketChannel program;
    private CallLine line;

    @BeforeEach
    void connect() throws IOException {
        connect(SpinGate.USUAL_NANOS);
    }

    private void connect(long nanos) throws IOException {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("line"));
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(address);
            program = SocketChannel.open(address);
            line = new CallLine(PID, "program", listener.accept(), box, new SpinGate(nanos));
        }
    }

    private void disconnect() throws IOException {
        program.close();
        line.close();
    }

    @AfterEach
    void end() throws IOException {
        disconnect();
        thread.shutdown();
    }

    private Future<Object> serve(CallLine.Server server) throws IOException {
        Future<Object> served = thread.submit(() -> {
            line.serve(server);
            return this;
        });
        assertEquals(0, Message.read(program, 0).kind());
        return served;
    }

    private static Message text(int kind, String text) {
        return new Message(kind, 1, 2, 3, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(Message message) {
        return StandardCharsets.UTF_8.decode(message.bytes()).toString();
    }

    /** Gives the server the turn. Sleeps until it comes back, or looks for it all the time. */
    private Message exchange(Message said, boolean sleeps) throws IOException {
        box.write(said);
        box.programSleeps(sleeps);
        if (box.passToServer()) {
            program.write(ByteBuffer.allocate(1));
        }
        while (!box.isProgramsTurn()) {
            if (sleeps && program.read(ByteBuffer.allocate(1)) < 0) {
                throw new EOFException();
            }
            assertFalse(Thread.currentThread().isInterrupted(), "interrupted while the server had the turn");
            Thread.onSpinWait();
        }
        box.programSleeps(false);
        return box.read();
    }

    private static Throwable end(Future<Object> served) {
        return assertThrows(ExecutionException.class, served::get).getCause();
    }

    @ParameterizedTest(name = "the server looks for {0} ns")
    @ValueSource(longs = {0, SpinGate.USUAL_NANOS})
    void shouldAnswerEachCallWhetherASideSleepsOrLooks(long nanos) throws IOException {
        connectAgain(nanos);
        serve(call -> text(call.kind() + 1, text(call) + "!"));
        for (int i = 0; i < ROUNDS; i++) {
            Message answer = exchange(text(i, "call " + i), i % 3 == 0);
            assertEquals(i + 1, answer.kind());
            assertEquals("call " + i + "!", text(answer));
        }
    }

    @Test
    void shouldAskTheThreadThatHasCalled() throws IOException {
        serve(call -> {
            assertSame(line, CallLine.served(PID));
            assertNull(CallLine.served(PID + 1));
            return text(0, text(line.ask(Message.ASK_READ, call.a(), call.b(), 0, Duration.ofSeconds(30))));
        });
        Message question = exchange(text(9, ""), true);
        assertEquals(-Message.ASK_READ, question.kind());
        assertEquals(1, question.a());
        assertEquals(2, question.b());
        Message answer = exchange(text(0, "bytes"), true);
        assertEquals(0, answer.kind());
        assertEquals("bytes", text(answer));
        assertNull(CallLine.served(PID));
    }

    @Test
    void shouldEndWithAProgramThatDoesNotAnswerInTimeThoughItWakesTheServerAgainAndAgain() throws Exception {
        Future<Object> served = serve(call -> line.ask(Message.ASK_READ, 0, 0, 0, Duration.ofMillis(20)));
        exchange(text(9, ""), true);
        // A server that has ended reads no more: a write that waits for room would wait for ever.
        program.configureBlocking(false);
        while (!served.isDone()) {
            program.write(ByteBuffer.allocate(1));
            assertFalse(Thread.currentThread().isInterrupted(), "interrupted while the server went on asking");
            Thread.yield();
        }
        assertEquals("no answer", end(served).getMessage());
    }

    /** The call whose question was not answered ends like any other; the next one finds no line. */
    @Test
    void shouldEndWhenItIsClosedWhileItServes() throws Exception {
        Future<Object> served = serve(call -> {
            line.close();
            return call;
        });
        assertEquals(9, exchange(text(9, ""), false).kind());
        assertTrue(end(served) instanceof ClosedChannelException);
    }

    @Test
    void shouldEndWithTheProgram() throws Exception {
        Future<Object> served = serve(call -> call);
        program.close();
        assertTrue(end(served) instanceof EOFException);
    }

    @Test
    void shouldEndWithAMessageThatIsLongerThanTheBoxOrShorterThanItsHead() throws Exception {
        for (int length : new int[] {CallBox.BYTES, Integer.MAX_VALUE, -1, 0, Message.HEAD_BYTES - 1}) {
            Future<Object> served = serve(call -> call);
            memory.set(ValueLayout.JAVA_INT, 256, length);
            if (box.passToServer()) {
                program.write(ByteBuffer.allocate(1));
            }
            assertEquals(
                    "a message of " + (length - Message.HEAD_BYTES) + " bytes more",
                    end(served).getMessage());
            connectAgain(SpinGate.USUAL_NANOS);
        }
    }

    private void connectAgain(long nanos) throws IOException {
        disconnect();
        memory.fill((byte) 0);
        Files.delete(folder.resolve("line"));
        connect(nanos);
    }

    @Test
    void shouldRefuseToSendWhatIsLongerThanTheBox() {
        Message tooLong = new Message(0, 0, 0, 0, ByteBuffer.allocate(CallBox.BYTES));
        assertThrows(IOException.class, () -> box.write(tooLong));
    }
}
