package dev.fenestra.tools.proof.explorer;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.tools.proof.oracle.model.Expected;
import dev.fenestra.tools.proof.oracle.model.Model;
import dev.fenestra.tools.proof.oracle.model.Prediction;
import dev.fenestra.tools.proof.oracle.model.RuleBook;
import dev.fenestra.tools.proof.oracle.model.View;
import dev.fenestra.tools.proof.oracle.model.WindowFacts;
import dev.fenestra.tools.proof.oracle.program.KeyName;
import dev.fenestra.tools.proof.oracle.program.Side;
import dev.fenestra.tools.proof.oracle.program.Step;
import dev.fenestra.tools.proof.oracle.program.WindowForm;
import dev.fenestra.tools.proof.oracle.program.Work;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The model at the end of a path, without a stack. A window is one of two; each of the two has two slots of the model,
 * so that the last key of a destroyed window still has a name when the next one is there.
 */
final class World {
    private final WindowForm form;
    private final List<Action> path;
    private final Model model;
    private final View view;
    private final int[] slots = {0, 1};
    private final @Nullable KeyName[] stale = new @Nullable KeyName[ExplorerScope.WINDOWS];
    private boolean isGranted = true;
    private int number;
    private int keys;

    /**
     * @param path from nothing, the setting included
     */
    World(WindowForm form, List<Action> path) {
        this.form = form;
        this.path = List.copyOf(path);
        model = new Model(form, RuleBook.complete());
        view = model.view(Side.BOB);
        ExplorerScope.OBJECTS.forEach(this::predict);
        path.forEach(action -> action.steps().forEach(this::predict));
    }

    /** The world one action further. */
    World after(Action action) {
        List<Action> further = new ArrayList<>(path);
        further.add(action);
        return new World(form, further);
    }

    /** Whether nothing on the path is refused. */
    boolean isGranted() {
        return isGranted;
    }

    List<Action> path() {
        return path;
    }

    /** The objects of bob. */
    View view() {
        return view;
    }

    boolean hasWindow(int window) {
        return view.hasWindow(slots[window]);
    }

    /** The slot that a window has, or had last. */
    int slot(int window) {
        return slots[window];
    }

    /** The slot of a window that is allocated next: not the one whose last key is stale. */
    int freeSlot(int window) {
        KeyName last = stale[window];
        return last != null && last.slot() == window ? window + ExplorerScope.WINDOWS : window;
    }

    /** The key before the present one; of a window that is gone, its last. */
    @Nullable
    KeyName stale(int window) {
        return stale[window];
    }

    WindowFacts facts(int window) {
        return model.facts(Side.BOB, slots[window]);
    }

    private void predict(Step step) {
        if (!model.decides(step)) {
            throw new IllegalArgumentException("the tables do not decide " + step);
        }
        Prediction prediction = model.predict(number++, step);
        boolean succeeds =
                prediction.errno() == 0 && prediction.completions().stream().allMatch(Expected::isSuccess);
        isGranted &= succeeds;
        if (succeeds) {
            note(step);
        }
    }

    private void note(Step step) {
        switch (step) {
            case Step.RegMr reg -> model.learnKey(reg.side(), MemoryKey.of(++keys, 0));
            case Step.AllocMw alloc -> {
                model.learnKey(alloc.side(), MemoryKey.of(++keys, 0));
                slots[window(alloc.mw())] = alloc.mw();
            }
            case Step.DeallocMw(Side _, int mw) -> stale[window(mw)] = KeyName.window(mw);
            case Step.BindOne bind -> bound(bind.mw());
            case Step.Post post -> {
                if (post.works().getFirst() instanceof Work.BindTwo bind) {
                    bound(bind.window());
                }
            }
            default -> {}
        }
    }

    private void bound(int slot) {
        stale[window(slot)] = KeyName.window(slot).withTagStep(-1);
    }

    private static int window(int slot) {
        return slot % ExplorerScope.WINDOWS;
    }
}
