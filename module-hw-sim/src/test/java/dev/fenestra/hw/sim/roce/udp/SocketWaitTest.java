package dev.fenestra.hw.sim.roce.udp;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.fenestra.hw.sim.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waits of an hour that end at once. */
class SocketWaitTest {
    private static final long HOUR = 3_600_000_000_000L;

    private DatagramChannel channel;
    private SocketWait wait;

    @BeforeEach
    void open() throws IOException {
        channel = DatagramChannel.open(StandardProtocolFamily.INET);
        channel.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
        channel.configureBlocking(false);
        wait = SocketWait.on(channel);
    }

    @AfterEach
    void close() throws IOException {
        channel.close();
        wait.close();
    }

    @Test
    void shouldEndWhenADatagramIsThereOrComes() throws Exception {
        Thread waiting = Thread.ofPlatform().start(() -> wait.await(HOUR));
        channel.send(ByteBuffer.wrap(new byte[1]), channel.getLocalAddress());
        waiting.join();
        wait.await(HOUR);
        assertNotNull(channel.receive(ByteBuffer.allocate(1)));
    }

    @Test
    void shouldEndWhenWokenBeforeOrMeanwhile() throws Exception {
        wait.wake(Thread.currentThread());
        wait.await(HOUR);
        Thread waiting = Thread.ofPlatform().start(() -> wait.await(HOUR));
        wait.wake(waiting);
        waiting.join();
        assertNull(channel.receive(ByteBuffer.allocate(1)));
    }

    @Test
    void shouldWaitNoLongerThanAskedAndNotAtAllOnceClosed() throws IOException {
        assertTimeout(Patience.LIMIT, () -> wait.await(1));
        assertTimeout(Patience.LIMIT, () -> wait.await(2_000_000));
        wait.close();
        assertTimeout(Patience.LIMIT, () -> wait.await(HOUR));
        assertDoesNotThrow(() -> wait.wake(Thread.currentThread()));
    }
}
