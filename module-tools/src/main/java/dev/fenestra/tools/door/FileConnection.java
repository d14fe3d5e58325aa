package dev.fenestra.tools.door;

import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.uverbs.Attributes;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The connection that a program has in place of an opened device: reads a call, lets it run, answers. */
final class FileConnection {
    private static final int LONGEST_CALL = 1 << 22;
    private static final int MOST_ATTRIBUTES = 256;

    private final SocketChannel channel;
    private final UverbsFile file;
    private final SharedFile shared;

    FileConnection(SocketChannel channel, UverbsFile file, SharedFile shared) {
        this.channel = channel;
        this.file = file;
        this.shared = shared;
    }

    /**
     * Serves until the program closes its descriptor.
     *
     * @throws IOException then, and for what is no call
     */
    void serve() throws IOException {
        while (channel.isOpen()) {
            ByteBuffer head = Message.read(channel, Message.CALL_BYTES);
            int length = head.getInt();
            if (length < Message.CALL_BYTES || length > LONGEST_CALL) {
                throw new IOException("a call of " + length + " bytes");
            }
            ByteBuffer rest = Message.read(channel, length - Message.CALL_BYTES);
            Message.write(channel, answer(head, rest));
        }
    }

    private ByteBuffer answer(ByteBuffer head, ByteBuffer rest) throws IOException {
        int kind = head.getInt();
        int object = head.getShort() & 0xffff;
        int method = head.getShort() & 0xffff;
        int attributes = head.getShort() & 0xffff;
        head.getShort();
        return switch (kind) {
            case Message.CALL_IOCTL -> ioctl(object, method, attributes, rest);
            case Message.CALL_MAP -> map(head.getLong());
            default -> throw new IOException("a call of kind " + kind);
        };
    }

    private ByteBuffer ioctl(int object, int method, int count, ByteBuffer rest) throws IOException {
        Map<Attributes.Attribute, Integer> places = new HashMap<>();
        List<Attributes.Attribute> all = new ArrayList<>();
        for (int i = 0; i < Math.min(count, MOST_ATTRIBUTES); i++) {
            Attributes.Attribute attribute = attribute(rest);
            all.add(attribute);
            places.putIfAbsent(attribute, i);
        }
        Attributes asked = new Attributes(all);
        Errno errno = file.ioctl(object, method, asked);
        return errno == Errno.OK ? result(asked.answers(), places) : refusal(errno);
    }

    private static Attributes.Attribute attribute(ByteBuffer rest) throws IOException {
        if (rest.remaining() < Message.ATTRIBUTE_BYTES) {
            throw new IOException("a call that ends within an attribute");
        }
        int id = rest.getShort() & 0xffff;
        int length = rest.getShort() & 0xffff;
        rest.getInt();
        long data = rest.getLong();
        int behind = length > Attributes.INLINE_BYTES ? length : 0;
        if (rest.remaining() < behind) {
            throw new IOException("a call that ends within the bytes of an attribute");
        }
        byte[] bytes = new byte[behind];
        rest.get(bytes);
        return new Attributes.Attribute(id, length, data, MemorySegment.ofArray(bytes));
    }

    private static ByteBuffer result(List<Attributes.Answer> answers, Map<Attributes.Attribute, Integer> places) {
        int length = Message.RESULT_BYTES;
        for (Attributes.Answer answer : answers) {
            length += Message.ANSWER_BYTES + padded(answer);
        }
        ByteBuffer message = Message.allocate(length)
                .putInt(length)
                .putInt(0)
                .putInt(answers.size())
                .putInt(0);
        for (Attributes.Answer answer : answers) {
            int bytes = (int) answer.bytes().byteSize();
            message.putInt(places.getOrDefault(answer.attribute(), 0))
                    .putInt(answer.isInline() ? 1 : 0)
                    .putInt(bytes)
                    .putInt(0)
                    .put(answer.bytes().toArray(ValueLayout.JAVA_BYTE))
                    .position(message.position() + padded(answer) - bytes);
        }
        return message.flip();
    }

    private static int padded(Attributes.Answer answer) {
        return (int) answer.bytes().byteSize() + 7 & ~7;
    }

    private static ByteBuffer refusal(Errno errno) {
        return Message.allocate(Message.RESULT_BYTES)
                .putInt(Message.RESULT_BYTES)
                .putInt(errno.code())
                .putInt(0)
                .putInt(0)
                .flip();
    }

    /** Answers in which file, and where in it, the program finds the page. */
    private ByteBuffer map(long offset) {
        try {
            MappedPage page = file.map(offset);
            OptionalLong place = shared.offsetOf(page.memory());
            if (place.isEmpty()) {
                return refusal(Errno.EINVAL);
            }
            byte[] path = shared.path().toString().getBytes(StandardCharsets.UTF_8);
            int length = Message.RESULT_BYTES + Long.BYTES + path.length + 1;
            return Message.allocate(length)
                    .putInt(length)
                    .putInt(0)
                    .putInt(0)
                    .putInt(0)
                    .putLong(place.getAsLong())
                    .put(path)
                    .put((byte) 0)
                    .flip();
        } catch (VerbsException refused) {
            return refusal(refused.errno());
        }
    }
}
