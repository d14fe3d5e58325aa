package dev.fenestra.tools.testing;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests whose wake-up is lost. {@link TimeOutsTest} runs them: each must fail in bounded time. */
public class LostWakeUps {
    /** What each of them waits for, in one way or another. */
    static final CountDownLatch WAKE_UP = new CountDownLatch(1);

    /** Ends the threads that heed no interrupt, when the run is over. */
    static final AtomicBoolean IS_OVER = new AtomicBoolean();

    private boolean isLateToClean;

    @AfterEach
    void clean() {
        if (isLateToClean) {
            spin();
        }
    }

    @Test
    void spins() {
        spin();
    }

    @ParameterizedTest(name = "invocation")
    @ValueSource(ints = 1)
    void spinsWithAnArgument(int argument) {
        spin();
    }

    @Test
    void spinsWhenItCleansUp() {
        isLateToClean = true;
    }

    @Test
    @ExtendWith(NoHang.class)
    void spinsOnAThreadOfTheExtension() {
        spin();
    }

    @Test
    void waitsForALatch() throws InterruptedException {
        WAKE_UP.await();
    }

    @Test
    void waitsForAThread() throws InterruptedException {
        Thread.ofPlatform().daemon().start(LostWakeUps::spin).join();
    }

    @Test
    void waitsForAProgram() throws Exception {
        Process program = new ProcessBuilder("sleep", "600").start();
        try {
            program.waitFor();
        } finally {
            program.destroyForcibly();
        }
    }

    /** A socket's accept heeds no interrupt. */
    @Test
    void waitsForAPeer() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket.accept().close();
        }
    }

    @Test
    void waitsWithPatience() {
        Patience.until("the doorbell of value 17 is seen", () -> WAKE_UP.getCount() == 0, Duration.ofMillis(50));
    }

    /** Heeds no interrupt. */
    private static void spin() {
        while (!IS_OVER.get()) {
            Thread.onSpinWait();
        }
    }
}
