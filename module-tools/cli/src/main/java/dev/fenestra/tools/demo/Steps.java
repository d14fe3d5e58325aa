package dev.fenestra.tools.demo;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.fenestra.hw.sim.hca.rules.HcaRule;
import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.tools.demo.DemoFiles.FileException;
import dev.fenestra.tools.demo.DemoFiles.Output;
import dev.fenestra.tools.demo.DemoFiles.Plan;
import dev.fenestra.tools.demo.DemoFiles.Reader;
import dev.fenestra.tools.demo.DemoListener.Cost;
import dev.fenestra.tools.demo.DemoObjects.Transfer;
import dev.fenestra.tools.demo.DemoObjects.Windows;
import dev.fenestra.tools.demo.DemoSteps.Findings;
import dev.fenestra.tools.demo.DemoSteps.Telling;
import dev.fenestra.tools.input.Reason;
import dev.fenestra.uverbs.handles.Completion;
import dev.fenestra.uverbs.memory.MemoryRegion;
import dev.fenestra.uverbs.memory.MemorySlice;
import dev.fenestra.uverbs.memory.MemoryWindow;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import dev.fenestra.uverbs.request.SendWithInvalidate;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.OptionalInt;

/** The steps of the demo, in their order. */
final class Steps {
    private Steps() {}

    /** A step of the demo. */
    sealed interface Step {
        String title();

        /** Runs its steps. */
        void run() throws FileException;
    }

    /** Step 1: a region without remote rights cannot be written by a peer. */
    record NoRight(DemoObjects objects, AccessProbe probe) implements Step {

        @Override
        public String title() {
            return "A region without remote rights";
        }

        @Override
        public void run() throws FileException {
            String key = MemoryKey.text(objects.region().rkey());
            probe.write(
                    "alice writes to the region with its R_Key " + key,
                    objects.region().remote(),
                    HcaRule.R4);
        }
    }

    /** Step 2: a window of type 1, bound by a verb, carries the first part of the file. */
    record TypeOne(DemoObjects objects, DemoSteps steps, AccessProbe probe, Windows windows, Transfer transfer)
            implements Step {

        @Override
        public String title() {
            return "Type 1: a window that serves any QP of its PD carries the first part";
        }

        @Override
        public void run() throws FileException {
            MemoryWindow window = steps.run(this::allocate);
            RemoteBuffer first = steps.run(findings -> bind(window, findings));
            steps.perform(findings -> {
                findings.tells("alice writes the first " + first.length() + " bytes of the file through " + key(first));
                transfer.carry(first);
            });
            probe.read("alice reads through " + key(first) + ", which is write-only", first, HcaRule.A5);

            RemoteBuffer second = steps.run(findings -> rebind(window, first, findings));
            probe.write("alice writes with the old key " + key(first), first, HcaRule.R2);
            steps.perform(findings -> {
                findings.tells("alice writes the same bytes again through " + key(second));
                transfer.write(second);
            });
            probe.writePast("alice writes through " + key(second) + ", one byte past its end", second, HcaRule.A7);

            RemoteBuffer unbound = steps.run(findings -> unbind(window, second, findings));
            probe.write("alice writes with " + key(unbound) + " of the window that is not bound", unbound, HcaRule.A4);
        }

        private MemoryWindow allocate(Findings findings) {
            MemoryWindow window = objects.bob().pd().allocMw(MwType.TYPE_1);
            findings.tells("bob allocates a window of type 1, key " + MemoryKey.text(window.rkey()));
            return window;
        }

        private RemoteBuffer bind(MemoryWindow window, Findings findings) {
            MemorySlice range = range();
            RemoteBuffer told = windows.bindTypeOne(window, range);
            findings.tells("bob binds it, write-only, to " + range.length()
                    + " bytes of the region and sends its new key " + key(told) + " right behind the bind");
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
            findings.tells(
                    "bob unbinds the window by a bind of length 0; its key is now " + MemoryKey.text(window.rkey()));
            return window.remote(bound.address(), bound.length());
        }

        private MemorySlice range() {
            return objects.region().slice(0, objects.plan().firstPart());
        }

        private static String key(RemoteBuffer buffer) {
            return MemoryKey.text(buffer.rkey());
        }
    }

