package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.kernel.inspection.Wait;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.tools.bench.TestBench;
import dev.fenestra.tools.testing.Patience;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that processes share by showing its connection. */
class OpenFileTest {
    private static final int OWNER = (int) ProcessHandle.current().pid();
    private static final int CHILD = OWNER + 1;
    private static final int STRANGER = OWNER + 2;
    private static final Message CALL = new Message(Message.CALL_WRITE, 1, 2, 3);

    @TempDir
    private Path folder;

    @AutoClose
    private final TestBench bench = TestBench.twoHosts();

    private final List<Message> answered = new CopyOnWriteArrayList<>();
    private final List<String> closed = new CopyOnWriteArrayList<>();
    private final FileCalls calls = new FileCalls() {
        @Override
        public Message answer(Message call) {
            answered.add(call);
            return new Message(0, 17, 0, 0);
        }

        @Override
        public void close() {
            closed.add("calls");
        }
    };

    @AutoClose
    private EventWatch events;

    @AutoClose
    private FileChannel pages;

    @AutoClose
    private SocketChannel shared;

    private OpenFile file;
    private FutureTask<IOException> watching;

    @BeforeEach
    void open() throws IOException {
        assumeTrue(Files.exists(Path.of("/proc/self/fd")), "there is no /proc, by which a server reaches programs");
        events = EventWatch.start();
        Path bytes = folder.resolve("pages");
        pages = FileChannel.open(bytes, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Introduction hello = new Introduction(Message.HELLO_SERVICE, OWNER, SocketClient.descriptor(bytes), 0, "bob");
        Program owner = Program.of(
                hello,
                connect("service"),
                bench.host("bob").kernel(),
                SharedFile.create(folder.resolve("shared")),
                Runnable::run,
                events);
        file = new OpenFile(connect("file"), calls, owner);
        watching = new FutureTask<>(() -> assertThrows(IOException.class, file::watch));
        Thread.ofPlatform().daemon().name("watching").start(watching);
    }

    @AfterEach
    void close() {
        file.close();
    }

    /** The server's end of a connection; {@link #shared} is the last program's end. */
    private SocketChannel connect(String name) throws IOException {
        UnixDomainSocketAddress place = UnixDomainSocketAddress.of(folder.resolve(name));
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(place);
            if (shared != null) {
                shared.close();
            }
            shared = SocketChannel.open(place);
            return listener.accept();
        }
    }

    private void share(int pid) throws IOException {
        new Message(Message.CALL_SHARE, pid, 0, 0).write(shared);
    }

    private IOException end() throws Exception {
        return watching.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** A call on a thread of its own, which has begun to wait for the process to show that it has the file. */
    private FutureTask<Message> waiting(int pid) {
        FutureTask<Message> call = new FutureTask<>(() -> file.answer(pid, CALL));
        Thread thread = Thread.ofPlatform().daemon().start(call);
        Patience.until(
                "the call of process " + pid + " waits",
                () -> Wait.all().stream()
                        .anyMatch(wait -> wait.thread() == thread
                                && wait.awaited().what().equals("until process " + pid + " shows that it has it")));
        return call;
    }

    private static Message result(FutureTask<Message> call) throws Exception {
        return call.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void shouldAnswerTheProcessThatHasOpenedIt() throws IOException {
        assertTrue(file.isHeldBy(OWNER));
        assertEquals(17, file.answer(OWNER, CALL).a());
        assertEquals(List.of(CALL), answered);
    }

    @Test
    void shouldRefuseAProcessThatNeverShowsTheFile() throws IOException {
        assertEquals(Errno.EACCES.code(), file.answer(STRANGER, CALL).kind());
        assertEquals(List.of(), answered);
        assertFalse(file.isHeldBy(STRANGER));
    }

    @Test
    void shouldAnswerAProcessThatHasShownTheFile() throws IOException {
        share(CHILD);
        Patience.until("the child is a holder", () -> file.isHeldBy(CHILD));
        assertEquals(17, file.answer(CHILD, CALL).a());
        assertFalse(file.isHeldBy(STRANGER));
    }

    /** The message on the file's connection may come after the call. */
    @Test
    void shouldLetACallWaitForTheProcessToShowTheFile() throws Exception {
        FutureTask<Message> call = waiting(CHILD);
        assertEquals(List.of(), answered);

        share(STRANGER);
        share(CHILD);

        assertEquals(17, result(call).a());
        assertEquals(List.of(CALL), answered);
    }

    @Test
    void shouldEndAWaitingCallWhenItIsClosed() throws Exception {
        FutureTask<Message> call = waiting(CHILD);

        file.close();

        assertEquals(Errno.EBADF.code(), result(call).kind());
        assertEquals(List.of(), answered);
        assertEquals(List.of("calls"), closed);
        assertInstanceOf(IOException.class, end());
    }

    @Test
    void shouldEndItsWatchWhenNoProcessHasItAnyMore() throws Exception {
        shared.close();
        assertInstanceOf(EOFException.class, end());
    }

    @Test
    void shouldTakeNothingButSharesOnItsConnection() throws Exception {
        CALL.write(shared);
        assertEquals("a message of kind " + CALL.kind() + " on the connection of a file", end().getMessage());
        assertEquals(List.of(), answered);
    }

    @Test
    void shouldCutTheProgramsOff() throws Exception {
        file.cut();
        assertInstanceOf(IOException.class, end());
        assertThrows(IOException.class, () -> Message.read(shared, 0));
    }
}
