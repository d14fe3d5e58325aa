package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of connections for events. */
class EventWatchTest {
    @TempDir
    private Path folder;

    @AutoClose
    private EventWatch watch;

    @AutoClose
    private SocketChannel program;

    @AutoClose
    private SocketChannel server;

    private final CountDownLatch ended = new CountDownLatch(1);

    @BeforeEach
    void connect() throws IOException {
        UnixDomainSocketAddress place = UnixDomainSocketAddress.of(folder.resolve("events"));
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(place);
            program = SocketChannel.open(place);
            server = listener.accept();
        }
        server.configureBlocking(false);
        watch = EventWatch.start();
        watch.watch(server, ended::countDown);
    }

    private void assertEnded() throws InterruptedException {
        assertTrue(ended.await(10, TimeUnit.SECONDS));
        assertFalse(server.isOpen());
    }

    @Test
    void shouldNoticeThatAProgramHasClosedItsDescriptor() throws IOException, InterruptedException {
        program.close();
        assertEnded();
    }

    @Test
    void shouldCloseAConnectionOnWhichAProgramSaysSomething() throws IOException, InterruptedException {
        program.write(ByteBuffer.wrap(new byte[1]));
        assertEnded();
    }
}