    /** Step 3: a window of type 2, bound by work request again and again, carries the rest of the file. */
    record TypeTwo(
            DemoObjects objects,
            DemoListener listener,
            DemoSteps steps,
            AccessProbe probe,
            Windows windows,
            Transfer transfer)
            implements Step {
        /** The number of windows that the demo tells, the first of them in full. */
        private static final int TOLD = 3;

        @Override
        public String title() {
            return "Type 2: windows that serve one QP, and that the peer can close, carry the rest";
        }

        @Override
        public void run() throws FileException {
            Plan plan = objects.plan();
            if (plan.repeats()) {
                listener.remark("The first part was the whole file: the window carries the same bytes again.");
            }
            MemoryWindow window = steps.run(this::allocate);
            for (int i = 0; i < plan.windows(); i++) {
                carry(window, i);
            }
            if (plan.windows() > TOLD) {
                listener.remark("... and " + (plan.windows() - TOLD) + " more windows in the same way");
            }
            int last = plan.windows() - 1;
            MemorySlice range = objects.region().slice(plan.windowOffset(last), plan.windowLength(last));
            RemoteBuffer dead = window.remote(range.address(), range.length());
            probe.write("alice writes with the invalidated key " + MemoryKey.text(dead.rkey()), dead, HcaRule.A4);
        }

        private MemoryWindow allocate(Findings findings) {
            MemoryWindow window = objects.bob().pd().allocMw(MwType.TYPE_2);
            findings.tells("bob allocates a window of type 2, key " + MemoryKey.text(window.rkey()));
            return window;
        }

        private void carry(MemoryWindow window, int number) throws FileException {
            Plan plan = objects.plan();
            MemorySlice range = objects.region().slice(plan.windowOffset(number), plan.windowLength(number));
            String bytes = "window " + (number + 1) + " of " + plan.windows() + ", bytes " + plan.windowOffset(number)
                    + " to " + (plan.windowOffset(number) + range.length() - 1);
            if (number == 0) {
                RemoteBuffer told = steps.run(findings -> bind(window, range, bytes, findings));
                steps.perform(findings -> write(told, findings));
                steps.perform(findings -> invalidate(told, findings));
                return;
            }
            steps.perform(number < TOLD ? Telling.BRIEF : Telling.NOTHING, findings -> {
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
            if (objects.plan().repeats()) {
                transfer.write(told);
            } else {
                transfer.carry(told);
            }
        }

        private void invalidate(RemoteBuffer told, Findings findings) {
            findings.tells("alice ends it by SEND_WITH_INV of " + MemoryKey.text(told.rkey())
                    + ", and says what she gives back");
            long received = objects.bob().receive();
            long sent = objects.alice().nextRequest();
            objects.alice()
                    .post(SendWithInvalidate.of(
                            sent, told.rkey(), objects.alice().message(told)));
            objects.alice().done(sent);
            Completion.Done done = objects.bob().done(received);
            findings.check(
                    "the key bob's receive reports as invalidated",
                    text(OptionalInt.of(told.rkey())),
                    text(done.invalidatedKey()));
            findings.check(
                    "the window that alice gives back",
                    text(told),
                    text(objects.bob().message()));
        }

        private static String text(RemoteBuffer buffer) {
            return buffer.length() + " bytes, key " + MemoryKey.text(buffer.rkey());
        }

        private static String text(OptionalInt key) {
            return key.isPresent() ? MemoryKey.text(key.getAsInt()) : "none";
        }
    }

    /** Step 4: a region cannot be deregistered while a window is bound to it. */
    record Deregistration(DemoObjects objects, DemoSteps steps, Windows windows) implements Step {

        @Override
        public String title() {
            return "Deregistering the region";
        }

        @Override
        public void run() throws FileException {
            MemoryRegion region = objects.region();
            MemoryWindow window = steps.run(findings -> {
                MemoryWindow allocated = objects.bob().pd().allocMw(MwType.TYPE_2);
                findings.tells("bob allocates one more window of type 2, key " + MemoryKey.text(allocated.rkey()));
                return allocated;
            });
            steps.perform(findings -> {
                windows.bindTypeTwo(window, region.all());
                findings.tells("bob binds it to the whole region, key " + MemoryKey.text(window.rkey()));
            });
            steps.refused(
                    findings -> {
                        findings.tells("bob deregisters the region while the window is bound");
                        return deregister(region);
                    },
                    (refusal, findings) -> inspect(refusal, window, findings));
            steps.perform(findings -> {
                findings.tells("bob invalidates " + MemoryKey.text(window.rkey()) + " by LOCAL_INV");
                windows.invalidate(window);
            });
            steps.perform(findings -> {
                findings.tells("bob deregisters the region");
                region.close();
                findings.check("the region is open", false, region.isOpen());
            });
        }

        private static Optional<VerbsException> deregister(MemoryRegion region) {
            try {
                region.close();
                return Optional.empty();
            } catch (VerbsException refusal) {
                return Optional.of(refusal);
            }
        }

        private void inspect(Optional<VerbsException> refusal, MemoryWindow window, Findings findings) {
            findings.check("refused", true, refusal.isPresent());
            refusal.ifPresent(why -> {
                findings.fact("bob's refusal: " + why.errno() + ": "
                        + why.rule().violation() + " [" + why.rule().id() + "]");
                findings.fact("  " + why.values());
                findings.check("errno", Errno.EBUSY, why.errno());
                findings.check("rule", KernelRule.UNBOUND.id(), why.rule().id());
                findings.check("names " + window.name(), true, why.values().contains(window.name()));
                findings.check("the region is open", true, objects.region().isOpen());
            });
        }
    }

    /** Step 5: the bytes in bob's memory are those of the file, and the binds have cost his kernel nothing. */
    record Reckoning(
            DemoObjects objects, DemoSteps steps, Windows windows, Reader file, String name, Optional<Output> output)
            implements Step {
        private static final int BUFFER = 1 << 20;

        @Override
        public String title() {
            return "The file on bob's side";
        }

        @Override
        public void run() throws FileException {
            steps.perform(findings -> {
                findings.tells("bob computes SHA-256 of his " + objects.plan().size() + " bytes");
                String sent = file.sha256();
                String received = received();
                findings.fact("alice's file   " + sent);
                findings.fact("bob's memory   " + received);
                findings.check("SHA-256", sent, received);
            });
            steps.perform(this::addUp);
        }

        private void addUp(Findings findings) {
            Cost binding = windows.cost();
            findings.tells("bob adds up what his " + windows.binds() + " binds have cost");
            findings.fact(binding.transitions() + " kernel transitions, " + binding.pinnedPages() + " pages pinned, "
                    + binding.mttEntries() + " MTT entries written");
            findings.check("cost of the binds", Cost.NOTHING, binding);
            long pages = objects.region().length() / Plan.PAGE;
            long entries = objects.bob().host().simulated().isPresent() ? pages : 0;
            findings.check("cost of registering the region", new Cost(1, pages, entries), objects.registering());
        }

        private String received() throws FileException {
            try (OutputStream out =
                    output.isPresent() ? output.get().received(name) : OutputStream.nullOutputStream()) {
                return digest(out);
            } catch (IOException e) {
                throw FileException.ofOutput("the received file cannot be written: " + Reason.of(e) + ".");
            }
        }

        private String digest(OutputStream out) throws IOException {
            Hasher digest = Hashing.sha256().newHasher();
            byte[] buffer = new byte[BUFFER];
            long size = objects.plan().size();
            for (long at = 0; at < size; at += BUFFER) {
                int part = (int) Math.min(BUFFER, size - at);
                objects.memory().get(at, buffer, 0, part);
                digest.putBytes(buffer, 0, part);
                out.write(buffer, 0, part);
            }
            return digest.hash().toString();
        }
    }
}
