package dev.fenestra.tools.observe.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.testing.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that the real driver wrote are taken apart as its fact sheet says. */
class DecodeVectorsTest {
    private static final int ENOUGH = 15;

    /** A vector: how it is read, its bytes, and beginnings of lines that its text must have, spaces aside. */
    private record Vector(String name, String how, String hex, List<String> lines) {
        static Vector of(String block) {
            String[] lines = block.strip().split("\n");
            String[] head = lines[0].split(" ");
            return new Vector(head[0], head[1], lines[1], Arrays.asList(lines).subList(2, lines.length));
        }

        Decoded decode() throws DecodeException {
            byte[] bytes = HexInput.read(hex);
            return switch (how) {
                case "recv" -> ReceiveWqeDecoder.decode(bytes);
                case "cqe" -> CqeDecoder.decode(bytes);
                case "packet" -> PacketDecoder.decode(bytes);
                default -> WqeDecoder.decode(bytes, WqeTransport.valueOf(how));
            };
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Vector> vectors() throws IOException {
        try (InputStream in = Objects.requireNonNull(DecodeVectorsTest.class.getResourceAsStream("vectors.txt"))) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("\n\n"))
                    .filter(it -> !it.startsWith("#"))
                    .map(Vector::of);
        }
    }

    private static String squeezed(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    @Test
    void shouldReadEnoughVectors() throws IOException {
        assertTrue(vectors().count() >= ENOUGH);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldSayWhatTheSheetSays(Vector vector) throws DecodeException {
        String text = DecodedText.of(vector.decode());
        List<String> lines = text.lines().map(DecodeVectorsTest::squeezed).toList();
        for (String line : vector.lines()) {
            assertTrue(
                    lines.stream().anyMatch(it -> it.startsWith(squeezed(line))), () -> line + "\nis not in\n" + text);
        }
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void shouldWriteTheSameAsJson(Vector vector) throws DecodeException {
        Decoded decoded = vector.decode();
        same(decoded, JsonReader.object(DecodedJson.of(decoded)));
    }

    private static void same(Decoded decoded, Map<?, ?> json) {
        assertEquals(decoded.title(), json.get("title"));
        assertEquals(decoded.offset(), json.get("offset"));
        assertEquals(decoded.bytes(), json.get("bytes"));
        assertEquals(decoded.notes(), json.get("notes"));
        List<?> fields = (List<?>) Objects.requireNonNull(json.get("fields"));
        assertEquals(decoded.fields().size(), fields.size());
        for (int i = 0; i < fields.size(); i++) {
            DecodedField field = decoded.fields().get(i);
            Map<?, ?> written = (Map<?, ?>) fields.get(i);
            assertEquals(field.name(), written.get("name"));
            assertEquals(field.place().offset(), written.get("offset"));
            assertEquals(field.place().bits(), written.get("bits"));
            assertEquals(field.value(), written.get("value"));
            assertEquals(field.meaning(), written.get("meaning"));
        }
        List<?> parts = (List<?>) Objects.requireNonNull(json.get("parts"));
        assertEquals(decoded.parts().size(), parts.size());
        for (int i = 0; i < parts.size(); i++) {
            same(decoded.parts().get(i), (Map<?, ?>) parts.get(i));
        }
    }
}
