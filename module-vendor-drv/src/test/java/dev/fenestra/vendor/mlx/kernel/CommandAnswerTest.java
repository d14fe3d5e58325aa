package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.card.Hca;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.HcaCapability;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import dev.fenestra.ib.core.spi.BusMemory;
import dev.fenestra.ib.core.spi.DriverObserver;
import dev.fenestra.ib.core.spi.KernelBuffer;
import dev.fenestra.ib.core.spi.KernelServices;
import dev.fenestra.ib.core.spi.RdmaDevice;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import dev.fenestra.vendor.mlx.testing.FakeHost;
import dev.fenestra.vendor.mlx.user.MlxUserProvider;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver makes of entries and mailboxes, before and after the device had them. */
public class CommandAnswerTest {
    private static final int ENTRIES = 32;

    private final Spoiler host = new Spoiler();
    private final Hca hca = new Hca(HcaConfig.ofIpv4(0x0a000001), new Fabric());
    private final MlxDevice device = MlxDevice.start("mlx5_0", hca, host, new MlxUserProvider());
    private @Nullable KernelBuffer ring;
    private @Nullable KernelBuffer boxes;
    private int slot;

    @AfterEach
    void close() {
        hca.close();
    }

    /** A host that lets a test at the memory of a command before and after the device has it. */
    private static final class Spoiler implements KernelServices {
        private final FakeHost host = new FakeHost();
        private final List<KernelBuffer> allocated = new ArrayList<>();
        private Runnable before = () -> {};
        private Runnable after = () -> {};

        @Override
        public KernelBuffer allocate(int bytes) {
            KernelBuffer buffer = host.allocate(bytes);
            buffer.segment().asSlice(buffer.offset(), bytes).fill((byte) 0xee);
            allocated.add(buffer);
            return buffer;
        }

        @Override
        public void free(KernelBuffer buffer) {
            host.free(buffer);
        }

        @Override
        public BusMemory busMemory() {
            return host.busMemory();
        }

        @Override
        public void await(RdmaDevice device, BooleanSupplier condition) {
            before.run();
            host.await(device, condition);
            after.run();
        }

        @Override
        public void refused(Refusal refusal) {
            host.refused(refusal);
        }

        @Override
        public @Nullable DriverObserver observer() {
            return null;
        }
    }

    /** A field of memory to spoil. */
    private interface Spoil {
        void apply(MemorySegment memory, long base);
    }

    private CommandQueue queue(boolean signed) {
        int first = host.allocated.size();
        CommandQueue commands = new CommandQueue(hca, host, device, signed);
        commands.start();
        ring = host.allocated.get(first);
        slot = 0;
        query(commands);
        boxes = host.allocated.get(first + 1);
        return commands;
    }

    /** QUERY_HCA_CAP, whose output takes nine mailboxes. */
    private void query(CommandQueue commands) {
        slot = slot + 1 & ENTRIES - 1;
        try (Command command = commands.command(CommandOpcode.QUERY_HCA_CAP, CommandInput.BYTES, HcaCapability.BYTES)) {
            commands.execute(command);
            assertEquals(22, HcaCapability.LOG_MAX_MKEY.get(command.out(), 0));
        }
    }

    private MemorySegment memory() {
        return ring().segment();
    }

    private KernelBuffer ring() {
        return Objects.requireNonNull(ring);
    }

    private KernelBuffer boxes() {
        return Objects.requireNonNull(boxes);
    }

    private long entry() {
        return ring().offset() + (long) slot * CommandEntry.BYTES;
    }

    private void spoilEntry(Spoil spoil) {
        host.after = () -> spoil.apply(memory(), entry());
    }

