package dev.fenestra.hw.sim.mlx5.prm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommandSignatureTest {
    private static final int BASE = 24;
    /**
     * ALLOC_PD with 600 bytes in and 16 out, input mailbox at 0x123456000, token 5a, in the device's hands; no
     * signature yet.
     */
    private static final String ENTRY = "07000000000002580000000123456000" + "08000000000000000000000000000000"
            + "00000000000000000000000000000000" + "0000000000000000000000105a000001";

    private final Random random = new Random(11);

    /** The definition, byte by byte. */
    private static byte complementOfXor(byte[] bytes, int from, int to) {
        int xor = 0;
        for (int i = from; i < to; i++) {
            xor ^= bytes[i];
        }
        return (byte) ~xor;
    }

    private static MemorySegment at(byte[] bytes) {
        byte[] padded = new byte[BASE + bytes.length];
        System.arraycopy(bytes, 0, padded, BASE, bytes.length);
        return MemorySegment.ofArray(padded);
    }

    private static byte[] bytes(MemorySegment memory, int length) {
        return memory.asSlice(BASE, length).toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] sign(byte[] entry) {
        MemorySegment memory = at(entry);
        int word = CommandEntry.SIGNATURE.word(memory, BASE);
        CommandEntry.SIGNATURE.word(memory, BASE, CommandSignature.signed(memory, BASE, word));
        return bytes(memory, CommandEntry.BYTES);
    }

    private static boolean isRight(byte[] entry) {
        MemorySegment memory = at(entry);
        return CommandSignature.isRight(memory, BASE, CommandEntry.SIGNATURE.word(memory, BASE));
    }

    @Test
    void shouldSignAnEntryAsTheManualSays() {
        byte[] golden = HexFormat.of().parseHex(ENTRY);
        golden[0x3d] = complementOfXor(golden, 0, 64);
        assertEquals((byte) 0xe6, golden[0x3d]);
        assertArrayEquals(golden, sign(HexFormat.of().parseHex(ENTRY)));
        assertTrue(isRight(golden));
    }

    @Test
    void shouldSignABlockAsTheManualSays() {
        byte[] block = new byte[MailboxBlock.BYTES];
        for (int i = 0; i < MailboxBlock.DATA_BYTES; i++) {
            block[i] = (byte) (i * 7);
        }
        byte[] tail = HexFormat.of().parseHex("0000000987654000" + "00000003" + "005a0000");
        System.arraycopy(tail, 0, block, 0x230, tail.length);
        byte[] golden = block.clone();
        golden[0x23e] = complementOfXor(golden, 0x200, 0x23e);
        golden[0x23f] = complementOfXor(golden, 0x000, 0x23f);
        MemorySegment memory = at(block);
        CommandSignature.signBlock(memory, BASE);
        assertArrayEquals(golden, bytes(memory, MailboxBlock.BYTES));
        assertTrue(CommandSignature.isBlockRight(memory, BASE));
    }

    @Test
    void shouldSignAnyEntryAndAnyBlock() {
        for (int i = 0; i < 1000; i++) {
            byte[] entry = new byte[CommandEntry.BYTES];
            random.nextBytes(entry);
            byte[] signed = entry.clone();
            signed[0x3d] = 0;
            signed[0x3d] = complementOfXor(signed, 0, 64);
            assertArrayEquals(signed, sign(entry));
            assertEquals(entry[0x3d] == signed[0x3d], isRight(entry));

            byte[] block = new byte[MailboxBlock.BYTES];
            random.nextBytes(block);
            byte[] golden = block.clone();
            golden[0x23e] = complementOfXor(golden, 0x200, 0x23e);
            golden[0x23f] = complementOfXor(golden, 0x000, 0x23f);
            MemorySegment memory = at(block);
            CommandSignature.signBlock(memory, BASE);
            assertArrayEquals(golden, bytes(memory, MailboxBlock.BYTES));
        }
    }

    @Test
    void shouldFindAnyChangedBit() {
        byte[] entry = new byte[CommandEntry.BYTES];
        random.nextBytes(entry);
        byte[] signed = sign(entry);
        for (int bit = 0; bit < CommandEntry.BYTES * 8; bit++) {
            signed[bit / 8] ^= (byte) (1 << bit % 8);
            assertFalse(isRight(signed), "bit " + bit);
            signed[bit / 8] ^= (byte) (1 << bit % 8);
        }
        byte[] block = new byte[MailboxBlock.BYTES];
        random.nextBytes(block);
        MemorySegment memory = at(block);
        CommandSignature.signBlock(memory, BASE);
        byte[] good = bytes(memory, MailboxBlock.BYTES);
        for (int bit = 0; bit < MailboxBlock.BYTES * 8; bit++) {
            good[bit / 8] ^= (byte) (1 << bit % 8);
            assertFalse(CommandSignature.isBlockRight(at(good), BASE), "bit " + bit);
            good[bit / 8] ^= (byte) (1 << bit % 8);
        }
    }

    @Test
    void shouldNumberAndExplainEachSyndromeOnce() {
        Set<Integer> numbers = new HashSet<>();
        Set<String> texts = new HashSet<>();
        for (CommandSyndrome syndrome : CommandSyndrome.values()) {
            boolean isNone = syndrome == CommandSyndrome.NONE;
            assertTrue(numbers.add(syndrome.number()), syndrome.name());
            assertEquals(syndrome, CommandSyndrome.of(syndrome.number()));
            assertEquals(isNone, syndrome.status() == CommandStatus.OK, syndrome.name());
            assertEquals(isNone, syndrome.text().isEmpty(), syndrome.name());
            texts.add(syndrome.text());
        }
        // Ledger cells of regions and of QPs are of one kind.
        assertEquals(numbers.size() - 1, texts.size());
    }
}
