package dev.fenestra.uverbs;

import dev.fenestra.ib.core.spi.ReceiveQueue;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.SendQueue;
import dev.fenestra.ib.core.spi.Udata;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.spi.UserQp;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.QpAttributes;
import dev.fenestra.ib.core.vocabulary.QpCapacity;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.SgeList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The queues of a QP that write down what is posted, and refuse from one request on. */
final class FakeQp implements UserQp, SendQueue, ReceiveQueue {
    final List<String> posted = new ArrayList<>();

    /** Index of the request of a list that is refused. */
    int refusedIndex = Integer.MAX_VALUE;

    /** What posts of single requests return. */
    Errno answer = Errno.OK;

    /** The rule that it says a refused post broke. */
    @Nullable
    Rule broken;

    private final Udata bytes = Udata.ofBytes(8, 8);
    private final FakeUserHalf provider;
    private final QpCapacity capacity;

    FakeQp(FakeUserHalf provider, QpCapacity capacity) {
        this.provider = provider;
        this.capacity = capacity;
    }

    @Override
    public QpCapacity capacity() {
        return capacity;
    }

    @Override
    public SendQueue sendQueue() {
        return this;
    }

    @Override
    public ReceiveQueue receiveQueue() {
        return this;
    }

    @Override
    public void stateChanged(QpState state) {
        provider.asked.add("user QP " + state);
    }

    @Override
    public Udata modifying(QpAttributes attributes) {
        if (provider.keepsState) {
            provider.asked.add("modifying " + attributes.mask());
        }
        return bytes;
    }

    @Override
    public void modified(QpAttributes attributes, Udata udata) {
        if (provider.keepsState) {
            provider.asked.add("modified " + attributes.mask() + (udata == bytes ? " with its bytes" : ""));
        }
    }

    @Override
    public void destroyed() {
        provider.asked.add("user QP destroyed");
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(this) ? Optional.of(type.cast(this)) : Optional.empty();
    }

    @Override
    public void start() {
        posted.add("start");
    }

    @Override
    public void request(long wrId, int flags) {
        posted.add("request " + wrId + " flags=" + flags);
    }

    @Override
    public void send() {
        posted.add("send");
    }

    @Override
    public void sendWithImmediate(int immediate) {
        posted.add("sendWithImmediate " + immediate);
    }

    @Override
    public void sendWithInvalidate(int rkey) {
        posted.add("sendWithInvalidate " + rkey);
    }

    @Override
    public void rdmaWrite(int rkey, long remoteAddress) {
        posted.add("rdmaWrite " + rkey + " " + remoteAddress);
    }

    @Override
    public void rdmaWriteWithImmediate(int rkey, long remoteAddress, int immediate) {
        posted.add("rdmaWriteWithImmediate " + rkey + " " + remoteAddress + " " + immediate);
    }

    @Override
    public void rdmaRead(int rkey, long remoteAddress) {
        posted.add("rdmaRead " + rkey + " " + remoteAddress);
    }

    @Override
    public void atomicCompareAndSwap(int rkey, long remoteAddress, long compare, long swap) {
        posted.add("atomicCompareAndSwap " + rkey + " " + remoteAddress + " " + compare + " " + swap);
    }

    @Override
    public void atomicFetchAndAdd(int rkey, long remoteAddress, long add) {
        posted.add("atomicFetchAndAdd " + rkey + " " + remoteAddress + " " + add);
    }

    @Override
    public void bindMw(UserMw mw, int newKey, UserMr mr, long address, long length, int access) {
        posted.add("bindMw " + MemoryKey.text(newKey) + " length=" + length + " access=" + access);
    }

    @Override
    public void localInvalidate(int rkey) {
        posted.add("localInvalidate " + rkey);
    }

    @Override
    public void sge(int lkey, long address, int length) {
        posted.add("sge " + lkey + " " + address + " " + length);
    }

    @Override
    public void inline(long address, int length) {
        posted.add("inline " + address + " " + length);
    }

    @Override
    public int complete() {
        posted.add("complete");
        return answer.code();
    }

    @Override
    public void abort() {
        posted.add("abort");
    }

    @Override
    public int post(SendList list) {
        for (int i = 0; i < list.size(); i++) {
            if (i == refusedIndex) {
                list.badIndex(i);
                return (answer == Errno.OK ? Errno.ENOMEM : answer).code();
            }
            posted.add(text(list.get(i)));
        }
        return 0;
    }

    @Override
    public int bindType1(long wrId, int flags, UserMw mw, @Nullable UserMr mr, long address, long length, int access) {
        if (answer == Errno.OK) {
            posted.add("bindType1 " + wrId + " flags=" + flags + " length=" + length + " access=" + access);
            mw.rkey(MemoryKey.next(mw.rkey()));
        }
        return answer.code();
    }

    @Override
    public int post(long wrId, int lkey, long address, int length) {
        posted.add("recv " + wrId + " " + lkey + " " + address + " " + length);
        return answer.code();
    }

    @Override
    public int post(long wrId, SgeList pieces) {
        posted.add("recv " + wrId + text(pieces));
        return answer.code();
    }

    @Override
    public @Nullable Rule refusedBy() {
        return broken;
    }

    private static String text(SendList.Entry entry) {
        String head = entry.opcode + " " + entry.wrId + " flags=" + entry.flags;
        return head
                + switch (entry.opcode) {
                    case RDMA_WRITE, RDMA_READ -> " to " + entry.rkey + " " + entry.remoteAddress;
                    case RDMA_WRITE_WITH_IMM ->
                        " to " + entry.rkey + " " + entry.remoteAddress + " imm=" + entry.immediateOrKey;
                    case ATOMIC_CMP_AND_SWP ->
                        " at " + entry.rkey + " " + entry.remoteAddress + " " + entry.compareAdd + " " + entry.swap;
                    case ATOMIC_FETCH_AND_ADD ->
                        " at " + entry.rkey + " " + entry.remoteAddress + " " + entry.compareAdd;
                    case SEND_WITH_IMM, SEND_WITH_INV, LOCAL_INV -> " " + entry.immediateOrKey;
                    case BIND_MW ->
                        " " + MemoryKey.text(entry.newKey) + " length=" + entry.bindLength + " access="
                                + entry.bindAccess;
                    default -> "";
                }
                + text(entry.data);
    }

    private static String text(SgeList pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
            text.append(" [")
                    .append(pieces.lkey(i))
                    .append(' ')
                    .append(pieces.address(i))
                    .append(' ')
                    .append(pieces.length(i))
                    .append(']');
        }
        return text.toString();
    }
}
