package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.VerbsRule;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a case may demand of a step; the first demand that is not met ends the case. */
public abstract sealed class Expectations permits CaseBench {
    private final Transcript transcript = new Transcript();

    Expectations() {}

    public abstract CaseHost alice();

    public abstract CaseHost bob();

    /** The request must have succeeded. */
    public void succeeds(String what, Completion outcome) {
        same(what, WcStatus.SUCCESS, outcome.status());
    }

    /** The request must have been flushed. */
    public void flushed(String what, Completion outcome) {
        same(what, WcStatus.WR_FLUSH_ERR, outcome.status());
    }

    /** The call must return. */
    public void works(String what, Runnable call) {
        call.run();
        transcript.answer(what, "0");
    }

    /** A post must have been accepted: its errno is 0. */
    public void posted(int errno) {
        if (errno != 0) {
            throw new VerbsException(Errno.of(errno), VerbsRule.POST_ACCEPTED, "post_send");
        }
    }

    /** Both must be equal. */
    public void same(String what, Object expected, Object seen) {
        if (!Objects.equals(expected, seen)) {
            throw new CaseFailedException(what, String.valueOf(expected), String.valueOf(seen));
        }
        transcript.answer(what, seen);
    }

    /** Both must be the same key. */
    public void sameKey(String what, int expected, int seen) {
        same(what, MemoryKey.text(expected), MemoryKey.text(seen));
    }

    /** It must be true; nothing is noted. */
    public void holds(String what, boolean isTrue) {
        if (!isTrue) {
            throw new CaseFailedException(what, "true", "false");
        }
    }

    /** Adds to the answers what is no expectation, such as the value of a key. */
    public void note(String what, Object seen) {
        transcript.answer(what, seen);
    }

    /** Part of bob's memory must hold alice's bytes, and the rest of it his own. */
    public void landed(long offset, long length) {
        byte[] bytes = bob().bytes();
        for (int i = 0; i < bytes.length; i++) {
            boolean inside = i >= offset && i < offset + length;
            byte expected = inside ? alice().fill() : bob().fill();
            if (bytes[i] != expected) {
                throw new CaseFailedException(
                        "bob's byte " + i, Integer.toHexString(expected), Integer.toHexString(bytes[i]));
            }
        }
        transcript.answer("landed at", offset);
    }

    /** The start of alice's memory must hold bob's bytes. */
    public void fetched(int length) {
        for (byte fetched : alice().memory().get(0, length)) {
            same("fetched byte", bob().fill(), fetched);
        }
    }

    /** The device at this end must refuse the request by this rule; neither host's memory may change. */
    public void refused(String what, String rule, WcStatus status, Supplier<Completion> step) {
        Completion outcome = refusing(what, Set.of(rule), status, step);
        if (outcome instanceof Completion.Failed failed) {
            transcript.vendorError(rule, failed.vendorError());
        }
    }

    /** Bob's device must refuse the access by this rule: alice sees no more than that it did. */
    public void refusedByPeer(String what, String rule, Supplier<Completion> step) {
        refusing(what, Set.of(rule), WcStatus.REM_ACCESS_ERR, step);
    }

    /** The peer's device must refuse the request by this rule. */
    public void refusedByPeer(String what, String rule, WcStatus status, Supplier<Completion> step) {
        refusing(what, Set.of(rule), status, step);
    }

    /** Bob's device must refuse the request by this rule and say nothing, so that alice's gives up by the other. */
    public void refusedInSilence(
            String what, String rule, String lateRule, WcStatus status, Supplier<Completion> step) {
        refusing(what, Set.of(rule, lateRule), status, step);
    }

    /** The call must be refused by this rule. */
    public void refusedCall(String what, String rule, Errno errno, Runnable call) {
        transcript.demand(Set.of(rule));
        VerbsException refusal = refusal(what, errno.toString(), call);
        String seen = refusal.rule().id();
        if (!BrokenTogether.isLegal(Set.of(rule), Set.of(seen))) {
            throw new CaseFailedException("rule of the refusal", Set.of(rule), Set.of(seen));
        }
        same(what, errno, refusal.errno());
        transcript.obeyed();
    }

    /** The post must be refused with one of these errnos, by this rule if the provider names one. */
    public void refusedPost(String what, String rule, Set<Errno> errnos, Runnable post) {
        transcript.demand(Set.of(rule));
        VerbsException refusal = refusal(what, errnos.toString(), post);
        String seen = refusal.rule().id();
        if (!seen.equals(rule) && !seen.equals(VerbsRule.POST_ACCEPTED.id())) {
            throw new CaseFailedException("rule that refused the " + what, Set.of(rule), Set.of(seen));
        }
        if (!errnos.contains(refusal.errno())) {
            throw new CaseFailedException(
                    what, errnos.toString(), refusal.errno().toString());
        }
        transcript.answer(what, refusal.errno());
        transcript.obeyed();
    }

    /** Notes that a step broke a rule, for a step that no other method fits. */
    public void broke(String rule) {
        transcript.broke(rule);
    }

    List<Refusal> refusals() {
        return Stream.of(alice(), bob())
                .map(CaseHost::refusals)
                .flatMap(Collection::stream)
                .toList();
    }

    Transcript transcript() {
        return transcript;
    }

    private Completion refusing(String what, Set<String> wanted, WcStatus status, Supplier<Completion> step) {
        transcript.demand(wanted);
        byte[] aliceBefore = alice().bytes();
        byte[] bobBefore = bob().bytes();
        long aliceRefused = alice().refused();
        long bobRefused = bob().refused();
        Completion outcome = step.get();
        same(what, status, outcome.status());
        Set<String> rules = Stream.of(alice().refusalsSince(aliceRefused), bob().refusalsSince(bobRefused))
                .flatMap(Collection::stream)
                .map(Refusal::ruleId)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!BrokenTogether.isLegal(wanted, rules)) {
            throw new CaseFailedException("rule that refused the " + what, wanted, rules);
        }
        holds("alice's memory is as before", Arrays.equals(aliceBefore, alice().bytes()));
        holds("bob's memory is as before", Arrays.equals(bobBefore, bob().bytes()));
        transcript.obeyed();
        return outcome;
    }

    private static VerbsException refusal(String what, String expected, Runnable call) {
        try {
            call.run();
        } catch (VerbsException refused) {
            return refused;
        }
        throw new CaseFailedException(what, expected, "0");
    }
}
