package dev.fenestra.tools.pingpong;

import dev.fenestra.tools.input.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Exchanges {@link Destination}s over TCP: client first; the server answers when it is ready for packets. From the
 * connection on, all of it has one deadline, however slowly the peer speaks.
 */
final class Handshake {
    private static final byte[] DONE = {'d', 'o', 'n', 'e', 0};

    private Handshake() {}

    /**
     * The client's part.
     *
     * @param patience for all of it, the connection included
     * @throws PingpongException when the server cannot be reached, does not speak this protocol, or is too slow
     */
    static Destination ask(String host, int port, Destination own, Duration patience) throws PingpongException {
        TimedReader reader = new TimedReader(patience);
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), (int) patience.toMillis());
            socket.getOutputStream().write(own.message());
            Destination peer = destination(reader.read(socket, Destination.BYTES));
            socket.getOutputStream().write(DONE);
            return peer;
        } catch (IOException e) {
            throw new PingpongException("Couldn't connect to " + host + ":" + port + " (" + Reason.of(e) + ")", e);
        }
    }

    /**
     * The server's part: waits for one client.
     *
     * @param address to listen on; empty for all of the machine
     * @param port to listen on
     * @param connect makes the QP ready for the client's packets, before the answer
     * @param patience for the connection, and again for all that follows
     * @throws PingpongException when the port is taken, nobody connects, or the client does not speak this protocol or
     *     is too slow
     */
    static Destination answer(
            Optional<InetAddress> address, int port, Destination own, Consumer<Destination> connect, Duration patience)
            throws PingpongException {
        try (ServerSocket listener = listen(address, port);
                Socket socket = accept(listener, patience)) {
            TimedReader reader = new TimedReader(patience);
            Destination peer = destination(reader.read(socket, Destination.BYTES));
            connect.accept(peer);
            socket.getOutputStream().write(own.message());
            // Clients confirm with a few bytes; older ones just close.
            reader.read(socket, DONE.length);
            return peer;
        } catch (IOException e) {
            throw new PingpongException("Couldn't read remote address (" + e.getMessage() + ")", e);
        }
    }

    private static Socket accept(ServerSocket listener, Duration patience) throws IOException, PingpongException {
        listener.setSoTimeout((int) patience.toMillis());
        try {
            return listener.accept();
        } catch (SocketTimeoutException e) {
            throw new PingpongException("no client connected within " + patience.toSeconds() + " s", e);
        }
    }

    private static ServerSocket listen(Optional<InetAddress> address, int port) throws PingpongException {
        InetSocketAddress place =
                address.map(one -> new InetSocketAddress(one, port)).orElseGet(() -> new InetSocketAddress(port));
        try {
            ServerSocket listener = new ServerSocket();
            listener.setReuseAddress(true);
            listener.bind(place, 1);
            return listener;
        } catch (IOException e) {
            String where = address.map(one -> one.getHostAddress() + " ").orElse("");
            throw new PingpongException(
                    "Couldn't listen to " + where + "port " + port + " (" + e.getMessage() + ")", e);
        }
    }

    private static Destination destination(byte[] message) throws PingpongException {
        return Destination.parse(message)
                .orElseThrow(() -> new PingpongException(
                        message.length + "/" + Destination.BYTES + ": Couldn't read remote address"));
    }
}
