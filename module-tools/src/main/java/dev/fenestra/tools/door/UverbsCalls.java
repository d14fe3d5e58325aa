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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The calls of a program on an opened device; struct ib_uverbs_ioctl_hdr of rdma_user_ioctl_cmds.h. */
final class UverbsCalls implements FileCalls {
    private static final int HEADER_BYTES = 24;
    private static final int ATTRIBUTE_BYTES = 16;
    private static final int FLAGS_OFFSET = 4;
    private static final int DATA_OFFSET = 8;
    private static final short VALID_OUTPUT = 2;

    private final UverbsFile file;
    private final SharedFile shared;

    UverbsCalls(UverbsFile file, SharedFile shared) {
        this.file = file;
        this.shared = shared;
    }

    /**
     * The place of an attribute in the program's memory.
     *
     * @param address its own
     * @param flags that it has
     */
    private record Place(long address, short flags) {}

    @Override
    public Message answer(Message call) throws IOException {
        return switch (call.kind()) {
            case Message.CALL_IOCTL -> ioctl(call.a(), call.bytes());
            case Message.CALL_MAP -> map(call.a(), call.b());
            default -> throw new IOException("a call of kind " + call.kind());
        };
    }

    private Message ioctl(long address, ByteBuffer bytes) throws IOException {
        if (bytes.remaining() < HEADER_BYTES) {
            throw new IOException("a call that ends within its header");
        }
        bytes.getShort();
        int object = bytes.getShort() & 0xffff;
        int method = bytes.getShort() & 0xffff;
        int count = bytes.getShort() & 0xffff;
        bytes.position(HEADER_BYTES);
        List<Place> places = new ArrayList<>();
        List<Attributes.Attribute> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (bytes.remaining() < ATTRIBUTE_BYTES) {
                throw new IOException("a call that ends within an attribute");
            }
            short flags = bytes.getShort(bytes.position() + FLAGS_OFFSET);
            Attributes.Attribute attribute = attribute(bytes);
            all.add(attribute);
            places.add(new Place(address + HEADER_BYTES + (long) i * ATTRIBUTE_BYTES, flags));
        }
        Attributes asked = new Attributes(all);
        Errno errno = file.ioctl(object, method, asked);
        return errno == Errno.OK ? result(asked.answers(), all, places) : Message.answer(errno);
    }

    private static Attributes.Attribute attribute(ByteBuffer from) throws IOException {
        int id = from.getShort() & 0xffff;
        int length = from.getShort() & 0xffff;
        from.getShort();
        int wild = from.getShort();
        long data = from.getLong();
        int behind = length > Attributes.INLINE_BYTES ? length : 0;
        if (from.remaining() < behind) {
            throw new IOException("a call that ends within the bytes of an attribute");
        }
        byte[] bytes = new byte[behind];
        from.get(bytes);
        return new Attributes.Attribute(id, length, data, MemorySegment.ofArray(bytes), wild);
    }

    private static Message result(
            List<Attributes.Answer> answers, List<Attributes.Attribute> asked, List<Place> places) {
        int length = 0;
        for (Attributes.Answer answer : answers) {
            length += 2 * Message.STORE_BYTES
                    + Long.BYTES
                    + Stores.padded(answer.bytes().byteSize());
        }
        ByteBuffer stores = Message.allocate(length);
        for (Attributes.Answer answer : answers) {
            Place place = places.get(asked.indexOf(answer.attribute()));
            long to = answer.isInline()
                    ? place.address + DATA_OFFSET
                    : answer.attribute().data();
            Stores.put(stores, to, answer.bytes().toArray(ValueLayout.JAVA_BYTE));
            short flags = (short) (place.flags | VALID_OUTPUT);
            Stores.put(stores, place.address + FLAGS_OFFSET, new byte[] {(byte) flags, (byte) (flags >> Byte.SIZE)});
        }
        return new Message(0, 0, 0, 0, stores.flip());
    }

    /** Answers with the place of a page in a file, and stores that file's path at an address of the program. */
    private Message map(long offset, long address) {
        try {
            MappedPage page = file.map(offset);
            OptionalLong place = shared.offsetOf(page.memory());
            if (place.isEmpty()) {
                return Message.answer(Errno.EINVAL);
            }
            byte[] path = (shared.path() + "\0").getBytes(StandardCharsets.UTF_8);
            ByteBuffer stores = Message.allocate(Message.STORE_BYTES + Stores.padded(path.length));
            Stores.put(stores, address, path);
            return new Message(0, place.getAsLong(), 0, 0, stores.flip());
        } catch (VerbsException refused) {
            return Message.answer(refused.errno());
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
