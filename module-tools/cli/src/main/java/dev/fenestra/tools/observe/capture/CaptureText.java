package dev.fenestra.tools.observe.capture;

import dev.fenestra.tools.input.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Findings as text and as JSON. */
public final class CaptureText {
    private static final double NANOS_PER_SECOND = 1e9;

    private CaptureText() {}

    /**
     * A capture in lines: what it holds, its requests, the packets that broke a rule.
     *
     * @param file name of the capture
     * @param found what was found in it
     * @return lines with line ends
     */
    public static String lines(Path file, CaptureFindings found) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                "%s: %d frames, %d RoCEv2 packets, %d requests, %d findings%n",
                file,
                found.frames(),
                found.packets(),
                found.requests().size(),
                found.findings().size()));
        text.append(limits(found));
        found.requests().forEach(request -> text.append(line(request)));
        found.findings().forEach(finding -> text.append(line(finding)));
        return text.toString();
    }

    /** What was not judged. */
    private static String limits(CaptureFindings found) {
        StringBuilder text = new StringBuilder();
        if (found.notified() > 0) {
            text.append(String.format("  %d of the packets are congestion notifications (CNP)%n", found.notified()));
        }
        if (found.cut() > 0) {
            text.append(String.format(
                    "  %d of the packets are cut behind their headers: their ICRC and pad bytes are not checked%n",
                    found.cut()));
        }
        if (found.unreadable() > 0) {
            text.append(String.format(
                    "  %d frames are cut within their headers: no rule about more than one packet is judged%n",
                    found.unreadable()));
        }
        return text.toString();
    }

    private static String line(Request request) {
        StringBuilder text = new StringBuilder(
                String.format("  packet %d  %s  %s", request.packet(), request.flow(), request.operation()));
        if (request.key() != null) {
            text.append(" key ").append(request.key()).append(" at ").append(request.address());
        }
        text.append(String.format(" %d bytes, PSN %d, %d packets", request.bytes(), request.psn(), request.packets()));
        text.append(request.sentAgain() > 0 ? ", " + request.sentAgain() + " sent again" : "");
        text.append(request.complete() ? "" : ", not complete");
        text.append(": ").append(request.result());
        text.append(request.answeredBy() > 0 ? " by packet " + request.answeredBy() : "");
        return text.append(System.lineSeparator()).toString();
    }

    private static String line(PacketFinding finding) {
        return String.format(
                Locale.ROOT,
                "  packet %d at %.9f s broke %s (%s; %s): %s%n",
                finding.packet(),
                finding.nanos() / NANOS_PER_SECOND,
                finding.rule().id(),
                finding.rule().text(),
                finding.rule().source(),
                finding.text());
    }

    /**
     * Captures as a JSON array.
     *
     * @param all what was found, by file
     * @return the text, with a line end
     */
    public static String json(List<Checked> all) {
        return Json.write(all.stream().map(Root::of).toList()) + System.lineSeparator();
    }

    /**
     * A capture that was checked.
     *
     * @param file its name
     * @param found what was found in it
     */
    public record Checked(Path file, CaptureFindings found) {}

    private record Root(
            String file,
            int frames,
            int packets,
            int notified,
            int cut,
            int unreadable,
            List<Request> requests,
            List<Broken> findings) {
        static Root of(Checked one) {
            CaptureFindings found = one.found();
            List<Broken> broken = found.findings().stream().map(Broken::of).toList();
            return new Root(
                    one.file().toString(),
                    found.frames(),
                    found.packets(),
                    found.notified(),
                    found.cut(),
                    found.unreadable(),
                    found.requests(),
                    broken);
        }
    }

    private record Broken(int packet, long nanos, String rule, String demands, String source, String finding) {
        static Broken of(PacketFinding one) {
            CaptureRule rule = one.rule();
            return new Broken(one.packet(), one.nanos(), rule.id(), rule.text(), rule.source(), one.text());
        }
    }
}
