package dev.fenestra.tools.linux;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * One meeting with a Linux peer.
 *
 * @param name what is tried
 * @param isLinuxServer whether the guest is the server
 * @param impairment what happens to the packets
 * @param server the server's command
 * @param client the client's command
 */
record PeerCase(String name, boolean isLinuxServer, Impairment impairment, String server, String client) {
    private static final int COLUMNS = 5;

    /** The lines of linux-peer-cases.txt. */
    static List<PeerCase> all() throws IOException {
        try (InputStream in = Objects.requireNonNull(PeerCase.class.getResourceAsStream("linux-peer-cases.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(PeerCase::of)
                    .toList();
        }
    }

    private static PeerCase of(String line) {
        String[] parts = line.split(" \\| ", COLUMNS);
        if (parts.length != COLUMNS) {
            throw new IllegalArgumentException("a case has " + COLUMNS + " columns: " + line);
        }
        return new PeerCase(
                parts[0].strip(),
                parts[1].strip().equals("linux"),
                Impairment.valueOf(parts[2].strip().toUpperCase(Locale.ROOT)),
                parts[3].strip(),
                parts[4].strip());
    }

    /** The case without its roles. */
    String title() {
        return name + impairment.suffix();
    }

    String role() {
        return (isLinuxServer ? "Linux" : "Fenestra") + " is the server";
    }

    @Override
    public String toString() {
        return name + ", " + role() + impairment.suffix();
    }
}
