package dev.fenestra.tools.bridge;

import dev.fenestra.ib.core.abi.uverbs.IoctlLayouts.IoctlAttribute;
import dev.fenestra.ib.core.abi.uverbs.IoctlLayouts.IoctlHeader;
import dev.fenestra.ib.core.spi.MappedPage;
import dev.fenestra.ib.core.spi.UserStores;
import dev.fenestra.ib.core.uverbs.Attributes;
import dev.fenestra.ib.core.uverbs.UverbsFile;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** The calls of a program on an opened device; struct ib_uverbs_ioctl_hdr of rdma_user_ioctl_cmds.h. */
final class UverbsCalls implements FileCalls {
    private static final int REFUSED_BYTES = 2 * Long.BYTES + 4 * Integer.BYTES;
    /** In place of an opcode. */
    private static final int RECEIVE = -1;

    private final UverbsFile file;
    private final SharedFile shared;
    private final UserMemoryChecks memory;

    UverbsCalls(UverbsFile file, SharedFile shared, UserMemoryChecks memory) {
        this.file = file;
        this.shared = shared;
        this.memory = memory;
    }

    /** Says whether the program can store to a range of its memory. */
    @FunctionalInterface
    interface UserMemoryChecks {
        boolean isStorable(long address, int length);
    }

    /** What a driver, or the answer of a written command, stores in the memory of the program. */
    private final class Collected implements UserStores {
        private final List<ByteBuffer> all = new ArrayList<>();

        @Override
        public void check(long address, long length) {
            if (!memory.isStorable(address, Math.toIntExact(length))) {
                throw UserStores.refused(address, length);
            }
        }

        @Override
        public void store(long address, MemorySegment bytes) {
            byte[] copy = bytes.toArray(ValueLayout.JAVA_BYTE);
            ByteBuffer one = Message.allocate(Message.STORE_BYTES + Stores.padded(copy.length));
            Stores.put(one, address, copy);
            all.add(one.flip());
        }

        int bytes() {
            return all.stream().mapToInt(ByteBuffer::remaining).sum();
        }
    }

    /**
     * The place of an attribute in the program's memory.
     *
     * @param address its own
     * @param flags that it has
     */
    private record Place(long address, int flags) {}

    @Override
    public Message answer(Message call) throws IOException {
        return switch (call.kind()) {
            case Message.CALL_IOCTL -> ioctl(call.a(), call.bytes());
            case Message.CALL_MAP -> map(call.a(), call.b(), call.bytes());
            case Message.CALL_WRITE -> written(call.bytes());
            case Message.CALL_REFUSED -> refused((int) call.a(), call.bytes());
            default -> throw new IOException("a call of kind " + call.kind());
        };
    }

