package dev.fenestra.vendor.mlx.user;

import dev.fenestra.hw.sim.mlx5.prm.WqeOpcode;
import dev.fenestra.ib.core.spi.SendList;
import dev.fenestra.ib.core.spi.UserMr;
import dev.fenestra.ib.core.spi.UserMw;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.SgeList;
import dev.fenestra.ib.core.vocabulary.WcOpcode;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The list post of a send queue. It differs from the builder in bytes: it always writes the immediate word, an atomic's
 * data is always 8 bytes long, and a READ on UC has no remote address. It also differs after a refusal: earlier
 * requests stay, and so does the refused request's change of the fence cache.
 */
final class ListPost {
    private static final int ATOMIC_BYTES = 8;
    private static final int LOCAL_INV = WcOpcode.LOCAL_INV.code();
    private static final int REG_MR = WcOpcode.REG_MR.code();
    private static final int BIND_MW = WcOpcode.BIND_MW.code();

    private final SendRing ring;
    private final UmrSegments umr;
    private final RegistrationSegments registrations;
    private final SendRegister register;
    private final Transport transport;
    private final boolean bindsWindows;
    private final boolean hasAtomics;
    private final int maxSge;
    private final int maxInline;
    private boolean inline;

    ListPost(
            SendRing ring,
            UmrSegments umr,
            RegistrationSegments registrations,
            SendRegister register,
            SendOptions options,
            QpSizes sizes) {
        this.ring = ring;
        this.umr = umr;
        this.registrations = registrations;
        this.register = register;
        transport = options.transport();
        bindsWindows = transport.bindsWindows();
        hasAtomics = options.atomics();
        maxSge = sizes.maxSendSge();
        maxInline = sizes.maxInline();
    }

    /** Returns the rule that the list breaks, or null. The observer of posts is told how many come before it. */
    @Nullable
    MlxRule post(SendList list, boolean open, IntConsumer posted) {
        inline = false;
        MlxRule refused = null;
        int done = 0;
        while (done < list.size() && refused == null) {
            SendList.Entry entry = list.get(done);
            refused = check(entry, done, open);
            if (refused == null) {
                refused = write(entry, done);
            }
            done += refused == null ? 1 : 0;
        }
        list.badIndex(refused == null ? -1 : done);
        if (done > 0) {
            posted.accept(done);
        }
        publish(done);
        return refused;
    }

    /** The refusals before a slot is begun. */
    private @Nullable MlxRule check(SendList.Entry entry, int batch, boolean open) {
        if (ring.isFull(batch)) {
            return MlxRule.P11;
        }
        if (!open) {
            return MlxRule.P10_LIST;
        }
        if (entry.opcode == WrOpcode.FLUSH || entry.opcode == WrOpcode.ATOMIC_WRITE) {
            return MlxRule.POST_FORMAT;
        }
        if (entry.opcode == WrOpcode.BIND_MW) {
            UserMw mw = entry.mw;
            boolean lacksRegion = entry.mr == null && entry.bindLength != 0;
            return mw == null || lacksRegion
                    ? MlxRule.P8
                    : MlxBindChecks.type2(bindsWindows, mw, entry.newKey, entry.bindAccess);
        }
        if (entry.opcode == WrOpcode.REG_MR) {
            return RegistrationSegments.check(transport, entry.registration);
        }
        if (transport == Transport.UD && entry.ah == null) {
            return MlxRule.POST_PATH;
        }
        if (entry.data.size() > maxSge) {
            return MlxRule.POST_SGE;
        }
        return entry.isInline() ? null : PieceChecks.lengths(entry.data);
    }

    private @Nullable MlxRule write(SendList.Entry entry, int batch) {
        int block = ring.posted;
        int opcode = opcode(entry.opcode);
        ring.begin(opcode, entry.flags);
        ring.immediate(0);
        ring.note(ring.slot(), entry.wrId, batch, 0);
        MlxRule refused = switch (entry.opcode) {
            case LOCAL_INV -> invalidate(entry, batch);
            case BIND_MW -> bind(entry, batch);
            case REG_MR -> register(entry, batch);
            default -> message(entry, opcode);
        };
        if (refused == null) {
            ring.end();
            ring.written(block, entry.wrId);
        }
        return refused;
    }

    private static int opcode(WrOpcode opcode) {
        return switch (opcode) {
            case RDMA_WRITE -> WqeOpcode.RDMA_WRITE;
            case RDMA_WRITE_WITH_IMM -> WqeOpcode.RDMA_WRITE_IMM;
            case SEND -> WqeOpcode.SEND;
            case SEND_WITH_IMM -> WqeOpcode.SEND_IMM;
            case SEND_WITH_INV -> WqeOpcode.SEND_INVAL;
            case RDMA_READ -> WqeOpcode.RDMA_READ;
            case ATOMIC_CMP_AND_SWP -> WqeOpcode.ATOMIC_CS;
            case ATOMIC_FETCH_AND_ADD -> WqeOpcode.ATOMIC_FA;
            case LOCAL_INV, BIND_MW, REG_MR -> WqeOpcode.UMR;
            case FLUSH, ATOMIC_WRITE -> throw new IllegalArgumentException("the format has no " + opcode);
        };
    }

