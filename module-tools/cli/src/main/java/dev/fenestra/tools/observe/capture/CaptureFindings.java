package dev.fenestra.tools.observe.capture;

import java.util.List;

/**
 * What a capture holds.
 *
 * @param frames in the file
 * @param packets of RoCEv2 with a right ICRC, if it was captured, and a known opcode
 * @param notified congestion notifications (CNPs) among the packets; they belong to no request
 * @param cut packets of which the file has the headers and not all of the rest; their ICRC and pad are not checked
 * @param unreadable frames that may be RoCEv2, and of which the file does not even have the headers; with one of them
 *     no rule about more than one packet is judged
 * @param requests in the order of their connections, then of their PSNs
 * @param findings packets that broke a rule, in order
 */
public record CaptureFindings(
        int frames,
        int packets,
        int notified,
        int cut,
        int unreadable,
        List<Request> requests,
        List<PacketFinding> findings) {
    public CaptureFindings {
        requests = List.copyOf(requests);
        findings = List.copyOf(findings);
    }

    /** {@return whether no packet broke a rule} */
    public boolean isClean() {
        return findings.isEmpty();
    }
}
