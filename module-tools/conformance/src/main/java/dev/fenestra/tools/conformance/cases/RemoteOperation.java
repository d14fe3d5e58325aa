package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.PlacementType;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.End;
import dev.fenestra.tools.conformance.QpConnection;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.AtomicWrite;
import dev.fenestra.uverbs.request.Flush;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every request that names memory of the peer, with the right that it needs; each is carried out on 8 bytes. */
enum RemoteOperation {
    WRITE(RdmaWrite.class, AccessFlag.REMOTE_WRITE, null) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return RdmaWrite.of(wrId, target, data);
        }
    },
    WRITE_WITH_IMM(RdmaWriteWithImmediate.class, AccessFlag.REMOTE_WRITE, null) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return RdmaWriteWithImmediate.of(wrId, target, 7, data);
        }
    },
    READ(RdmaRead.class, AccessFlag.REMOTE_READ, null) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return RdmaRead.of(wrId, target, data);
        }
    },
    COMP_SWAP(AtomicCompareAndSwap.class, AccessFlag.REMOTE_ATOMIC, Requirement.ATOMICS) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return AtomicCompareAndSwap.of(wrId, target, 0xbbbb_bbbb_bbbb_bbbbL, 1, data);
        }
    },
    FETCH_ADD(AtomicFetchAndAdd.class, AccessFlag.REMOTE_ATOMIC, Requirement.ATOMICS) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return AtomicFetchAndAdd.of(wrId, target, 1, data);
        }
    },
    ATOMIC_WRITE(AtomicWrite.class, AccessFlag.REMOTE_WRITE, Requirement.ATOMIC_WRITE) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return AtomicWrite.of(wrId, target, 1);
        }
    },
    FLUSH(Flush.class, AccessFlag.FLUSH_GLOBAL, Requirement.FLUSH) {
        @Override
        WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data) {
            return Flush.of(wrId, target, PlacementType.GLOBAL);
        }
    };

    static final int BYTES = Long.BYTES;

    private final Class<? extends WorkRequest> kind;
    private final AccessFlag right;
    private final Optional<Requirement> need;

    RemoteOperation(Class<? extends WorkRequest> kind, AccessFlag right, @Nullable Requirement need) {
        this.kind = kind;
        this.right = right;
        this.need = Optional.ofNullable(need);
    }

    /** The kind of the request. */
    Class<? extends WorkRequest> kind() {
        return kind;
    }

    /** The right that key and QP must grant. */
    AccessFlag right() {
        return right;
    }

    /** How many of its bytes may lie inside bounds that it crosses at their end: an atomic has one address in 8. */
    int slack() {
        return switch (this) {
            case COMP_SWAP, FETCH_ADD, ATOMIC_WRITE -> 0;
            default -> BYTES - 1;
        };
    }

    /** What the device must offer for it. */
    Optional<Requirement> need() {
        return need;
    }

    /** The name in ids of cases and in steps. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    abstract WorkRequest request(long wrId, RemoteBuffer target, MemorySlice data);

    /** Executes it from alice's end. Bob has posted a receive if it takes one. */
    Completion by(CaseBench b, QpConnection connection, RemoteBuffer target) {
        if (this == WRITE_WITH_IMM) {
            connection.bob().receive();
        }
        End alice = connection.alice();
        return alice.attempt(request(b.wrId(), target, b.alice().slice(0, BYTES)));
    }
}
