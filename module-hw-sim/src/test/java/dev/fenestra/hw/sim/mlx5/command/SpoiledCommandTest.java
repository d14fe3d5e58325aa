package dev.fenestra.hw.sim.mlx5.command;

import static dev.fenestra.hw.sim.mlx5.command.Commands.undelivered;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fabric;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.hw.sim.mlx5.prm.CommandEntry;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandSignature;
import dev.fenestra.hw.sim.mlx5.prm.DeliveryStatus;
import dev.fenestra.hw.sim.mlx5.prm.InitSegment;
import dev.fenestra.hw.sim.mlx5.prm.MailboxBlock;
import dev.fenestra.hw.sim.testing.RawCommands;
import dev.fenestra.hw.sim.testing.RawHost;
import dev.fenestra.hw.sim.testing.Reply;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ALLOC_PD with two mailboxes for its input and two for its output, and one thing wrong with it. */
class SpoiledCommandTest {
    private static final int BYTES = 16 + 600;
    private static final int INPUT_BLOCK = 1;
    private static final int OUTPUT_BLOCK = 3;

    private final RawHost host = new RawHost(HcaConfig.ofIpv4(0x0a000001), new Fabric());
    private final RawCommands commands = host.commands;
    private final MemorySegment entry = commands.entry();
    private final long base = commands.entryOffset();

    @AfterEach
    void close() {
        host.close();
    }

    /** Spoils a command that was laid out. */
    private interface Spoiler {
        void spoil(SpoiledCommandTest test);
    }

    private void prepare() {
        commands.prepare(RawCommands.input(CommandOpcode.ALLOC_PD, 0, BYTES), BYTES);
    }

    private Reply signed() {
        prepare();
        commands.sign();
        return commands.ring(BYTES);
    }

    private long block(int i) {
        return commands.mailboxes().get(i);
    }

    private MemorySegment memory(int i) {
        return host.memory.segment(block(i));
    }

    private long offset(int i) {
        return host.memory.offset(block(i));
    }

    private void pointTo(int i, long address) {
        MailboxBlock.NEXT.setLong(memory(i), offset(i), address);
    }

