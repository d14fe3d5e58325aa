package dev.fenestra.tools.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BridgePlaceTest {
    @Test
    void shouldFindTheServerOfTheExecAroundAProgram() {
        Map<String, String> around = Map.of("FENESTRA_SOCKET", "/run/ci/bridge", "XDG_RUNTIME_DIR", "/run/user/7");
        assertEquals(
                Path.of("/run/ci/bridge"), BridgePlace.ofProgram(around, "me").socket());
        Map<String, String> outside = Map.of("XDG_RUNTIME_DIR", "/run/user/7");
        assertEquals(
                Path.of("/run/user/7/fenestra/bridge"),
                BridgePlace.ofProgram(outside, "me").socket());
    }

    /** A server never takes the place of the one around it. */
    @Test
    void shouldGiveAServerTheUsualPlaceWhateverIsAround() {
        Map<String, String> around = Map.of("FENESTRA_SOCKET", "/run/ci/bridge");
        assertEquals(
                Path.of("/tmp/fenestra-me/bridge"),
                BridgePlace.usual(around, "me").socket());
    }

    @Test
    void shouldPreloadTheLibraryOnce() {
        assertEquals("/preload.so", Programs.preloaded("/preload.so", ""));
        assertEquals("/preload.so:/other.so", Programs.preloaded("/preload.so", "/other.so"));
        assertEquals("/preload.so:/other.so", Programs.preloaded("/preload.so", "/preload.so:/other.so"));
    }
}