    private @Nullable MlxRule message(SendList.Entry entry, int opcode) {
        switch (entry.opcode) {
            case SEND_WITH_IMM, RDMA_WRITE_WITH_IMM, SEND_WITH_INV -> ring.immediate(entry.immediateOrKey);
            default -> {}
        }
        address(entry);
        if (transport.writesRemoteAddress(opcode)) {
            MlxRule refused = remote(entry);
            if (refused != null) {
                return refused;
            }
        }
        return data(entry);
    }

    private void address(SendList.Entry entry) {
        if (transport == Transport.UD && entry.ah instanceof AddressVector path) {
            ring.datagram(path, entry.remoteQpNumber, entry.remoteQkey);
        } else if (transport == Transport.XRC) {
            ring.remoteSrq(entry.remoteSrqNumber);
        }
        ring.reserveAddress();
    }

    private @Nullable MlxRule remote(SendList.Entry entry) {
        switch (entry.opcode) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ -> ring.remoteAddress(entry.rkey, entry.remoteAddress);
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> {
                if (!hasAtomics) {
                    return MlxRule.POST_OPCODE;
                }
                ring.remoteAddress(entry.rkey, entry.remoteAddress);
                operands(entry);
            }
            default -> {}
        }
        return null;
    }

    private void operands(SendList.Entry entry) {
        if (entry.opcode == WrOpcode.ATOMIC_CMP_AND_SWP) {
            ring.compareAndSwap(entry.compareAdd, entry.swap);
        } else {
            ring.fetchAndAdd(entry.compareAdd);
        }
    }

    private @Nullable MlxRule data(SendList.Entry entry) {
        SgeList data = entry.data;
        if (entry.isInline() && data.size() > 0) {
            return inline(data);
        }
        boolean atomic = entry.opcode == WrOpcode.ATOMIC_CMP_AND_SWP || entry.opcode == WrOpcode.ATOMIC_FETCH_AND_ADD;
        for (int i = 0; i < data.size(); i++) {
            int length = data.length(i);
            ring.data(data.lkey(i), data.address(i), atomic && length != 0 ? ATOMIC_BYTES : length);
        }
        return null;
    }

    private @Nullable MlxRule inline(SgeList data) {
        for (int i = 0; i < data.size(); i++) {
            if (Integer.compareUnsigned(data.length(i), maxInline - ring.inlineBytes()) > 0) {
                return MlxRule.POST_INLINE;
            }
            if (!ring.inline(data.address(i), data.length(i))) {
                return MlxRule.POST_ADDRESS;
            }
        }
        inline = true;
        return null;
    }

    private @Nullable MlxRule invalidate(SendList.Entry entry, int batch) {
        ring.immediate(entry.immediateOrKey);
        ring.note(ring.slot(), entry.wrId, batch, LOCAL_INV);
        ring.nextFence = UmrSegments.TAIL_FENCE;
        umr.invalidate();
        return null;
    }

    private @Nullable MlxRule register(SendList.Entry entry, int batch) {
        ring.immediate(entry.registration.oldKey);
        ring.note(ring.slot(), entry.wrId, batch, REG_MR);
        ring.nextFence = UmrSegments.TAIL_FENCE;
        registrations.write(entry.registration);
        return null;
    }

    private @Nullable MlxRule bind(SendList.Entry entry, int batch) {
        UserMw mw = entry.mw;
        if (mw == null) {
            return MlxRule.P8;
        }
        ring.note(ring.slot(), entry.wrId, batch, BIND_MW);
        return bind(mw, entry.newKey, entry.mr, entry.bindAddress, entry.bindLength, entry.bindAccess);
    }

    private @Nullable MlxRule bind(UserMw mw, int newKey, @Nullable UserMr mr, long address, long length, int access) {
        boolean type2 = mw.type() == MwType.TYPE_2;
        ring.immediate(mw.rkey());
        ring.nextFence = UmrSegments.TAIL_FENCE;
        if (MlxBindChecks.isTooLong(length)) {
            return MlxRule.P7;
        }
        if (mr == null || length == 0) {
            umr.bindNothing(type2, newKey);
        } else {
            umr.bind(type2, newKey, mr.lkey(), address, length, access);
        }
        return null;
    }

    /** Returns the rule that the bind breaks, or null. */
    @Nullable
    MlxRule bindType1(
            long wrId,
            int flags,
            UserMw mw,
            @Nullable UserMr mr,
            long address,
            long length,
            int access,
            boolean open,
            Runnable posted) {
        MlxRule refused = checkType1(mr, access, open);
        if (refused == null) {
            inline = false;
            int block = ring.posted;
            ring.begin(WqeOpcode.UMR, flags);
            ring.note(ring.slot(), wrId, 0, BIND_MW);
            refused = bind(mw, MemoryKey.next(mw.rkey()), mr, address, length, access);
            if (refused == null) {
                ring.end();
                ring.written(block, wrId);
                posted.run();
                publish(1);
                mw.rkey(MemoryKey.next(mw.rkey()));
            }
        }
        return refused;
    }

    private @Nullable MlxRule checkType1(@Nullable UserMr mr, int access, boolean open) {
        MlxRule broken = MlxBindChecks.type1(bindsWindows, mr, access);
        if (broken != null) {
            return broken;
        }
        if (ring.isFull(0)) {
            return MlxRule.P11;
        }
        return open ? null : MlxRule.P10_LIST;
    }

    /** Rings the doorbell for the posted requests: after a refusal, for those before the refused one. */
    private void publish(int batch) {
        if (batch > 0) {
            ring.head += batch;
            register.ring(ring, batch, inline);
        }
    }
}
