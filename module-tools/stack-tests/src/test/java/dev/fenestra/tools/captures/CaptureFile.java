package dev.fenestra.tools.captures;

import dev.fenestra.hw.sim.roce.wire.Bth;
import dev.fenestra.hw.sim.roce.wire.OpcodeMask;
import dev.fenestra.hw.sim.roce.wire.RoceFrame;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.testing.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A capture of soft-RoCE traffic and what caused it. The folder is that of module-hw-sim's test resources, or the one
 * that the system property {@code fenestra.captures} names.
 *
 * @param json parameters, requests and completions; without member {@code A} when they are not known
 * @param frames the RoCEv2 frames of NAME.pcap
 */
record CaptureFile(String name, JsonObject json, List<RoceFrame> frames) {
    private static final Path OWN = Path.of("..", "module-hw-sim", "src", "test", "resources", "captures");
    private static final int GSI_QPN = 1;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int CAPTURED_LENGTH_AT = 8;
    private static final int RECORD_HEADER_BYTES = 16;

    /** The names of all captures of the folder, in order. */
    static List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.substring(0, name.length() - ".json".length()))
                    .sorted()
                    .toList();
        }
    }

    static CaptureFile read(String name) throws IOException {
        JsonObject json = JsonObject.parse(Files.readString(folder().resolve(name + ".json")));
        return new CaptureFile(name, json, frames(Files.readAllBytes(pcap(name))));
    }

    static Path pcap(String name) {
        return folder().resolve(name + ".pcap");
    }

    /** Whether parameters and requests are known, so that it can be replayed. */
    boolean isScenario() {
        return Stream.of("A", "B", "qp_type", "work_requests", "completions", "after")
                .allMatch(json::has);
    }

    /** Whether timing decided what was sent again: a packet was lost, a receiver was late, or nobody answered. */
    boolean isTimed() {
        return json.has("lost_on_purpose")
                || json.list("completions").stream()
                        .anyMatch(completion -> completion.number("status") == WcStatus.RETRY_EXC_ERR.code())
                || conversation().stream()
                        .map(frame -> WirePacket.of(true, frame))
                        .anyMatch(WirePacket::isRnrNak);
    }

    /**
     * The frames that requests of the scenario led to. Others may be there: packets made by hand, which every receiver
     * drops, and datagrams of connection managers.
     */
    List<RoceFrame> conversation() {
        return frames.stream()
                .filter(frame -> !isProbe(frame) && !isManagement(frame))
                .toList();
    }

    private static boolean isProbe(RoceFrame frame) {
        return !frame.icrcValid()
                || WireOpcode.of(frame.opcode()) == null
                || Bth.transportVersion(frame.headers(), 0) != 0;
    }

    private static boolean isManagement(RoceFrame frame) {
        boolean isDatagram = (WireOpcode.maskOf(frame.opcode()) & OpcodeMask.DETH) != 0;
        return isDatagram && Bth.destinationQpn(frame.headers(), 0) == GSI_QPN;
    }

    /** Address of side A or B, as its packets have it. */
    String address(String side) {
        return json.object(side).text("ip");
    }

    /** Whether the captures are those of the project. */
    static boolean isOwnFolder() {
        return System.getProperty("fenestra.captures") == null;
    }

    private static Path folder() {
        String other = System.getProperty("fenestra.captures");
        return other == null ? OWN : Path.of(other);
    }

    private static List<RoceFrame> frames(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).position(FILE_HEADER_BYTES);
        List<RoceFrame> frames = new ArrayList<>();
        while (in.hasRemaining()) {
            int length = in.getInt(in.position() + CAPTURED_LENGTH_AT);
            int at = in.position() + RECORD_HEADER_BYTES;
            Optional<RoceFrame> frame = RoceFrame.parse(file, at, length);
            frame.ifPresent(frames::add);
            in.position(at + length);
        }
        return frames;
    }
}
