package dev.fenestra.tools.pingpong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.Gid;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Peers that speak slowly, or come from elsewhere. */
@Timeout(60)
class HandshakeTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final long BETWEEN_BYTES_MILLIS = 100;
    private static final Destination OWN = new Destination(0, 0x40, 1, Gid.ofIpv4(0x7f000001));

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /**
     * Until the other side has had enough: all but the last byte of its message, each within the patience, all of them
     * not.
     */
    private static void trickle(Socket socket) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        byte[] message = OWN.message();
        try {
            for (int i = 0; i < message.length - 1; i++) {
                socket.getOutputStream().write(message[i]);
                assertTrue(!never.await(BETWEEN_BYTES_MILLIS, TimeUnit.MILLISECONDS));
            }
        } catch (IOException closed) {
            assertTrue(socket.isConnected());
        }
    }

    private static Socket connect(String host, int port) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try {
                return new Socket(host, port);
            } catch (ConnectException e) {
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(30)) {
                    throw e;
                }
            }
        }
    }

    private static String failure(Future<?> side) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> side.get(30, TimeUnit.SECONDS));
        return String.valueOf(failed.getCause().getMessage());
    }

    @Test
    void shouldGiveUpWhenNobodyConnects() throws Exception {
        int port = freePort();

        PingpongException failed = assertThrows(
                PingpongException.class,
                () -> Handshake.answer(Optional.empty(), port, OWN, _ -> {}, Duration.ofSeconds(1)));

        assertEquals("no client connected within 1 s", failed.getMessage());
    }

    @Test
    void shouldGiveUpAClientThatTricklesItsBytes() throws Exception {
        int port = freePort();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<Destination> server =
                    threads.submit(() -> Handshake.answer(Optional.empty(), port, OWN, peer -> {}, SHORT));
            try (Socket slow = connect("127.0.0.1", port)) {
                trickle(slow);
            }
            String message = failure(server);
            assertTrue(message.startsWith("Couldn't read remote address ("), message);
        }
    }

    @Test
    void shouldGiveUpAServerThatTricklesItsBytes() throws Exception {
        try (ServerSocket listener = new ServerSocket(0);
                ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<Destination> client =
                    threads.submit(() -> Handshake.ask("127.0.0.1", listener.getLocalPort(), OWN, SHORT));
            try (Socket slow = listener.accept()) {
                trickle(slow);
            }
            String message = failure(client);
            assertTrue(message.startsWith("Couldn't connect to 127.0.0.1:"), message);
        }
    }

    @Test
    void shouldListenOnItsOwnAddressOnly() throws Exception {
        int port = freePort();
        try (ExecutorService threads = Executors.newFixedThreadPool(1)) {
            Future<Destination> server = threads.submit(() -> Handshake.answer(
                    Optional.of(InetAddress.getByName("127.0.0.3")), port, OWN, peer -> {}, Duration.ofSeconds(30)));
            try (Socket here = connect("127.0.0.3", port)) {
                assertThrows(ConnectException.class, () -> new Socket("127.0.0.1", port).close());
                here.getOutputStream().write(OWN.message());
                assertEquals(Destination.BYTES, here.getInputStream().readNBytes(Destination.BYTES).length);
            }
            assertEquals(OWN, server.get(30, TimeUnit.SECONDS));
        }
    }
}
