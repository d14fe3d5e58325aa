package dev.fenestra.tools.linux;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs the cases of {@link EndpointCase} against {@code verbs-endpoint} in the guest, or on a machine of the user. */
final class EndpointMeetings {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int MOST_MEETINGS = 3;

    private final @Nullable Guest guest;
    private final String linux;
    private final String own;
    private final Path captures;

    private EndpointMeetings(@Nullable Guest guest, String linux, String own, Path captures) {
        this.guest = guest;
        this.linux = linux;
        this.own = own;
        this.captures = captures;
    }

    /** Meetings with a machine on which the user has started {@code verbs-endpoint}, from an address of this one. */
    static EndpointMeetings with(String linux, String own, Path captures) throws IOException {
        Files.createDirectories(captures);
        return new EndpointMeetings(null, linux, own, captures);
    }

    boolean canRun(EndpointCase one) {
        return guest != null || one.impairment() == Impairment.NONE;
    }

    /** Compiles the endpoint here, for the libraries that guest and host have, and starts it there. */
    static EndpointMeetings start(Guest guest, Path captures) throws IOException, InterruptedException {
        Files.createDirectories(captures);
        Shell.Ended compiled = Shell.run("gcc -O2 -Wall -Wextra -Werror -o " + guest.shared("verbs-endpoint")
                + " src/linux-peer/verbs-endpoint.c -libverbs");
        assertTrue(compiled.isGood(), compiled.output());
        guest.start("exec /shared/verbs-endpoint rxe0 1");
        Shell.Ended listening = guest.start(
                        "for i in $(seq 100); do ss -ltn | grep -q :18516 && exit 0; sleep 0.1; done" + "; exit 1")
                .await(SOON);
        assertTrue(listening.isGood(), "verbs-endpoint does not listen");
        return new EndpointMeetings(guest, Guest.ADDRESS, PeerNetwork.OWN, captures);
    }

    /**
     * Runs a case; says where soft-RoCE was wrong. Only when a sender of soft-RoCE stopped on a link with faults, there
     * is another meeting.
     */
    LinuxPeerIT.Result run(EndpointCase one, long seed) throws IOException, InterruptedException {
        for (int meetings = 1; ; meetings++) {
            try {
                Set<SoftRoce> deviations = meetOnce(one, seed + meetings);
                if (meetings > 1) {
                    deviations.add(SoftRoce.STOPPED);
                }
                return new LinuxPeerIT.Result(meetings, deviations);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + (seed + meetings), e);
            } catch (End.Stopped e) {
                if (one.impairment() == Impairment.NONE || meetings == MOST_MEETINGS) {
                    throw e;
                }
            }
        }
    }

    private Set<SoftRoce> meetOnce(EndpointCase one, long seed) throws IOException, InterruptedException {
        Path ours = captures.resolve("own.pcapng");
        if (guest == null) {
            Meeting meeting = meet(one, seed, ours);
            shouldKeepTheRules(ours, one, meeting);
            return meeting.deviations();
        }
        guest.impair(one.impairment());
        PeerCapture between = PeerCapture.start(captures.resolve("between.pcap"));
        Meeting meeting;
        try {
            meeting = meet(one, seed, ours);
        } catch (IOException | AssertionError e) {
            // There is none when the two sides have not met.
            if (Files.exists(ours)) {
                PeerCapture.keep(ours, one.toString());
            }
            PeerCapture.keep(between.stop(), one.toString());
            throw e;
        } finally {
            between.stop();
        }
        shouldKeepTheRules(ours, one, meeting);
        shouldKeepTheRules(between.whole(), one, meeting);
        return meeting.deviations();
    }

    private static void shouldKeepTheRules(Path capture, EndpointCase one, Meeting meeting) throws IOException {
        PeerCapture.shouldKeepTheRules(
                capture, one.toString(), new KnownFindings(one.impairment(), meeting.deviations(), meeting.provoked()));
    }

    private Meeting meet(EndpointCase one, long seed, Path capture) throws IOException {
        LinuxSide there = LinuxSide.connect(linux);
        try {
            FenestraSide here = FenestraSide.open(own, one.impairment().faults(seed), capture);
            try {
                Meeting meeting = one.isLinuxFirst() ? new Meeting(there, here, seed) : new Meeting(here, there, seed);
                one.body().run(meeting);
                meeting.shouldHoldWhatIsExpected();
                return meeting;
            } finally {
                here.close();
            }
        } finally {
            there.close();
        }
    }
}
