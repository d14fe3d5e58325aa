package dev.fenestra.tools.observe.capture;

import java.util.List;

/**
 * What a capture holds.
 *
 * @param frames in the file
 * @param packets of RoCEv2 with a right ICRC and a known opcode
 * @param requests in the order of their connections, then of their PSNs
 * @param findings packets that broke a rule, in order
 */
public record CaptureFindings(int frames, int packets, List<Request> requests, List<Finding> findings) {
    public CaptureFindings {
        requests = List.copyOf(requests);
        findings = List.copyOf(findings);
    }

    /** {@return whether no packet broke a rule} */
    public boolean isClean() {
        return findings.isEmpty();
    }
}
