package dev.fenestra.tools.demo;

import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.spi.Refusal;
import dev.fenestra.ib.core.vocabulary.QpState;
import dev.fenestra.ib.core.vocabulary.WcStatus;
import dev.fenestra.tools.demo.DemoFiles.FileException;
import dev.fenestra.tools.demo.DemoObjects.End;
import dev.fenestra.tools.demo.DemoSteps.Findings;
import dev.fenestra.tools.demo.DemoSteps.Telling;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.RdmaRead;
import dev.fenestra.uverbs.request.RdmaWrite;
import dev.fenestra.uverbs.request.WorkRequest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Tries accesses that a rule must refuse, checks everything that a refusal must leave behind, and connects the QPs
 * again.
 */
final class AccessProbe {
    private final DemoObjects objects;
    private final DemoSteps steps;
    private final End alice;
    private final End bob;
    private boolean reconnected;

    /** The state before an access, for comparison. */
    private record Before(byte[] target, byte[] probe, long refusals) {}

    AccessProbe(DemoObjects objects, DemoSteps steps) {
        this.objects = objects;
        this.steps = steps;
        alice = objects.alice();
        bob = objects.bob();
    }

    /** Alice writes to memory of bob; the rule must refuse. */
    void write(String text, RemoteBuffer target, HcaRule rule) throws FileException {
        RemoteBuffer range = shortened(target);
        long wrId = alice.nextRequest();
        attempt(text, range, rule, RdmaWrite.of(wrId, range, alice.probe((int) range.length())));
    }

    /** Alice writes to the last bytes of memory of bob, and to one byte after them; the rule must refuse. */
    void writePast(String text, RemoteBuffer target, HcaRule rule) throws FileException {
        long inside = Math.min(End.PROBE_BYTES - 1, target.length());
        long from = target.address() + target.length() - inside;
        write(text, new RemoteBuffer(from, inside + 1, target.rkey()), rule);
    }

    /** Alice reads memory of bob; the rule must refuse. */
    void read(String text, RemoteBuffer target, HcaRule rule) throws FileException {
        RemoteBuffer range = shortened(target);
        long wrId = alice.nextRequest();
        attempt(text, range, rule, RdmaRead.of(wrId, range, alice.probe((int) range.length())));
    }

    private void attempt(String text, RemoteBuffer range, HcaRule rule, WorkRequest access) throws FileException {
        Before before = new Before(
                target(range),
                alice.probeBytes(),
                bob.host().kernel().refusals().total());
        steps.refused(
                findings -> {
                    findings.tells(text);
                    alice.post(access);
                    return alice.outcome(access.wrId());
                },
                (outcome, findings) -> inspect(outcome, range, rule, before, findings));
        steps.perform(reconnected ? Telling.BRIEF : Telling.FULL, findings -> {
            findings.tells("the same two QPs go through RESET, INIT and RTR to RTS again");
            objects.reconnect();
            findings.check("state of alice's QP", QpState.RTS, alice.state());
            findings.check("state of bob's QP", QpState.RTS, bob.state());
        });
        reconnected = true;
    }

    private void inspect(Completion outcome, RemoteBuffer range, HcaRule rule, Before before, Findings findings) {
        List<Refusal> refusals = bob.refusalsSince(before.refusals());
        QpState aliceState = alice.state();
        QpState bobState = bob.state();
        findings.fact("status at alice: " + outcome.status());
        refusals.forEach(refusal -> tell(refusal, findings));
        findings.fact("QP states: alice " + aliceState + ", bob " + bobState);
        findings.check("status at alice", WcStatus.REM_ACCESS_ERR, outcome.status());
        findings.check(
                "rules in bob's refusal log",
                List.of(rule.id()),
                refusals.stream().map(Refusal::ruleId).toList());
        findings.check("state of alice's QP", QpState.ERR, aliceState);
        findings.check("state of bob's QP", QpState.ERR, bobState);
        boolean untouched = untouched("bob's memory", before.target(), target(range), findings)
                & untouched("alice's memory", before.probe(), alice.probeBytes(), findings);
        if (untouched) {
            findings.fact("memory: untouched on both sides");
        }
    }

    private static void tell(Refusal refusal, Findings findings) {
        findings.fact(
                "bob's refusal log: [" + refusal.ruleId() + "] " + refusal.violation() + " -> " + refusal.outcome());
        for (String value : refusal.values().split("; ")) {
            findings.fact("  " + value);
        }
    }

    private static boolean untouched(String whose, byte[] before, byte[] after, Findings findings) {
        HexFormat hex = HexFormat.of();
        findings.check(whose, hex.formatHex(before), hex.formatHex(after));
        return Arrays.equals(before, after);
    }

    private byte[] target(RemoteBuffer range) {
        return objects.memory().get(range.address() - objects.memory().address(), (int) range.length());
    }

    private static RemoteBuffer shortened(RemoteBuffer target) {
        return target.slice(0, Math.min(End.PROBE_BYTES, target.length()));
    }
}
