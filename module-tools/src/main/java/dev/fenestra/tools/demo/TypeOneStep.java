package dev.fenestra.tools.demo;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.uverbs.MemorySlice;
import dev.fenestra.uverbs.MemoryWindow;
import dev.fenestra.uverbs.RemoteBuffer;

/** Step 2: a window of type 1, bound by a verb, carries the first part of the file. */
record TypeOneStep(Stage stage, Acts acts, Probe probe, Windows windows, Courier courier) implements Step {

    @Override
    public String title() {
        return "Type 1: a window bound by a verb carries the first part";
    }

    @Override
    public void play() throws FileException {
        MemoryWindow window = acts.play(this::allocate);
        RemoteBuffer first = acts.play(findings -> bind(window, findings));
        acts.perform(findings -> {
            findings.tells("alice writes the first " + first.length() + " bytes of the file through " + key(first));
            courier.carry(first);
        });
        probe.read("alice reads through " + key(first) + ", which is write-only", first, HcaRule.A5);

        RemoteBuffer second = acts.play(findings -> rebind(window, first, findings));
        probe.write("alice writes with the old key " + key(first), first, HcaRule.R2);
        acts.perform(findings -> {
            findings.tells("alice writes the same bytes again through " + key(second));
            courier.write(second);
        });

        RemoteBuffer unbound = acts.play(findings -> unbind(window, second, findings));
        probe.write("alice writes with " + key(unbound) + " of the window that is not bound", unbound, HcaRule.A4);
    }

    private MemoryWindow allocate(Findings findings) {
        MemoryWindow window = stage.bob().pd().allocMw(MwType.TYPE_1);
        findings.tells("bob allocates a window of type 1, key " + MemoryKey.text(window.rkey()));
        return window;
    }

    private RemoteBuffer bind(MemoryWindow window, Findings findings) {
        MemorySlice range = range();
        RemoteBuffer told = windows.bindTypeOne(window, range);
        findings.tells("bob binds it, write-only, to " + range.length() + " bytes of the region and sends its new key "
                + key(told) + " right behind the bind");
        findings.check("the key alice received", MemoryKey.text(window.rkey()), key(told));
        return told;
    }

    private RemoteBuffer rebind(MemoryWindow window, RemoteBuffer before, Findings findings) {
        RemoteBuffer told = windows.bindTypeOne(window, range());
        findings.tells("bob binds the window again: " + key(before) + " becomes " + key(told));
        findings.check("index of the new key", MemoryKey.index(before.rkey()), MemoryKey.index(told.rkey()));
        findings.check("the tag moved", true, MemoryKey.tag(before.rkey()) != MemoryKey.tag(told.rkey()));
        return told;
    }

    private RemoteBuffer unbind(MemoryWindow window, RemoteBuffer bound, Findings findings) {
        windows.unbind(window);
        findings.tells("bob unbinds the window by a bind of length 0; its key is now " + MemoryKey.text(window.rkey()));
        return window.remote(bound.address(), bound.length());
    }

    private MemorySlice range() {
        return stage.region().slice(0, stage.plan().firstPart());
    }

    private static String key(RemoteBuffer buffer) {
        return MemoryKey.text(buffer.rkey());
    }
}
