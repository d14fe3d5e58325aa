package dev.fenestra.tools.proof.oracle.program;

import java.util.List;

/** One send request. */
public sealed interface Work {

    /** Its name in verbs. */
    String verb();

    /** Whether the HCA executes it alone, without the peer. */
    default boolean isLocal() {
        return false;
    }

    /** Whether the peer's answer is written to local memory, so the request can still fail when the answer comes. */
    default boolean hasAnswer() {
        return false;
    }

    /** The local memory that is read or written. */
    default List<Piece> pieces() {
        return List.of();
    }

    /** Bytes of the message. */
    default int size() {
        return pieces().stream().mapToInt(Piece::length).sum();
    }

    record Write(Target target, List<Piece> pieces) implements Work {
        @Override
        public String verb() {
            return "RDMA_WRITE";
        }
    }

    record WriteImmediate(Target target, int immediate, List<Piece> pieces) implements Work {
        @Override
        public String verb() {
            return "RDMA_WRITE_WITH_IMM";
        }
    }

    record Read(Target target, List<Piece> pieces) implements Work {
        @Override
        public String verb() {
            return "RDMA_READ";
        }

        @Override
        public boolean hasAnswer() {
            return true;
        }
    }

    record FetchAdd(Target target, long add, Piece result) implements Work {
        @Override
        public String verb() {
            return "ATOMIC_FETCH_AND_ADD";
        }

        @Override
        public boolean hasAnswer() {
            return true;
        }

        @Override
        public List<Piece> pieces() {
            return List.of(result);
        }
    }

    record CompareSwap(Target target, long compare, long swap, Piece result) implements Work {
        @Override
        public String verb() {
            return "ATOMIC_CMP_AND_SWP";
        }

        @Override
        public boolean hasAnswer() {
            return true;
        }

        @Override
        public List<Piece> pieces() {
            return List.of(result);
        }
    }

    record Send(List<Piece> pieces) implements Work {
        @Override
        public String verb() {
            return "SEND";
        }
    }

    /**
     * @param key a key of the peer
     */
    record SendInvalidate(KeyName key, List<Piece> pieces) implements Work {
        @Override
        public String verb() {
            return "SEND_WITH_INV";
        }
    }

    /**
     * Binds a window of type 2.
     *
     * @param tagStep added to the tag of the window's key, modulo 256
     * @param indexStep added to the index of the new key, which must stay
     * @param offset from the region's first address
     */
    record BindTwo(int window, int tagStep, int indexStep, int region, long offset, long length, int access)
            implements Work {
        @Override
        public String verb() {
            return "BIND_MW";
        }

        @Override
        public boolean isLocal() {
            return true;
        }
    }

    record LocalInvalidate(KeyName key) implements Work {
        @Override
        public String verb() {
            return "LOCAL_INV";
        }

        @Override
        public boolean isLocal() {
            return true;
        }
    }
}