    private static void flip(MemorySegment memory, long at) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (memory.get(ValueLayout.JAVA_BYTE, at) ^ 4));
    }

    private void assertFails(CommandQueue commands, String values) {
        assertRefused(commands, values);
        assertDoesNotThrow(() -> query(commands), "the next command is a good one");
    }

    private void assertRefused(CommandQueue commands, String values) {
        VerbsException refused = assertThrows(VerbsException.class, () -> query(commands));
        assertEquals(Errno.EIO, refused.errno());
        assertEquals(MlxRule.COMMAND_ANSWER, refused.rule());
        assertEquals("QUERY_HCA_CAP " + values, refused.values());
        host.before = () -> {};
        host.after = () -> {};
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Provokes(MlxRule.COMMAND_ANSWER)
    void shouldFailWhenTheEntryComesBackWithAnotherToken(boolean signed) {
        CommandQueue commands = queue(signed);
        spoilEntry((memory, entry) -> {
            CommandEntry.TOKEN.set(memory, entry, CommandEntry.TOKEN.get(memory, entry) ^ 0x80);
            int word = CommandEntry.TOKEN.word(memory, entry);
            CommandEntry.TOKEN.word(memory, entry, CommandSignature.signed(memory, entry, word));
        });
        assertFails(commands, "was answered in an entry with another token");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailWhenAMailboxComesBackWithAnotherToken(boolean signed) {
        CommandQueue commands = queue(signed);
        host.after = () -> {
            MailboxBlock.TOKEN.set(boxes().segment(), boxes().offset(), 0);
            CommandSignature.signBlock(boxes().segment(), boxes().offset());
        };
        assertFails(commands, "was answered in a mailbox with another token");
    }

    static Stream<Arguments> bytesOfAnEntry() {
        return Stream.of(0, 0x20, 0x2f, 0x3d, 0x3e).map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("bytesOfAnEntry")
    void shouldFailWhenAnEntryComesBackWithAWrongSignature(int at) {
        CommandQueue commands = queue(true);
        spoilEntry((memory, entry) -> flip(memory, entry + at));
        assertFails(commands, "was answered in an entry whose signature is wrong");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 0x1ff, 0x200, 0x237, 0x23b, 0x23d, 0x23e, 0x23f})
    void shouldFailWhenAMailboxComesBackWithAWrongSignature(int at) {
        CommandQueue commands = queue(true);
        host.after = () -> flip(boxes().segment(), boxes().offset() + at);
        assertRefused(commands, "was answered in a mailbox whose signature is wrong");
    }

    @Test
    void shouldSayWhyACommandWasNotDelivered() {
        CommandQueue commands = queue(true);
        host.before = () -> flip(memory(), entry() + 0x10);
        assertFails(commands, "was not delivered: status 1, a signature is wrong");
        host.before = () -> MailboxBlock.BLOCK_NUMBER.set(boxes().segment(), boxes().offset(), 7);
        assertFails(commands, "was not delivered: status 1, a signature is wrong");
        CommandQueue plain = queue(false);
        host.before = () -> MailboxBlock.BLOCK_NUMBER.set(boxes().segment(), boxes().offset(), 7);
        assertFails(plain, "was not delivered: status 3, a mailbox block has the wrong number");
        host.before = () -> MailboxBlock.TOKEN.set(boxes().segment(), boxes().offset(), 0);
        assertFails(plain, "was not delivered: status 2, the token is 0, or a mailbox block carries another one");
    }

    @Test
    void shouldNotTouchAnEntryThatTheDeviceStillHas() {
        CommandQueue commands = queue(true);
        long next = ring().offset() + (slot + 1L) * CommandEntry.BYTES;
        CommandEntry.OWNERSHIP.set(memory(), next, 1);
        assertFails(commands, "finds slot " + (slot + 1) + " still in the device's hands");
        assertTrue(CommandEntry.OWNERSHIP.isSet(memory(), next));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldGiveEachCommandATokenOfItsOwnThatIsNeverZero(boolean signed) {
        CommandQueue commands = queue(signed);
        int[] last = {0};
        int[] lowest = {0xff};
        host.before = () -> {
            int word = CommandEntry.observe(memory(), entry());
            int token = CommandEntry.TOKEN.extract(word);
            assertNotEquals(last[0], token);
            assertNotEquals(0, token);
            assertEquals(token, MailboxBlock.TOKEN.get(boxes().segment(), boxes().offset()));
            assertEquals(signed, CommandEntry.SIGNATURE.extract(word) != 0);
            assertEquals(signed, isSigned(boxes()));
            last[0] = token;
            lowest[0] = Math.min(lowest[0], token);
        };
        for (int i = 0; i < 600; i++) {
            query(commands);
        }
        assertEquals(1, lowest[0]);
    }

    private static boolean isSigned(KernelBuffer block) {
        boolean isEmpty = !MailboxBlock.CONTROL_SIGNATURE.isSet(block.segment(), block.offset())
                && !MailboxBlock.SIGNATURE.isSet(block.segment(), block.offset());
        return !isEmpty && CommandSignature.isBlockRight(block.segment(), block.offset());
    }

    @Test
    void shouldSignUnlessToldNotTo() {
        KernelBuffer first = host.allocated.getFirst();
        assertNotEquals(0, CommandEntry.SIGNATURE.get(first.segment(), first.offset() + CommandEntry.BYTES));
    }

    @Test
    void shouldPassTheSyndromeOn() {
        VerbsException refused =
                assertThrows(VerbsException.class, () -> device.windows().deallocMw(new MlxMw(0x7fffff00)));
        assertEquals(
                "DESTROY_MKEY ended with status 0x05, syndrome 0x00000203: no mkey has this index", refused.values());
    }
}
