package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.uverbs.EventFile;
import dev.fenestra.ib.core.uverbs.EventPort;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The connection from which a program reads the events of one file. */
final class EventConnection implements EventPort {
    private final ServiceLine service;
    private final EventFile file;
    private final SocketChannel channel;
    private final int descriptor;
    private final long number;

    /**
     * @param channel that is not blocking
     * @param descriptor that the program got for it
     * @param number by which the program knows this connection
     */
    EventConnection(ServiceLine service, EventFile file, SocketChannel channel, int descriptor, long number) {
        this.service = service;
        this.file = file;
        this.channel = channel;
        this.descriptor = descriptor;
        this.number = number;
    }

    EventFile file() {
        return file;
    }

    long number() {
        return number;
    }

    /** Closes the connection, when the program has ended. */
    void close() {
        Sockets.close(channel);
    }

    /** Events for a program that has gone are lost. */
    @Override
    public boolean send(byte[] record) {
        try {
            return channel.write(ByteBuffer.wrap(record)) != 0;
        } catch (IOException gone) {
            return true;
        }
    }

    @Override
    public byte[] recall() {
        return service.ask(Message.ASK_RECALL, descriptor, 0, 0).bytes().array();
    }
}
