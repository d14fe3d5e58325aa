package dev.fenestra.hw.sim.testing;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A capture of soft-RoCE traffic. The folder is the test resource {@code captures}, or the one that the system property
 * {@code fenestra.captures} names.
 *
 * @param frames every frame of NAME.pcap
 * @param packets the RoCEv2 packets among them, decoded in NAME.json
 */
public record Capture(String name, List<byte[]> frames, List<Map<String, Object>> packets) {
    private static final String ANCHOR = "/captures/rc_send_only.json";

    private static final ObjectReader PACKETS = JsonMapper.builder()
            .enable(DeserializationFeature.USE_LONG_FOR_INTS)
            .build()
            .readerFor(new TypeReference<List<Map<String, Object>>>() {})
            .at("/packets");

    /** Every capture of the folder, by name. */
    public static List<Capture> all() throws IOException {
        Path folder = folder();
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .sorted()
                    .toList();
            List<Capture> captures = new ArrayList<>();
            for (String name : names) {
                captures.add(read(folder, name));
            }
            return captures;
        }
    }

    /** One capture of the test resource. */
    public static Capture named(String name) throws IOException {
        return read(ownFolder(), name);
    }

    private static Capture read(Path folder, String name) throws IOException {
        byte[] pcap = Files.readAllBytes(folder.resolve(name + ".pcap"));
        return new Capture(
                name, PcapFile.frames(pcap), PACKETS.readValue(Files.readString(folder.resolve(name + ".json"))));
    }

    private static Path folder() {
        String other = System.getProperty("fenestra.captures");
        return other == null ? ownFolder() : Path.of(other);
    }

    private static Path ownFolder() {
        URL anchor = Objects.requireNonNull(Capture.class.getResource(ANCHOR));
        return Objects.requireNonNull(Path.of(URI.create(anchor.toString())).getParent());
    }
}
