package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.uverbs.VerbsRule;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.request.ReturnedErrno;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The demands of a case on a step. The first one that is not met ends the case. */
public final class Expectations {
    private final CaseHost alice;
    private final CaseHost bob;
    private final Transcript transcript = new Transcript();

    /**
     * @param alice the host that asks
     * @param bob the host that serves the requests
     */
    Expectations(CaseHost alice, CaseHost bob) {
        this.alice = alice;
        this.bob = bob;
    }

    /**
     * Expects a request to succeed.
     *
     * @param what the step, for the report
     * @param outcome its completion
     */
    public void succeeds(String what, Completion outcome) {
        same(what, WcStatus.SUCCESS, outcome.status());
    }

    /**
     * Expects a request to be flushed.
     *
     * @param what the step, for the report
     * @param outcome its completion
     */
    public void flushed(String what, Completion outcome) {
        same(what, WcStatus.WR_FLUSH_ERR, outcome.status());
    }

    /**
     * Expects a call to return.
     *
     * @param what the step, for the report
     * @param call the call
     */
    public void works(String what, Runnable call) {
        call.run();
        transcript.answer(what, "0");
    }

    /**
     * Expects a post to be accepted.
     *
     * @param errno what the post returned: 0 when it was accepted
     */
    public void posted(int errno) {
        if (errno != 0) {
            throw new VerbsException(new ReturnedErrno(Errno.of(errno)), "post_send");
        }
    }

    /**
     * Expects two values to be equal.
     *
     * @param what the step, for the report
     * @param expected what it should be
     * @param seen what it is
     */
    public void same(String what, Object expected, Object seen) {
        if (!Objects.equals(expected, seen)) {
            throw new CaseFailedException(what, String.valueOf(expected), String.valueOf(seen));
        }
        transcript.answer(what, seen);
    }

    /**
     * Expects two keys to be equal.
     *
     * @param what the step, for the report
     * @param expected what it should be
     * @param seen what it is
     */
    public void sameKey(String what, int expected, int seen) {
        same(what, MemoryKey.text(expected), MemoryKey.text(seen));
    }

    /**
     * Expects a condition to hold. The report of a success does not mention it.
     *
     * @param what the step, for the report
     * @param isTrue the condition
     */
    public void holds(String what, boolean isTrue) {
        if (!isTrue) {
            throw new CaseFailedException(what, "true", "false");
        }
    }

    /**
     * Adds a value to the answers that nothing is expected of, such as a key.
     *
     * @param what the step, for the report
     * @param seen the value
     */
    public void note(String what, Object seen) {
        transcript.answer(what, seen);
    }

    /**
     * Expects a part of bob's memory to hold alice's bytes, and the rest of it his own.
     *
     * @param offset first byte of the part
     * @param length bytes of the part
     */
    public void landed(long offset, long length) {
        byte[] bytes = bob.bytes();
        for (int i = 0; i < bytes.length; i++) {
            boolean inside = i >= offset && i < offset + length;
            byte expected = inside ? alice.fill() : bob.fill();
            if (bytes[i] != expected) {
                throw new CaseFailedException(
                        "bob's byte " + i, Integer.toHexString(expected), Integer.toHexString(bytes[i]));
            }
        }
        transcript.answer("landed at", offset);
    }

    /**
     * Expects the start of alice's memory to hold bob's bytes.
     *
     * @param length bytes
     */
    public void fetched(int length) {
        for (byte fetched : alice.memory().get(0, length)) {
            same("fetched byte", bob.fill(), fetched);
        }
    }

    /**
     * Expects the device at this end to refuse a request. Neither host's memory may change.
     *
     * @param what the step, for the report
     * @param rule id of the rule that must refuse
     * @param status the expected status
     * @param step posts the request and waits
     */
    public void refused(String what, String rule, WcStatus status, Supplier<Completion> step) {
        Completion outcome = refusing(what, Set.of(rule), status, step);
        if (outcome instanceof Completion.Failed failed) {
            transcript.vendorError(rule, failed.vendorError());
        }
    }

    /**
     * Expects bob's device to refuse an access. Alice must learn no more than that.
     *
     * @param what the step, for the report
     * @param rule id of the rule that must refuse
     * @param step posts the request and waits
     */
    public void refusedByPeer(String what, String rule, Supplier<Completion> step) {
        refusing(what, Set.of(rule), WcStatus.REM_ACCESS_ERR, step);
    }

