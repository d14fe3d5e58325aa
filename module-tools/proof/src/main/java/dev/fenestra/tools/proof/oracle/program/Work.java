package dev.fenestra.tools.proof.oracle.program;

import java.util.List;

/** One send request. */
public sealed interface Work {

    /** Its name in verbs. */
    default String verb() {
        return switch (this) {
            case Write _ -> "RDMA_WRITE";
            case WriteImmediate _ -> "RDMA_WRITE_WITH_IMM";
            case Read _ -> "RDMA_READ";
            case FetchAdd _ -> "ATOMIC_FETCH_AND_ADD";
            case CompareSwap _ -> "ATOMIC_CMP_AND_SWP";
            case Send _ -> "SEND";
            case SendInvalidate _ -> "SEND_WITH_INV";
            case BindTwo _ -> "BIND_MW";
            case LocalInvalidate _ -> "LOCAL_INV";
        };
    }

    /** Whether the HCA executes it alone, without the peer. */
    default boolean isLocal() {
        return this instanceof BindTwo || this instanceof LocalInvalidate;
    }

    /** Whether the peer's answer is written to local memory, so the request can still fail when the answer comes. */
    default boolean hasAnswer() {
        return this instanceof Read || this instanceof FetchAdd || this instanceof CompareSwap;
    }

    /** The local memory that is read or written. */
    default List<Piece> pieces() {
        return List.of();
    }

    /** Bytes of the message. */
    default int size() {
        return pieces().stream().mapToInt(Piece::length).sum();
    }

    record Write(Target target, List<Piece> pieces) implements Work {}

    record WriteImmediate(Target target, int immediate, List<Piece> pieces) implements Work {}

    record Read(Target target, List<Piece> pieces) implements Work {}

    record FetchAdd(Target target, long add, Piece result) implements Work {
        @Override
        public List<Piece> pieces() {
            return List.of(result);
        }
    }

    record CompareSwap(Target target, long compare, long swap, Piece result) implements Work {
        @Override
        public List<Piece> pieces() {
            return List.of(result);
        }
    }

    record Send(List<Piece> pieces) implements Work {}

    /**
     * @param key a key of the peer
     */
    record SendInvalidate(KeyName key, List<Piece> pieces) implements Work {}

    /**
     * Binds a window of type 2.
     *
     * @param tagStep added to the tag of the window's key, modulo 256
     * @param indexStep added to the index of the new key, which must stay
     * @param offset from the region's first address
     */
    record BindTwo(int window, int tagStep, int indexStep, int region, long offset, long length, int access)
            implements Work {}

    record LocalInvalidate(KeyName key) implements Work {}
}
