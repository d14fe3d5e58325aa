package dev.fenestra.tools.pingpong;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Consumer;

/** Exchanges {@link Destination}s over TCP: client first; the server answers when it is ready for packets. */
final class Handshake {
    private static final byte[] DONE = {'d', 'o', 'n', 'e', 0};

    private Handshake() {}

    /**
     * The client's part.
     *
     * @throws PingpongException when the server cannot be reached or does not speak this protocol
     */
    static Destination ask(String host, int port, Destination own, Duration patience) throws PingpongException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), (int) patience.toMillis());
            socket.setSoTimeout((int) patience.toMillis());
            socket.getOutputStream().write(own.message());
            Destination peer = read(socket.getInputStream());
            socket.getOutputStream().write(DONE);
            return peer;
        } catch (IOException e) {
            throw new PingpongException("Couldn't connect to " + host + ":" + port + " (" + e.getMessage() + ")", e);
        }
    }

    /**
     * The server's part: waits for one client.
     *
     * @param port to listen on
     * @param connect makes the QP ready for the client's packets, before the answer
     * @throws PingpongException when the port is taken or the client does not speak this protocol
     */
    static Destination answer(int port, Destination own, Consumer<Destination> connect, Duration patience)
            throws PingpongException {
        try (ServerSocket listener = listen(port);
                Socket socket = listener.accept()) {
            socket.setSoTimeout((int) patience.toMillis());
            Destination peer = read(socket.getInputStream());
            connect.accept(peer);
            socket.getOutputStream().write(own.message());
            // Clients confirm with a few bytes; older ones just close.
            socket.getInputStream().readNBytes(DONE.length);
            return peer;
        } catch (IOException e) {
            throw new PingpongException("Couldn't read remote address (" + e.getMessage() + ")", e);
        }
    }

    private static ServerSocket listen(int port) throws PingpongException {
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(new InetSocketAddress(port), 1);
            return listener;
        } catch (IOException e) {
            throw new PingpongException("Couldn't listen to port " + port + " (" + e.getMessage() + ")", e);
        }
    }

    private static Destination read(InputStream in) throws IOException, PingpongException {
        byte[] message = in.readNBytes(Destination.BYTES);
        return Destination.parse(message)
                .orElseThrow(() -> new PingpongException(
                        message.length + "/" + Destination.BYTES + ": Couldn't read remote address"));
    }
}