    /**
     * Expects the peer's device to refuse a request.
     *
     * @param what the step, for the report
     * @param rule id of the rule that must refuse
     * @param status the expected status
     * @param step posts the request and waits
     */
    public void refusedByPeer(String what, String rule, WcStatus status, Supplier<Completion> step) {
        refusing(what, Set.of(rule), status, step);
    }

    /**
     * Expects bob's device to refuse a request without an answer, so that alice's device gives up by another rule.
     *
     * @param what the step, for the report
     * @param rule id of the rule at bob
     * @param lateRule id of the rule at alice
     * @param status the expected status
     * @param step posts the request and waits
     */
    public void refusedInSilence(
            String what, String rule, String lateRule, WcStatus status, Supplier<Completion> step) {
        refusing(what, Set.of(rule, lateRule), status, step);
    }

    /**
     * Expects the last refusal of a host to name what was compared.
     *
     * @param host whose device or driver refused
     * @param rule id of the rule that refused
     * @param wanted keys and numbers
     */
    public void told(CaseHost host, String rule, Compared wanted) {
        transcript.demand(Set.of(rule));
        List<Refusal> refusals = host.refusals();
        String text = refusals.isEmpty() ? "" : refusals.getLast().values();
        List<String> missing = wanted.missingIn(text);
        if (!missing.isEmpty()) {
            throw new CaseFailedException("values of the refusal by " + rule, missing.toString(), text);
        }
        transcript.obeyed();
    }

    /**
     * Expects a call to be refused.
     *
     * @param what the step, for the report
     * @param rule id of the rule that must refuse
     * @param errno the expected errno
     * @param call the call
     */
    public void refusedCall(String what, String rule, Errno errno, Runnable call) {
        transcript.demand(Set.of(rule));
        VerbsException refusal = refusal(what, errno.toString(), call);
        String seen = refusal.rule().id();
        if (!BrokenTogether.isLegal(Set.of(rule), Set.of(seen))) {
            throw new CaseFailedException("rule of the refusal", Set.of(rule), Set.of(seen));
        }
        same(what, errno, refusal.usualErrno());
        transcript.obeyed();
    }

    /**
     * Expects bob's device to refuse a call. His driver names the rule, or passes on that the device has refused and
     * the device names it.
     *
     * @param what the step, for the report
     * @param rule id of the rule that must refuse
     * @param errno the expected errno
     * @param call the call
     */
    public void refusedByDevice(String what, String rule, Errno errno, Runnable call) {
        transcript.demand(Set.of(rule));
        long refusedBefore = bob.refused();
        VerbsException refusal = refusal(what, errno.toString(), call);
        Set<String> named = bob.refusalsSince(refusedBefore).stream()
                .map(Refusal::ruleId)
                .collect(Collectors.toCollection(TreeSet::new));
        named.add(refusal.rule().id());
        if (named.stream().noneMatch(one -> BrokenTogether.isLegal(Set.of(rule), Set.of(one)))) {
            throw new CaseFailedException("rule of the refusal", Set.of(rule), named);
        }
        same(what, errno, refusal.usualErrno());
        transcript.obeyed();
    }

    /**
     * Expects a post to be refused, by this rule if the provider names one.
     *
     * @param what the step, for the report
     * @param rule id of the rule that must refuse
     * @param errnos the accepted errnos
     * @param post the post
     */
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

    /**
     * Notes that a step broke a rule, for a step that no other method fits.
     *
     * @param rule id of the rule
     */
    public void broke(String rule) {
        transcript.broke(rule);
    }

    List<Refusal> refusals() {
        return Stream.of(alice, bob)
                .map(CaseHost::refusals)
                .flatMap(Collection::stream)
                .toList();
    }

    Transcript transcript() {
        return transcript;
    }

    private Completion refusing(String what, Set<String> wanted, WcStatus status, Supplier<Completion> step) {
        transcript.demand(wanted);
        byte[] aliceBefore = alice.bytes();
        byte[] bobBefore = bob.bytes();
        long aliceRefused = alice.refused();
        long bobRefused = bob.refused();
        Completion outcome = step.get();
        same(what, status, outcome.status());
        Set<String> rules = Stream.of(alice.refusalsSince(aliceRefused), bob.refusalsSince(bobRefused))
                .flatMap(Collection::stream)
                .map(Refusal::ruleId)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!BrokenTogether.isLegal(wanted, rules)) {
            throw new CaseFailedException("rule that refused the " + what, wanted, rules);
        }
        holds("alice's memory is as before", Arrays.equals(aliceBefore, alice.bytes()));
        holds("bob's memory is as before", Arrays.equals(bobBefore, bob.bytes()));
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