    private static void flip(MemorySegment memory, long at, int bit) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) (memory.get(ValueLayout.JAVA_BYTE, at) ^ 1 << bit));
    }

    private static Arguments row(int status, String name, Spoiler spoiler) {
        return Arguments.of(status, name, spoiler);
    }

    static Stream<Arguments> spoilers() {
        return Stream.of(
                row(
                        DeliveryStatus.SIGNATURE,
                        "entry signature",
                        t -> CommandEntry.SIGNATURE.set(t.entry, t.base, ~CommandEntry.SIGNATURE.get(t.entry, t.base))),
                row(
                        DeliveryStatus.SIGNATURE,
                        "input block",
                        t -> flip(t.memory(INPUT_BLOCK), t.offset(INPUT_BLOCK), 3)),
                row(
                        DeliveryStatus.SIGNATURE,
                        "output block",
                        t -> flip(t.memory(OUTPUT_BLOCK), t.offset(OUTPUT_BLOCK), 3)),
                row(DeliveryStatus.TOKEN, "token 0", t -> CommandEntry.TOKEN.set(t.entry, t.base, 0)),
                row(
                        DeliveryStatus.TOKEN,
                        "token of an input block",
                        t -> MailboxBlock.TOKEN.set(t.memory(INPUT_BLOCK), t.offset(INPUT_BLOCK), 0xee)),
                row(
                        DeliveryStatus.TOKEN,
                        "token of an output block",
                        t -> MailboxBlock.TOKEN.set(t.memory(OUTPUT_BLOCK), t.offset(OUTPUT_BLOCK), 0)),
                row(
                        DeliveryStatus.BLOCK_NUMBER,
                        "number of an input block",
                        t -> MailboxBlock.BLOCK_NUMBER.set(t.memory(INPUT_BLOCK), t.offset(INPUT_BLOCK), 2)),
                row(
                        DeliveryStatus.BLOCK_NUMBER,
                        "number of an output block",
                        t -> MailboxBlock.BLOCK_NUMBER.set(t.memory(OUTPUT_BLOCK), t.offset(OUTPUT_BLOCK), 0)),
                row(DeliveryStatus.BLOCK_NUMBER, "a chain in a circle", t -> t.pointTo(0, t.block(0))),
                row(
                        DeliveryStatus.OUTPUT_POINTER,
                        "output mailbox not aligned",
                        t -> CommandEntry.OUTPUT_MAILBOX.setLong(t.entry, t.base, t.block(2) + 256)),
                row(DeliveryStatus.OUTPUT_POINTER, "output chain not aligned", t -> t.pointTo(2, t.block(3) + 8)),
                row(DeliveryStatus.OUTPUT_POINTER, "output chain to nowhere", t -> t.pointTo(2, t.host.memory.hole())),
                row(
                        DeliveryStatus.INPUT_POINTER,
                        "input mailbox not aligned",
                        t -> CommandEntry.INPUT_MAILBOX.setLong(t.entry, t.base, t.block(0) + 1)),
                row(DeliveryStatus.INPUT_POINTER, "input chain not aligned", t -> t.pointTo(0, t.block(1) + 64)),
                row(DeliveryStatus.INPUT_POINTER, "input chain to nowhere", t -> t.pointTo(0, t.host.memory.hole())),
                row(
                        DeliveryStatus.INPUT_LENGTH,
                        "input length",
                        t -> CommandEntry.INPUT_LENGTH.set(t.entry, t.base, 8)),
                row(
                        DeliveryStatus.OUTPUT_LENGTH,
                        "output length",
                        t -> CommandEntry.OUTPUT_LENGTH.set(t.entry, t.base, -16)),
                row(DeliveryStatus.RESERVED, "entry byte 1", t -> flip(t.entry, t.base + 1, 0)),
                row(DeliveryStatus.RESERVED, "entry byte 3", t -> flip(t.entry, t.base + 3, 7)),
                row(DeliveryStatus.RESERVED, "entry byte 3e", t -> flip(t.entry, t.base + 0x3e, 0)),
                row(
                        DeliveryStatus.RESERVED,
                        "first reserved byte of a block",
                        t -> flip(t.memory(INPUT_BLOCK), t.offset(INPUT_BLOCK) + 0x200, 0)),
                row(
                        DeliveryStatus.RESERVED,
                        "last reserved byte of a block",
                        t -> flip(t.memory(OUTPUT_BLOCK), t.offset(OUTPUT_BLOCK) + 0x22f, 7)),
                row(
                        DeliveryStatus.RESERVED,
                        "reserved byte before the token of a block",
                        t -> flip(t.memory(INPUT_BLOCK), t.offset(INPUT_BLOCK) + 0x23c, 2)),
                row(DeliveryStatus.DESCRIPTOR, "type", t -> CommandEntry.TYPE.set(t.entry, t.base, 6)));
    }

    @ParameterizedTest(name = "{1}: {0}")
    @MethodSource("spoilers")
    void shouldRefuseASpoiledCommandAndChangeNothing(int status, String name, Spoiler spoiler) {
        prepare();
        if (status == DeliveryStatus.SIGNATURE) {
            commands.sign();
        }
        List<Long> blocks = commands.mailboxes();
        spoiler.spoil(this);
        List<String> before = contents(blocks);
        undelivered(status, commands.ring(16));
        assertEquals(before, contents(blocks), "no mailbox was written");
        assertEquals(1, host.pd(), "the refused command allocated nothing");
        assertNotEquals("unknown", DeliveryStatus.text(status));
    }

    private List<String> contents(List<Long> blocks) {
        return blocks.stream()
                .map(at -> Arrays.toString(host.memory.bytes(at, MailboxBlock.BYTES)))
                .toList();
    }

    @ParameterizedTest(name = "{1}: {0}")
    @MethodSource("spoilers")
    void shouldRefuseItAsWellWhenItIsSignedAfterwards(int status, String name, Spoiler spoiler) {
        prepare();
        List<Long> blocks = commands.mailboxes();
        spoiler.spoil(this);
        if (status != DeliveryStatus.SIGNATURE) {
            signAll(blocks);
            undelivered(status, commands.ring(16));
            assertTrue(isAnswerSigned());
            assertEquals(1, host.pd(), "nothing was allocated, and the queue is not taken for a signed one");
        }
    }

    private void signAll(List<Long> blocks) {
        blocks.forEach(at -> CommandSignature.signBlock(host.memory.segment(at), host.memory.offset(at)));
        int word = CommandSignature.signed(entry, base, CommandEntry.TOKEN.word(entry, base));
        assertNotEquals(0, CommandEntry.SIGNATURE.extract(word), "another token is needed here");
        CommandEntry.TOKEN.word(entry, base, word);
    }

    private boolean isAnswerSigned() {
        return CommandSignature.isRight(entry, base, CommandEntry.TOKEN.word(entry, base));
    }

    @Test
    void shouldFindEveryChangedBitOfASignedEntry() {
        assertEquals(1, RawHost.good(signed()).object());
        for (int bit = 0; bit < CommandEntry.BYTES * 8; bit++) {
            prepare();
            commands.sign();
            flip(entry, base + bit / 8, bit % 8);
            boolean isHandedOver = CommandEntry.OWNERSHIP.isSet(entry, base);
            int delivery = commands.ring(16).delivery();
            assertEquals(isHandedOver ? DeliveryStatus.SIGNATURE : 0, delivery, "bit " + bit);
        }
        assertEquals(2, RawHost.good(signed()).object(), "none of them allocated anything");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldFindEveryChangedBitOfASignedBlock(int block) {
        assertEquals(1, RawHost.good(signed()).object());
        for (int bit = 0; bit < MailboxBlock.BYTES * 8; bit++) {
            prepare();
            commands.sign();
            flip(memory(block), offset(block) + bit / 8, bit % 8);
            undelivered(DeliveryStatus.SIGNATURE, commands.ring(16));
            flip(memory(block), offset(block) + bit / 8, bit % 8);
        }
        assertEquals(2, RawHost.good(signed()).object(), "none of them allocated anything");
    }

    @Test
    void shouldSignItsAnswerWhenTheCommandWasSigned() {
        prepare();
        memory(2).asSlice(offset(2), MailboxBlock.DATA_BYTES).fill((byte) 0x11);
        commands.sign();
        RawHost.good(commands.ring(BYTES));
        assertTrue(isAnswerSigned());
        for (int i = 2; i < 4; i++) {
            assertTrue(CommandSignature.isBlockRight(memory(i), offset(i)));
        }
        assertEquals(0, memory(2).get(ValueLayout.JAVA_BYTE, offset(2)), "the output was written");
    }

    @Test
    void shouldNotSignItsAnswerWhenTheCommandWasNot() {
        prepare();
        RawHost.good(commands.ring(BYTES));
        assertEquals(0, CommandEntry.SIGNATURE.get(entry, base));
        assertEquals(0, MailboxBlock.SIGNATURE.get(memory(2), offset(2)));
    }

    @Test
    void shouldWantSignaturesFromTheFirstGoodOneOnUntilTheQueueIsAnother() {
        prepare();
        CommandEntry.SIGNATURE.set(entry, base, 0x77);
        undelivered(DeliveryStatus.SIGNATURE, commands.ring(16));
        assertEquals(1, host.pd(), "a wrong signature does not make a queue a signed one");
        RawHost.good(signed());
        prepare();
        undelivered(DeliveryStatus.SIGNATURE, commands.ring(16));
        int low = (int) commands.queue() | InitSegment.LOG_COMMAND_STRIDE.insert(6);
        host.hca.writeInitSegment(InitSegment.COMMAND_QUEUE_LOW.offset(), low);
        assertEquals(3, host.pd());
    }

    @Test
    void shouldTakeASignatureOfZeroForOneInASignedQueue() {
        RawHost.good(signed());
        int zeroes = 0;
        for (int i = 0; i < 0xff; i++) {
            prepare();
            commands.sign();
            zeroes += CommandEntry.SIGNATURE.isSet(entry, base) ? 0 : 1;
            RawHost.good(commands.ring(16));
        }
        assertEquals(1, zeroes);
    }
}