    private Message ioctl(long address, ByteBuffer bytes) throws IOException {
        MemorySegment call = MemorySegment.ofBuffer(bytes);
        if (call.byteSize() < IoctlHeader.SIZE) {
            throw new IOException("a call that ends within its header");
        }
        int object = IoctlHeader.OBJECT_ID.getInt(call);
        int method = IoctlHeader.METHOD_ID.getInt(call);
        int count = IoctlHeader.NUM_ATTRS.getInt(call);
        MemorySegment rest = call.asSlice(IoctlHeader.SIZE);
        List<Place> places = new ArrayList<>();
        List<Attributes.Attribute> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (rest.byteSize() < IoctlAttribute.SIZE) {
                throw new IOException("a call that ends within an attribute");
            }
            int flags = IoctlAttribute.FLAGS.getInt(rest);
            Attributes.Attribute attribute = attribute(rest, rest.asSlice(IoctlAttribute.SIZE));
            rest = rest.asSlice(IoctlAttribute.SIZE + attribute.bytes().byteSize());
            all.add(attribute);
            places.add(new Place(address + IoctlHeader.SIZE + (long) i * IoctlAttribute.SIZE, flags));
        }
        Collected collected = new Collected();
        Attributes asked = new Attributes(all, collected);
        Errno errno = file.ioctl(object, method, asked);
        return errno == Errno.OK ? result(asked.answers(), all, places, collected) : Message.answer(errno);
    }

    private Message written(ByteBuffer bytes) {
        Collected collected = new Collected();
        Errno errno = file.written(MemorySegment.ofBuffer(bytes), collected);
        ByteBuffer stores = Message.allocate(errno == Errno.OK ? collected.bytes() : 0);
        if (errno == Errno.OK) {
            collected.all.forEach(stores::put);
        }
        return new Message(errno.code(), 0, 0, 0, stores.flip());
    }

    /** A post that the program's library has refused, in the layout of posts.h. */
    private Message refused(int qpNumber, ByteBuffer bytes) throws IOException {
        if (bytes.remaining() != REFUSED_BYTES) {
            throw new IOException("a refused post of " + bytes.remaining() + " bytes");
        }
        long wrId = bytes.getLong();
        long length = bytes.getLong();
        int opcode = bytes.getInt();
        int flags = bytes.getInt();
        int pieces = bytes.getInt();
        boolean isInline = opcode != RECEIVE && (flags & SendFlag.INLINE) != 0;
        String request = String.format(
                "QP 0x%x: %s, pieces=%d, length=%d%s",
                qpNumber, name(opcode), pieces, length, isInline ? ", inline" : "");
        file.libraryRefused(bytes.getInt(), request, wrId);
        return Message.answer(Errno.OK);
    }

    private static String name(int opcode) {
        return opcode == RECEIVE
                ? "receive"
                : Arrays.stream(WrOpcode.values())
                        .filter(known -> known.code() == opcode)
                        .findFirst()
                        .map(Enum::name)
                        .orElse("opcode=" + Integer.toUnsignedString(opcode));
    }

    /** The bytes that a long attribute points to follow it. */
    private static Attributes.Attribute attribute(MemorySegment in, MemorySegment rest) throws IOException {
        int length = IoctlAttribute.LEN.getInt(in);
        int behind = length > Attributes.INLINE_BYTES ? length : 0;
        if (rest.byteSize() < behind) {
            throw new IOException("a call that ends within the bytes of an attribute");
        }
        byte[] bytes = rest.asSlice(0, behind).toArray(ValueLayout.JAVA_BYTE);
        return new Attributes.Attribute(
                IoctlAttribute.ATTR_ID.getInt(in),
                length,
                IoctlAttribute.DATA.get(in),
                MemorySegment.ofArray(bytes),
                IoctlAttribute.WILD.getInt(in));
    }

    private static Message result(
            List<Attributes.Answer> answers,
            List<Attributes.Attribute> asked,
            List<Place> places,
            Collected collected) {
        int length = collected.bytes();
        for (Attributes.Answer answer : answers) {
            length += 2 * Message.STORE_BYTES
                    + Long.BYTES
                    + Stores.padded(answer.bytes().byteSize());
        }
        ByteBuffer stores = Message.allocate(length);
        collected.all.forEach(stores::put);
        for (Attributes.Answer answer : answers) {
            Place place = places.get(asked.indexOf(answer.attribute()));
            long to = answer.isInline()
                    ? place.address + IoctlAttribute.DATA.offset()
                    : answer.attribute().data();
            Stores.put(stores, to, answer.bytes().toArray(ValueLayout.JAVA_BYTE));
            int flags = place.flags | IoctlAttribute.VALID_OUTPUT;
            Stores.put(stores, place.address + IoctlAttribute.FLAGS.offset(), new byte[] {
                (byte) flags, (byte) (flags >> Byte.SIZE)
            });
        }
        return new Message(0, 0, 0, 0, stores.flip());
    }

    /**
     * Answers with the place of a page in a file, and which arms are lost there, and stores that file's path at an
     * address of the program.
     *
     * @param length how many bytes the program maps, as a number of 64 bits
     */
    private Message map(long offset, long address, ByteBuffer length) throws IOException {
        if (length.remaining() != Long.BYTES) {
            throw new IOException("a call to map without a length");
        }
        try {
            MappedPage page = file.map(offset, length.getLong());
            OptionalLong place = shared.offsetOf(page.memory());
            if (place.isEmpty()) {
                return Message.answer(Errno.EINVAL);
            }
            byte[] path = (shared.path() + "\0").getBytes(StandardCharsets.UTF_8);
            ByteBuffer stores = Message.allocate(Message.STORE_BYTES + Stores.padded(path.length));
            Stores.put(stores, address, path);
            return new Message(0, place.getAsLong(), 0, page.lostArms().ordinal(), stores.flip());
        } catch (VerbsException refused) {
            return Message.answer(refused.errno());
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
