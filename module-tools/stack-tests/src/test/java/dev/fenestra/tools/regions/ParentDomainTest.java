package dev.fenestra.tools.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.vocabulary.AccessFlag;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.testing.Pair;
import dev.fenestra.tools.testing.Patience;
import dev.fenestra.tools.testing.Side;
import dev.fenestra.uverbs.BufferAllocator;
import dev.fenestra.uverbs.handles.CompletionQueue;
import dev.fenestra.uverbs.handles.Context;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.QpSpec;
import dev.fenestra.uverbs.handles.QueuePair;
import dev.fenestra.uverbs.handles.SharedReceiveQueue;
import dev.fenestra.uverbs.handles.SrqSpec;
import dev.fenestra.uverbs.memory.Memory;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.request.Send;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues in memory of the program (pyverbs ParentDomainTrafficTest). */
class ParentDomainTest {

    @AutoClose
    private final Pair pair = new Pair();

    private final Side alice = pair.alice();
    private final Side bob = pair.bob();
    private final Context context = bob.context();

    /** Which allocator is used. */
    private enum Kind {
        WITHOUT,
        USE_DEFAULT,
        OWN
    }

    /** Memory of the program, counted. */
    private static final class Own implements BufferAllocator {
        private final Context context;
        private final Map<Long, Memory> given = new HashMap<>();
        private int calls;
        private int left = Integer.MAX_VALUE;

        Own(Context context) {
            this.context = context;
        }

        @Override
        public long allocate(long bytes, long alignment) {
            calls++;
            if (left-- == 0) {
                return NONE;
            }
            Memory memory = context.allocate(bytes);
            memory.fill((byte) 0x5a);
            given.put(memory.address(), memory);
            return memory.address();
        }

        @Override
        public void free(long address) {
            given.remove(address).free();
        }
    }

    private ProtectionDomain parent(Kind kind, Own own) {
        return switch (kind) {
            case WITHOUT -> bob.pd().allocParentDomain();
            case USE_DEFAULT ->
                bob.pd().allocParentDomain(context.allocTd(), new BufferAllocator() {
                    @Override
                    public long allocate(long bytes, long alignment) {
                        return USE_DEFAULT;
                    }

                    @Override
                    public void free(long address) {
                        throw new IllegalStateException("never given");
                    }
                });
            case OWN -> bob.pd().allocParentDomain(null, own);
        };
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryTrafficOverAQpACqAndAnSrqOfAParentDomain(Kind kind) {
        Own own = new Own(context);
        ProtectionDomain parent = parent(kind, own);
        CompletionQueue cq = parent.createCq(8);
        SharedReceiveQueue srq = parent.createSrq(SrqSpec.of(4));
        QueuePair qp = parent.createQp(QpSpec.rc(cq, cq).srq(srq));
        MemoryRegion region = parent.regMr(bob.memory(), AccessFlag.LOCAL_WRITE);
        pair.bench().reconnectPair(alice.qp(), qp);
        assertEquals(kind == Kind.OWN ? 3 : 0, own.given.size());

        for (int i = 0; i < 50; i++) {
            alice.memory().putLong(0, i);
            srq.post(100 + i, region.slice(0, 64));
            alice.perform(Send.of(i, alice.region().slice(0, 64)));
            cq.await(100 + i, Patience.LIMIT).orThrow();
            assertEquals(i, bob.memory().getLong(0));
        }

        assertEquals(
                Errno.EBUSY, assertThrows(VerbsException.class, parent::close).errno());
        qp.close();
        srq.close();
        cq.close();
        assertTrue(own.given.isEmpty());
        region.close();
        parent.close();
    }

    @Test
    void shouldLoseNothingWhenTheAllocatorHasNoMemory() {
        Own own = new Own(context);
        ProtectionDomain parent = bob.pd().allocParentDomain(null, own);
        CompletionQueue cq = bob.context().createCq(8);
        parent.createQp(QpSpec.rc(cq, cq)).close();
        long frames = bob.host().kernel().memory().usedFrames();
        long pinned = bob.host().process().memory().pinnedPages();
        own.left = 0;
        for (int i = 0; i < 3; i++) {
            own.left = 0;
            VerbsException refused = assertThrows(VerbsException.class, () -> parent.createQp(QpSpec.rc(cq, cq)));
            assertEquals(Errno.ENOMEM, refused.errno());
            own.left = 0;
            assertThrows(VerbsException.class, () -> parent.createCq(8));
            own.left = 0;
            assertThrows(VerbsException.class, () -> parent.createSrq(SrqSpec.of(4)));
        }
        assertEquals(10, own.calls);
        assertEquals(frames, bob.host().kernel().memory().usedFrames());
        assertEquals(pinned, bob.host().process().memory().pinnedPages());

        own.left = 1;
        QueuePair qp = parent.createQp(QpSpec.rc(cq, cq));
        qp.close();
        assertFalse(qp.isOpen());
        parent.close();
    }
}
