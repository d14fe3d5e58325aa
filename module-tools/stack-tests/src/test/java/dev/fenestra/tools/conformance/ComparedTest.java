package dev.fenestra.tools.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The keys and numbers of a refusal are read in any words. */
class ComparedTest {
    private static final RemoteBuffer RANGE = new RemoteBuffer(0xffff_ffff_ffff_fff0L, 24, 0x1105);
    private static final RemoteBuffer BOUNDS = new RemoteBuffer(0x4000, 64, 0x1105);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rkey=0x000011:05 address=0xfffffffffffffff0 length=24; window 0x4000+64 | ",
                "0x00001105 at 18446744073709551600, 0x18 bytes, [0x4000, 0x4040) | ",
                "0x00001105 at 18446744073709551600, 0x18 bytes, 0x4000..0x403f | ",
                "rkey=0x000011:06 address=0xfffffffffffffff0 length=24; 0x4000+64 | key 0x000011:05",
                "rkey=0x000011:05 address=0xfffffffffffffff1 length=24; 0x4000+64 | address 0xfffffffffffffff0",
                "rkey=0x000011:05 address=0xfffffffffffffff0 length=25; 0x4000+64 | length 24",
                "rkey=0x000011:05 address=0xfffffffffffffff0 length=24; 0x4001+64 | start 0x4000 of the bounds",
                "rkey=0x000011:05 address=0xfffffffffffffff0 length=24; 0x4000+65 | length 64 of the bounds"
            })
    void shouldNameWhatARefusalDoesNotTellAsItWas(String text, String missing) {
        List<String> expected = missing == null ? List.of() : List.of(missing);

        assertEquals(expected, Compared.access(RANGE).within(BOUNDS).missingIn(text));
    }
}
