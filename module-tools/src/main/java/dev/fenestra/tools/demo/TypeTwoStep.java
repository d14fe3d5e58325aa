package dev.fenestra.tools.demo;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.Completion;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.RemoteBuffer;
import dev.fenestra.uverbs.SendWithInvalidate;
import java.util.OptionalInt;

/** Step 3: a window of type 2, bound by work request again and again, carries the rest of the file. */
record TypeTwoStep(Stage stage, Story story, Acts acts, Probe probe, Windows windows, Courier courier) implements Step {
    /** Windows that are told, the first of them in full. */
    private static final int TOLD = 3;

    @Override
    public String title() {
        return "Type 2: windows bound by work request carry the rest";
    }

    @Override
    public void play() throws FileException {
        FilePlan plan = stage.plan();
        if (plan.repeats()) {
            story.remark("The first part was the whole file: the window carries the same bytes again.");
        }
        MemoryWindow window = acts.play(this::allocate);
        for (int i = 0; i < plan.windows(); i++) {
            carry(window, i);
        }
        if (plan.windows() > TOLD) {
            story.remark("... and " + (plan.windows() - TOLD) + " more windows in the same way");
        }
        int last = plan.windows() - 1;
        MemorySlice range = stage.region().slice(plan.windowOffset(last), plan.windowLength(last));
        RemoteBuffer dead = window.remote(range.address(), range.length());
        probe.write("alice writes with the invalidated key " + MemoryKey.text(dead.rkey()), dead, HcaRule.A4);
    }

    private MemoryWindow allocate(Findings findings) {
        MemoryWindow window = stage.bob().pd().allocMw(MwType.TYPE_2);
        findings.tells("bob allocates a window of type 2, key " + MemoryKey.text(window.rkey()));
        return window;
    }

    private void carry(MemoryWindow window, int number) throws FileException {
        FilePlan plan = stage.plan();
        MemorySlice range = stage.region().slice(plan.windowOffset(number), plan.windowLength(number));
        String bytes = "window " + (number + 1) + " of " + plan.windows() + ", bytes " + plan.windowOffset(number)
                + " to " + (plan.windowOffset(number) + range.length() - 1);
        if (number == 0) {
            RemoteBuffer told = acts.play(findings -> bind(window, range, bytes, findings));
            acts.perform(findings -> write(told, findings));
            acts.perform(findings -> invalidate(told, findings));
            return;
        }
        acts.perform(number < TOLD ? Telling.BRIEF : Telling.NOTHING, findings -> {
            RemoteBuffer told = bind(window, range, bytes, findings);
            write(told, findings);
            invalidate(told, findings);
            findings.tells(bytes + ": bind, key " + MemoryKey.text(told.rkey()) + ", write, SEND_WITH_INV");
        });
    }

    private RemoteBuffer bind(MemoryWindow window, MemorySlice range, String bytes, Findings findings) {
        int next = window.nextKey();
        RemoteBuffer told = windows.bindTypeTwo(window, range);
        findings.tells(bytes + ": bob posts a bind with key " + MemoryKey.text(next) + " and a SEND of that key");
        findings.check("the key alice received", MemoryKey.text(next), MemoryKey.text(told.rkey()));
        return told;
    }

    private void write(RemoteBuffer told, Findings findings) throws FileException {
        findings.tells("alice writes " + told.length() + " bytes through " + MemoryKey.text(told.rkey()));
        if (stage.plan().repeats()) {
            courier.write(told);
        } else {
            courier.carry(told);
        }
    }

    private void invalidate(RemoteBuffer told, Findings findings) {
        findings.tells(
                "alice ends it by SEND_WITH_INV of " + MemoryKey.text(told.rkey()) + ", and says what she gives back");
        long received = stage.bob().receive();
        long sent = stage.alice().nextRequest();
        stage.alice()
                .post(SendWithInvalidate.of(sent, told.rkey(), stage.alice().message(told)));
        stage.alice().done(sent);
        Completion.Done done = stage.bob().done(received);
        findings.check(
                "the key bob's receive reports as invalidated",
                text(OptionalInt.of(told.rkey())),
                text(done.invalidatedKey()));
        findings.check(
                "the window that alice gives back", text(told), text(stage.bob().message()));
    }

    private static String text(RemoteBuffer buffer) {
        return buffer.length() + " bytes, key " + MemoryKey.text(buffer.rkey());
    }

    private static String text(OptionalInt key) {
        return key.isPresent() ? MemoryKey.text(key.getAsInt()) : "none";
    }
}
