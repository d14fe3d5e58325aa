package dev.fenestra.tools.serve;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A page for browsers of this machine. It is made anew for each request. Only the loopback address answers, and only
 * under its own name, so that a page of another site cannot read it by a name that leads here.
 */
final class LivePage implements Closeable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int GRACE_SECONDS = 1;

    private final HttpServer server;
    private final ExecutorService maker;
    private final Supplier<String> page;

    private LivePage(HttpServer server, ExecutorService maker, Supplier<String> page) {
        this.server = server;
        this.maker = maker;
        this.page = page;
    }

    /**
     * Begins to answer.
     *
     * @param port 0 for a free one
     * @param page makes the page
     * @throws IOException when the port is taken
     */
    static LivePage open(int port, Supplier<String> page) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(LOOPBACK), port), 0);
        ExecutorService maker = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("live page").factory());
        LivePage live = new LivePage(server, maker, page);
        server.setExecutor(maker);
        server.createContext("/", live::answer);
        server.start();
        return live;
    }

    /** {@return where browsers find it} */
    String address() {
        return "http://" + LOOPBACK + ":" + port();
    }

    private int port() {
        return server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int status = status(exchange);
            String text = status == HttpURLConnection.HTTP_OK ? page.get() : "not here\n";
            send(exchange, status, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private int status(HttpExchange exchange) {
        Set<String> names = Set.of(LOOPBACK + ":" + port(), "localhost:" + port());
        if (!names.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
            return HttpURLConnection.HTTP_FORBIDDEN;
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            return HttpURLConnection.HTTP_BAD_METHOD;
        }
        return exchange.getRequestURI().getPath().equals("/")
                ? HttpURLConnection.HTTP_OK
                : HttpURLConnection.HTTP_NOT_FOUND;
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set(
                "Content-Type", (status == HttpURLConnection.HTTP_OK ? "text/html" : "text/plain") + "; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(GRACE_SECONDS);
        maker.shutdown();
    }
}
