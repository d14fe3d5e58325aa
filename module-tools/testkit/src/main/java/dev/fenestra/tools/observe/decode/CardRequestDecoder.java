package dev.fenestra.tools.observe.decode;

import dev.fenestra.hw.sim.card.SendPlaces;
import dev.fenestra.hw.sim.format.PieceFormat;
import dev.fenestra.hw.sim.format.ReceiveFormat;
import dev.fenestra.hw.sim.format.ReceiveRole;
import dev.fenestra.hw.sim.format.RequestOperation;
import dev.fenestra.hw.sim.format.SendFormat;
import dev.fenestra.hw.sim.format.SendRole;
import dev.fenestra.hw.sim.format.Word;
import dev.fenestra.hw.sim.hca.queue.InlineRun;
import java.lang.foreign.MemorySegment;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decodes requests of a card by its tables: the words that the operation has, then the data. */
final class CardRequestDecoder {
    private static final Set<SendRole> OF_DATAGRAMS = EnumSet.of(SendRole.REMOTE_QPN, SendRole.QKEY, SendRole.AH);

    private final String what;
    private final Bytes bytes;
    private final MemorySegment memory;

    /**
     * @param what the input is, for its title
     */
    CardRequestDecoder(String what, byte[] input) {
        this.what = what;
        bytes = new Bytes(input);
        memory = MemorySegment.ofArray(input);
    }

    Decoded send(SendFormat format, SendPlaces places, List<Word> always, WqeTransport transport)
            throws DecodeException {
        bytes.need("the fixed part of a " + what, 0, format.structure().bytes());
        RequestOperation operation = format.numbered(format.number(memory, 0));
        String name = EngineNames.operation(operation.opcode());
        Section request = new Section(what + ", " + name, 0, bytes.size());
        Map<Word, Meaning> words = new HashMap<>();
        always.forEach(word -> words.put(word, Meaning.NONE));
        for (SendRole role : SendRole.values()) {
            if (transport == WqeTransport.UD || !OF_DATAGRAMS.contains(role)) {
                words.put(operation.word(role), meaning(role));
            }
        }
        words.put(format.opcode(), _ -> name);
        words.put(format.variant(), Meaning.FLAG);
        request.fields(bytes.words(words, 0));
        data(request, format, places, operation);
        return request.build();
    }

    private void data(Section request, SendFormat format, SendPlaces places, RequestOperation operation)
            throws DecodeException {
        int pieces = places.pieces(memory, 0, operation);
        int inside = places.inside(memory, 0, operation);
        if (places.isInline(memory, 0, operation)) {
            if (inside > 0) {
                inline(request, places, operation);
            }
        } else {
            for (int i = 0; i < inside; i++) {
                request.part(piece(format.piece(), "piece " + i, places.pieceAt(format, operation, i)));
            }
        }
        if (inside < pieces) {
            request.note("Data of the request lie in a buffer of their own: " + (pieces - inside) + " of " + pieces
                    + (pieces == 1 ? " piece." : " pieces."));
        }
        if (pieces < 0) {
            request.note("The request says that it ends before its data begin.");
        }
    }

    /** Data that lie in several parts of the request are shown part by part. */
    private void inline(Section request, SendPlaces places, RequestOperation operation) throws DecodeException {
        int length = places.inlineBytes(memory, 0, operation);
        int room = places.inlineRoom(bytes.size(), operation);
        if (length < 0 || length > room) {
            throw new DecodeException("the request says that it has " + Integer.toUnsignedString(length)
                    + " bytes of inline data, but there is room for " + room);
        }
        InlineRun run = new InlineRun();
        for (int done = 0; done < length; done += run.length) {
            places.inline(memory, 0, bytes.size(), operation, done, run);
            run.length = Math.min(run.length, length - done);
            request.part(bytes.raw("inline data", run.offset, run.length));
        }
    }

    Decoded receive(ReceiveFormat format) throws DecodeException {
        bytes.need("the fixed part of a " + what, 0, format.structure().bytes());
        Section request = new Section(what, 0, bytes.size());
        Map<Word, Meaning> words = new HashMap<>();
        for (ReceiveRole role : ReceiveRole.values()) {
            words.put(format.word(role), role == ReceiveRole.WR_ID ? Meaning.NONE : Meaning.DECIMAL);
        }
        format.structure().words().forEach(word -> words.putIfAbsent(word, Meaning.DECIMAL));
        request.fields(bytes.words(words, 0));
        PieceFormat piece = format.piece();
        boolean isCounted = format.word(ReceiveRole.PIECES).isPresent()
                || format.word(ReceiveRole.MORE_PIECES).isPresent();
        boolean isEnd = false;
        for (int i = 0; !isEnd && format.hasPiece(memory, 0, i); i++) {
            int at = (int) format.pieceAt(i);
            if (!isCounted && at + piece.bytes() > bytes.size()) {
                break;
            }
            bytes.need("piece " + i, at, piece.bytes());
            isEnd = format.isEnd(memory, at);
            request.part(piece(piece, isEnd ? "end of the pieces" : "piece " + i, at));
        }
        return request.build();
    }

    private Decoded piece(PieceFormat format, String title, int at) throws DecodeException {
        bytes.need(title, at, format.bytes());
        Map<Word, Meaning> words = Map.of(
                format.address(), Meaning.NONE, format.length(), Meaning.units("bytes"), format.lkey(), Meaning.KEY);
        return new Section(title, at, format.bytes())
                .fields(bytes.words(words, at))
                .build();
    }

    private static Meaning meaning(SendRole role) {
        return switch (role) {
            case SIGNALED -> value -> value == 0 ? "" : "wants a completion";
            case FENCED -> value -> value == 0 ? "" : "waits for READs and atomics";
            case SOLICITED -> value -> value == 0 ? "" : "solicited event";
            case INLINE -> value -> value == 0 ? "" : "the data lie in the request";
            case PIECES, REMOTE_QPN, AH, PATH_GID_INDEX, PATH_HOPS -> Meaning.DECIMAL;
            case INLINE_BYTES, DATA_BYTES, REMOTE_LENGTH, BIND_LENGTH -> Meaning.units("bytes");
            case KEY, RKEY, BIND_LKEY, BIND_OLD_KEY, BIND_NEW_KEY -> Meaning.KEY;
            case IMMEDIATE -> Meaning.always("immediate data");
            case COMPARE -> Meaning.always("expected value");
            case SWAP -> Meaning.always("new value");
            case ADD -> Meaning.always("what is added");
            case BIND_READ, BIND_WRITE, BIND_ATOMIC, BIND_FLUSH_GLOBAL, BIND_FLUSH_PERSISTENT -> Meaning.FLAG;
            case BIND_ZERO_BASED, BIND_BY_ADDRESS, BIND_TYPE_1, BIND_TYPE_2 -> Meaning.FLAG;
            case PATH_GLOBAL -> value -> value == 0 ? "" : "a path by GIDs";
            case PATH_GID_HIGH, PATH_GID_LOW, PATH_CLASS, PATH_FLOW -> Meaning.NONE;
            case WR_ID, REMOTE_ADDRESS, FLUSH_TYPES, FLUSH_LEVEL, BIND_ADDRESS, QKEY -> Meaning.NONE;
        };
    }
}
