package dev.fenestra.tools.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class LivePageTest {
    private final AtomicInteger made = new AtomicInteger();

    @AutoClose
    private final LivePage page = open(0);

    private LivePage open(int port) {
        try {
            return LivePage.open(port, () -> "page " + made.incrementAndGet());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String ask(String requestLine, String host) throws IOException {
        URI address = URI.create(page.address());
        try (Socket socket = new Socket(address.getHost(), address.getPort());
                OutputStream out = socket.getOutputStream()) {
            out.write((requestLine + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String authority() {
        return page.address().substring("http://".length());
    }

    @Test
    void shouldMakeThePageAnewForEachRequest() throws IOException {
        assertTrue(ask("GET /", authority()).endsWith("\r\n\r\npage 1"));
        String second = ask("GET /", authority());

        assertTrue(second.startsWith("HTTP/1.1 200"), second);
        assertTrue(second.contains("text/html; charset=utf-8"), second);
        assertTrue(second.endsWith("\r\n\r\npage 2"), second);
    }

    @Test
    void shouldAnswerUnderTheLoopbackNamesOnly() throws IOException {
        assertTrue(ask("GET /", "localhost:" + URI.create(page.address()).getPort())
                .startsWith("HTTP/1.1 200"));
        assertTrue(ask("GET /", "elsewhere.example").startsWith("HTTP/1.1 403"));
        assertEquals(1, made.get());
    }

    @Test
    void shouldKnowNothingButThePage() throws IOException {
        assertTrue(ask("GET /other", authority()).startsWith("HTTP/1.1 404"));
        assertTrue(ask("POST /", authority()).startsWith("HTTP/1.1 405"));
        assertEquals(0, made.get());
    }

    @Test
    void shouldSayWhenItsPortIsTaken() {
        int port = URI.create(page.address()).getPort();

        assertThrows(BindException.class, () -> LivePage.open(port, () -> ""));
    }
}
