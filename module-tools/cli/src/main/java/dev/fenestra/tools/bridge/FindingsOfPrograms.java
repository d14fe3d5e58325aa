package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.vocabulary.Errno;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * What a server has found of the programs of one {@code exec}.
 *
 * @param count how many findings, one for each pair of places
 * @param text for people; empty when there are none
 */
public record FindingsOfPrograms(int count, String text) {
    private static final int LONGEST_TEXT = 1 << 26;

    /**
     * Asks a server, which waits until the programs have ended.
     *
     * @param place of the server
     * @param token that {@link Programs#checked} has got
     * @return the findings
     * @throws IOException when the server does not check programs, or has ended
     */
    public static FindingsOfPrograms ask(BridgePlace place, long token) throws IOException {
        try (SocketChannel server = SocketChannel.open(UnixDomainSocketAddress.of(place.socket()))) {
            new Message(Message.HELLO_FINDINGS, token, ProcessHandle.current().pid(), 0).write(server);
            Message answer = Message.read(server, LONGEST_TEXT);
            if (answer.kind() != Errno.OK.code()) {
                throw new IOException("the server does not check programs");
            }
            String text = StandardCharsets.UTF_8.decode(answer.bytes()).toString();
            return new FindingsOfPrograms((int) answer.a(), text);
        }
    }
}
