package dev.fenestra.tools.door;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DoorPlaceTest {
    @Test
    void shouldFindTheServerOfTheExecAroundAProgram() {
        Map<String, String> around = Map.of("FENESTRA_SOCKET", "/run/ci/door", "XDG_RUNTIME_DIR", "/run/user/7");
        assertEquals(Path.of("/run/ci/door"), DoorPlace.ofProgram(around, "me").socket());
        Map<String, String> outside = Map.of("XDG_RUNTIME_DIR", "/run/user/7");
        assertEquals(
                Path.of("/run/user/7/fenestra/door"),
                DoorPlace.ofProgram(outside, "me").socket());
    }

    /** A server never takes the place of the one around it. */
    @Test
    void shouldGiveAServerTheUsualPlaceWhateverIsAround() {
        Map<String, String> around = Map.of("FENESTRA_SOCKET", "/run/ci/door");
        assertEquals(
                Path.of("/tmp/fenestra-me/door"), DoorPlace.usual(around, "me").socket());
    }

    @Test
    void shouldPreloadTheLibraryOnce() {
        assertEquals("/shim.so", Programs.preloaded("/shim.so", ""));
        assertEquals("/shim.so:/other.so", Programs.preloaded("/shim.so", "/other.so"));
        assertEquals("/shim.so:/other.so", Programs.preloaded("/shim.so", "/shim.so:/other.so"));
    }
}
