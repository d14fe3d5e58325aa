package dev.fenestra.tools.conformance.cases;

import dev.fenestra.ib.core.vocabulary.WcFlag;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.AtomicCompareAndSwap;
import dev.fenestra.uverbs.request.AtomicFetchAndAdd;
import dev.fenestra.uverbs.request.LocalInvalidate;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.RdmaWriteWithImmediate;
import dev.fenestra.uverbs.request.Send;
import dev.fenestra.uverbs.request.SendBuilder;
import dev.fenestra.uverbs.request.SendWithImmediate;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every request that a reliable connection completes, and the completion of each side.
 */
enum CompletedRequest {
    SEND(WcOpcode.SEND, WcOpcode.RECV, 0) {
        @Override
        WorkRequest request(Call call) {
            return Send.of(call.wrId, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.send());
        }
    },
    SEND_WITH_IMM(WcOpcode.SEND, WcOpcode.RECV, WcFlag.WITH_IMM) {
        @Override
        WorkRequest request(Call call) {
            return SendWithImmediate.of(call.wrId, call.immediate, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.sendWithImmediate(call.immediate));
        }
    },
    SEND_WITH_INV(WcOpcode.SEND, WcOpcode.RECV, WcFlag.WITH_INV) {
        @Override
        WorkRequest request(Call call) {
            return SendWithInvalidate.of(call.wrId, call.key, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.sendWithInvalidate(call.key));
        }
    },
    WRITE(WcOpcode.RDMA_WRITE, null, 0) {
        @Override
        WorkRequest request(Call call) {
            return RdmaWrite.of(call.wrId, call.target, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.rdmaWrite(call.target.rkey(), call.target.address()));
        }
    },
    WRITE_WITH_IMM(WcOpcode.RDMA_WRITE, WcOpcode.RECV_RDMA_WITH_IMM, WcFlag.WITH_IMM) {
        @Override
        WorkRequest request(Call call) {
            return RdmaWriteWithImmediate.of(call.wrId, call.target, call.immediate, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(
                    builder.rdmaWriteWithImmediate(call.target.rkey(), call.target.address(), call.immediate));
        }
    },
    READ(WcOpcode.RDMA_READ, null, 0) {
        @Override
        WorkRequest request(Call call) {
            return RdmaRead.of(call.wrId, call.target, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.rdmaRead(call.target.rkey(), call.target.address()));
        }
    },
    COMP_SWAP(WcOpcode.COMP_SWAP, null, 0) {
        @Override
        WorkRequest request(Call call) {
            return AtomicCompareAndSwap.of(call.wrId, call.target, 1, 2, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.atomicCompareAndSwap(call.target.rkey(), call.target.address(), 1, 2));
        }
    },
    FETCH_ADD(WcOpcode.FETCH_ADD, null, 0) {
        @Override
        WorkRequest request(Call call) {
            return AtomicFetchAndAdd.of(call.wrId, call.target, 1, call.data);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return call.withData(builder.atomicFetchAndAdd(call.target.rkey(), call.target.address(), 1));
        }
    },
    LOCAL_INV(WcOpcode.LOCAL_INV, null, 0) {
        @Override
        WorkRequest request(Call call) {
            return LocalInvalidate.of(call.wrId, call.key);
        }

        @Override
        SendBuilder add(SendBuilder builder, Call call) {
            return builder.localInvalidate(call.key);
        }
    };

    private final WcOpcode sent;
    private final @Nullable WcOpcode received;
    private final int flags;

    CompletedRequest(WcOpcode sent, @Nullable WcOpcode received, int flags) {
        this.sent = sent;
        this.received = received;
        this.flags = flags;
    }

    /**
     * One request.
     *
     * @param data bytes of the sender's memory
     * @param target of the peer's memory
     * @param immediate data beside the message
     * @param key that the receiver, or the sender itself, invalidates
     */
    record Call(long wrId, MemorySlice data, RemoteBuffer target, int immediate, int key) {

        SendBuilder withData(SendBuilder builder) {
            return builder.sge(data.region(), data.address(), (int) data.length());
        }
    }

    abstract WorkRequest request(Call call);

    /** Adds the request to a batch. */
    abstract SendBuilder add(SendBuilder builder, Call call);

    /** The opcode of the sender's completion. */
    WcOpcode sent() {
        return sent;
    }

    /** The opcode of the receiver's completion; empty if there is none. */
    Optional<WcOpcode> received() {
        return Optional.ofNullable(received);
    }

    /** {@code wc_flags} of the receiver. */
    int flags() {
        return flags;
    }

    boolean isAtomic() {
        return this == COMP_SWAP || this == FETCH_ADD;
    }

    /** Whether the sender's {@code byte_len} is defined. */
    boolean hasLength() {
        return this == READ || isAtomic();
    }

    boolean invalidates() {
        return this == SEND_WITH_INV || this == LOCAL_INV;
    }

    /** What the device must offer for it. */
    Optional<Requirement> need() {
        if (isAtomic()) {
            return Optional.of(Requirement.ATOMICS);
        }
        return invalidates() ? Optional.of(Requirement.WINDOWS) : Optional.empty();
    }

    /** The name in ids of cases and in steps. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
