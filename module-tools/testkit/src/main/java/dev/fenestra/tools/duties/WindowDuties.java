package dev.fenestra.tools.duties;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.WrOpcode;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Memory windows and their keys, from the bind to the end. */
final class WindowDuties implements DutyCheck {
    private final DutyFindings findings;
    /** Windows whose peer has gone while they were valid. */
    private final Set<CheckedWindow> withoutPeer = new HashSet<>();

    WindowDuties(DutyFindings findings) {
        this.findings = findings;
    }

    @Override
    public void posted(SendRequest request) {
        if (request.opcode != WrOpcode.LOCAL_INV) {
            stillOpen(request.qp.program);
        }
        CheckedWindow window = request.window;
        if (window != null) {
            bindPosted(request, window);
        }
        CheckedQp peer = request.qp.peer;
        if (peer != null) {
            peer.program.windows.values().forEach(of -> used(request, of, peer));
        }
    }

    private void bindPosted(SendRequest bind, CheckedWindow window) {
        if (window.isType2 && bind.newKey == window.lastKey) {
            findings.add(about(Duty.TAG_IS_NEW, bind.qp.program, bind.side(), window));
        }
        window.lastKey = bind.keyAfterBind();
        window.pending.add(bind);
    }

    /** A peer may use a key when the bind is done, or when a message behind it has brought the key. */
    private void used(SendRequest request, CheckedWindow window, CheckedQp owner) {
        if (request.opcode == WrOpcode.SEND_WITH_INV && window.bound != null && request.newKey == window.key()) {
            window.bound = null;
        }
        if (!PostedSend.namesPeer(request.opcode)) {
            return;
        }
        if (window.failedKeys.contains(request.rkey)) {
            findings.add(about(Duty.BIND_HAS_SUCCEEDED, request.qp.program, request.side(), window));
        }
        SendRequest bind = window.bindOf(request.rkey);
        if (bind != null && bind != window.bound && !bind.isBehindMessage) {
            findings.add(
                    about(Duty.BIND_IS_DONE, owner.program, bind.side(), window).against(request.side()));
        }
    }

    @Override
    public void retired(SendRequest request, boolean succeeded) {
        CheckedWindow window = request.window;
        if (window != null) {
            int key = request.keyAfterBind();
            window.pending.remove(request);
            if (succeeded) {
                window.bound = request.opened == null ? null : request;
                window.failedKeys.remove(key);
            } else if (window.isType2) {
                window.failedKeys.add(key);
            }
        }
        if (request.opcode == WrOpcode.LOCAL_INV && succeeded) {
            request.qp.program.windows.values().forEach(one -> invalidated(one, request.newKey));
        }
        stillOpen(request.qp.program);
    }

    private static void invalidated(CheckedWindow window, int key) {
        SendRequest bound = window.bound;
        if (bound != null && bound.keyAfterBind() == key) {
            window.bound = null;
        }
    }

    @Override
    public void emptied(CheckedQp qp) {
        CheckedQp peer = qp.peer;
        if (peer != null) {
            peer.program.windows.values().stream()
                    .filter(window -> isBoundThrough(window.bound, peer))
                    .forEach(withoutPeer::add);
        }
        qp.program.windows.values().forEach(window -> window.pending.removeIf(bind -> bind.qp == qp));
    }

    private static boolean isBoundThrough(@Nullable SendRequest bind, CheckedQp qp) {
        return bind != null && bind.qp == qp;
    }

    /** A program that goes on working has had the time to close what its peer has left. */
    private void stillOpen(CheckedProgram program) {
        if (withoutPeer.isEmpty()) {
            return;
        }
        withoutPeer.removeIf(window -> window.bound == null);
        for (CheckedWindow window : program.windows.values()) {
            if (withoutPeer.remove(window)) {
                left(program, window, "the QP of its peer is gone");
            }
        }
    }

    @Override
    public void ended(CheckedProgram program) {
        for (CheckedWindow window : program.windows.values()) {
            if (window.bound != null) {
                left(program, window, "the program has ended");
            }
        }
    }

    private void left(CheckedProgram program, CheckedWindow window, String why) {
        SendRequest bound = window.bound;
        if (bound != null) {
            findings.add(
                    about(Duty.WINDOW_IS_CLOSED, program, bound.side(), window).noting(why));
        }
    }

    private static DutyFinding about(Duty duty, CheckedProgram program, PlacedAct request, CheckedWindow window) {
        return DutyFinding.of(duty, program, request, window + ", key " + MemoryKey.text(window.key()));
    }
}
