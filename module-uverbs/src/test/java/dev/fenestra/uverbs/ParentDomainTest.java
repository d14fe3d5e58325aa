package dev.fenestra.uverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.ib.core.spi.UserMemory;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.handles.ProtectionDomain;
import dev.fenestra.uverbs.handles.ThreadDomain;
import dev.fenestra.uverbs.memory.Memory;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The objects that hold each other, and the permitted answers of an allocator. */
class ParentDomainTest {
    private static final long PAGE = 4096;

    private final Bench bench = new Bench();
    private final ProtectionDomain pd = bench.context.allocPd();
    private long answer = BufferAllocator.NONE;
    private long freed;

    private final BufferAllocator allocator = new BufferAllocator() {
        @Override
        public long allocate(long bytes, long alignment) {
            assertEquals(PAGE, alignment);
            return answer;
        }

        @Override
        public void free(long address) {
            freed = address;
        }
    };

    @AfterEach
    void close() {
        bench.close();
    }

    private static void assertRefused(VerbsRule rule, Executable call) {
        VerbsException refused = assertThrows(VerbsException.class, call);
        assertEquals(rule, refused.rule());
        assertEquals(rule.outcome(), refused.errno().name());
    }

    private UserMemory rings() {
        return Objects.requireNonNull(bench.provider.rings);
    }

    @Test
    @Provokes("PDD-1")
    void shouldHoldThePdAndTheThreadDomain() {
        ThreadDomain thread = bench.context.allocTd();
        ProtectionDomain parent = pd.allocParentDomain(thread, null);
        assertEquals(pd.handle(), parent.handle());
        assertRefused(VerbsRule.DOMAIN_UNUSED, pd::close);
        assertRefused(VerbsRule.DOMAIN_UNUSED, thread::close);
        parent.close();
        thread.close();
        pd.close();
    }

    @Test
    @Provokes("PDD-2")
    void shouldBeHeldByItsQueues() {
        ProtectionDomain parent = pd.allocParentDomain();
        long ring = rings().allocate(10);
        assertRefused(VerbsRule.DOMAIN_QUEUES, parent::close);
        assertTrue(parent.isOpen());
        rings().free(ring);
        parent.close();
    }

    @Test
    @Provokes("PDD-3")
    void shouldNotCreateAQueueWithoutMemory() {
        ProtectionDomain parent = pd.allocParentDomain(null, allocator);
        assertRefused(VerbsRule.ALLOCATOR_MEMORY, () -> rings().allocate(PAGE));
        parent.close();
    }

    @Test
    @Provokes("PDD-4")
    void shouldRefuseMemoryThatIsNotAligned() {
        ProtectionDomain parent = pd.allocParentDomain(null, allocator);
        answer = bench.context.allocate(2 * PAGE).address() + 64;
        assertRefused(VerbsRule.ALLOCATOR_ALIGNED, () -> rings().allocate(PAGE));
        parent.close();
    }

    @Test
    @Provokes("PDD-5")
    void shouldRefuseMemoryThatIsNotMapped() {
        ProtectionDomain parent = pd.allocParentDomain(null, allocator);
        answer = bench.context.allocate(PAGE).address();
        assertRefused(VerbsRule.ALLOCATOR_MAPPED, () -> rings().allocate(PAGE + 1));
        parent.close();
    }

    @Test
    void shouldTakeTheMemoryOfTheAllocatorAndGiveItBack() {
        ProtectionDomain parent = pd.allocParentDomain(null, allocator);
        Memory memory = bench.context.allocate(PAGE);
        memory.fill((byte) 1);
        answer = memory.address();
        assertEquals(answer, rings().allocate(PAGE));
        assertEquals(0, memory.getLong(0));
        rings().free(answer);
        assertEquals(answer, freed);

        answer = BufferAllocator.USE_DEFAULT;
        long other = rings().allocate(PAGE);
        freed = 0;
        rings().free(other);
        assertEquals(0, freed);
        parent.close();
    }
}
