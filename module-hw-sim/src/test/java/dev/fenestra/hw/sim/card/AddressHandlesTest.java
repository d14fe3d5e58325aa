package dev.fenestra.hw.sim.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AddressHandlesTest {
    private static final AddressHandles.Path PATH = new AddressHandles.Path(1, 0, 0, 0, 0, 0, 0, 0);

    private final AddressHandles handles = new AddressHandles();

    @Test
    void shouldGiveEachNumberOfSixteenBitsOnceAndRefuseOneMore() {
        Set<Integer> numbers = new HashSet<>();
        for (int i = 0; i < AddressHandles.MOST; i++) {
            int number = handles.add(PATH);
            assertTrue(number > 0 && number < 0xffff, () -> "number " + number);
            assertTrue(numbers.add(number), () -> "twice: " + number);
        }
        assertThrows(IllegalStateException.class, () -> handles.add(PATH));
    }

    @Test
    void shouldUseTheOneFreeNumberAgain() {
        for (int i = 0; i < AddressHandles.MOST; i++) {
            handles.add(PATH);
        }
        handles.remove(7);

        assertEquals(7, handles.add(PATH));
    }
}
