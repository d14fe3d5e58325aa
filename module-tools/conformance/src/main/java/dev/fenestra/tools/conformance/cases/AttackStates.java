package dev.fenestra.tools.conformance.cases;

import static dev.fenestra.ib.core.vocabulary.AccessFlag.REMOTE_WRITE;
import static dev.fenestra.ib.core.vocabulary.MwType.TYPE_2;
import static dev.fenestra.ib.core.vocabulary.WcStatus.LOC_PROT_ERR;
import static dev.fenestra.ib.core.vocabulary.WcStatus.MW_BIND_ERR;
import static dev.fenestra.tools.conformance.cases.AttackCases.attack;

import dev.fenestra.ib.core.vocabulary.SendFlag;
import dev.fenestra.tools.conformance.CaseBench;
import dev.fenestra.tools.conformance.CaseBody;
import dev.fenestra.tools.conformance.CaseWindow;
import dev.fenestra.tools.conformance.ConformanceCase;
import dev.fenestra.tools.conformance.Requirement;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.SendBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Attacks from the inside: bad L_Keys in every operation, every request on a window in every state. */
final class AttackStates {
    private static final int UNKNOWN = 0x7fffff00;
    private static final long VALUE = 2;

    private AttackStates() {}

    /** The remote half of an operation of alice. */
    private enum Operation {
        SEND((request, target) -> request.send(), VALUE),
        SEND_WITH_IMM((request, target) -> request.sendWithImmediate(1), VALUE),
        WRITE((request, target) -> request.rdmaWrite(target.rkey(), target.address()), VALUE),
        WRITE_WITH_IMM((request, target) -> request.rdmaWriteWithImmediate(target.rkey(), target.address(), 1), VALUE),
        READ((request, target) -> request.rdmaRead(target.rkey(), target.address()), VALUE),
        FETCH_ADD((request, target) -> request.atomicFetchAndAdd(target.rkey(), target.address(), 1), VALUE + 1),
        COMPARE_SWAP((request, target) -> request.atomicCompareAndSwap(target.rkey(), target.address(), VALUE, 9), 9);

        private final BiConsumer<SendBuilder, RemoteBuffer> add;
        private final long after;

        Operation(BiConsumer<SendBuilder, RemoteBuffer> add, long after) {
            this.add = add;
            this.after = after;
        }
    }

    /** How a window gets into a state. */
    private enum State {
        FRESH,
        BOUND,
        INVALIDATED,
        DEALLOCATED;

        private CaseWindow make(CaseBench b) {
            CaseWindow window = b.window(TYPE_2);
            if (this == BOUND || this == INVALIDATED) {
                b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(0, 64), REMOTE_WRITE));
            }
            if (this == INVALIDATED) {
                b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
            }
            if (this == DEALLOCATED) {
                window.mw().close();
            }
            return window;
        }
    }

    static List<ConformanceCase> all() {
        List<ConformanceCase> cases = new ArrayList<>();
        for (Operation operation : Operation.values()) {
            cases.add(ConformanceCase.of(
                            "ATTACK-A22-" + operation,
                            "a bad L_Key in a " + operation + " is refused, and leaves at the peer what the rules say",
                            b -> badLkey(b, operation))
                    .breaking("L1")
                    .needing(Requirement.ATOMICS));
        }
        for (State state : State.values()) {
            boolean bindable = state == State.FRESH || state == State.INVALIDATED;
            boolean isDead = state == State.DEALLOCATED;
            String bindRule = bindable ? "" : isDead ? "B1" : "B4";
            String invalidateRule = isDead ? "I1" : "";
            cases.add(on(state, "bind", bindRule, b -> bind(b, state, bindRule)));
            cases.add(on(state, "LOCAL_INV", invalidateRule, b -> invalidate(b, state, invalidateRule)));
            cases.add(on(state, "SEND_WITH_INV", invalidateRule, b -> invalidateByPeer(b, state, invalidateRule)));
        }
        return cases;
    }

    private static ConformanceCase on(State state, String request, String rule, CaseBody body) {
        String outcome = rule.isEmpty() ? " succeeds" : " is refused";
        String[] rules = rule.isEmpty() ? new String[0] : new String[] {rule};
        return attack("A33-" + state + "-" + request, request + " of a window that is " + state + outcome, body, rules);
    }

    private static void badLkey(CaseBench b, Operation operation) {
        b.bob().memory().putLong(0, VALUE);
        RemoteBuffer target = b.bob().openRegion().remote().slice(0, 8);
        b.atBob().receive();
        long wrId = b.wrId();
        SendBuilder request = b.atAlice().qp().builder().start().request(wrId, SendFlag.SIGNALED);
        operation.add.accept(request, target);
        b.expect().posted(request.sge(UNKNOWN, b.alice().region().address(), 8).complete());
        Completion outcome = b.atAlice().await(wrId);
        b.expect().same(operation.toString(), LOC_PROT_ERR, outcome.status());
        b.expect().same("there now", operation.after, b.bob().memory().getLong(0));
        b.expect()
                .same(
                        "first byte of alice",
                        b.alice().fill(),
                        b.alice().memory().get(0, 1)[0]);
        b.expect().broke("L1");
    }

    private static void bind(CaseBench b, State state, String rule) {
        CaseWindow window = state.make(b);
        if (rule.isEmpty()) {
            b.expect().succeeds("bind", window.bind(b.atBob(), b.bob().slice(64, 64), REMOTE_WRITE));
        } else {
            b.expect()
                    .refused(
                            "bind",
                            rule,
                            MW_BIND_ERR,
                            () -> window.bind(b.atBob(), b.bob().slice(64, 64), REMOTE_WRITE));
        }
    }

    private static void invalidate(CaseBench b, State state, String rule) {
        CaseWindow window = state.make(b);
        if (rule.isEmpty()) {
            b.expect().succeeds("LOCAL_INV", b.atBob().invalidate(window.key()));
        } else {
            b.expect().refused("LOCAL_INV", rule, MW_BIND_ERR, () -> b.atBob().invalidate(window.key()));
        }
    }

    private static void invalidateByPeer(CaseBench b, State state, String rule) {
        CaseWindow window = state.make(b);
        if (rule.isEmpty()) {
            ClassJ.obeyed(b, b.connection(), window.key());
        } else {
            ClassJ.refused(b, b.connection(), window.key(), rule);
        }
    }
}
