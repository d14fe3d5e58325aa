package dev.fenestra.tools.demo;

import dev.fenestra.ib.core.kernel.KernelRule;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.ib.core.vocabulary.MwType;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.uverbs.MemoryRegion;
import dev.fenestra.uverbs.MemoryWindow;
import java.util.Optional;

/** Step 4: a region cannot be deregistered while a window is bound to it. */
record DeregistrationStep(Stage stage, Acts acts, Windows windows) implements Step {

    @Override
    public String title() {
        return "Deregistering the region";
    }

    @Override
    public void play() throws FileException {
        MemoryRegion region = stage.region();
        MemoryWindow window = acts.play(findings -> {
            MemoryWindow allocated = stage.bob().pd().allocMw(MwType.TYPE_2);
            findings.tells("bob allocates one more window of type 2, key " + MemoryKey.text(allocated.rkey()));
            return allocated;
        });
        acts.perform(findings -> {
            windows.bindTypeTwo(window, region.all());
            findings.tells("bob binds it to the whole region, key " + MemoryKey.text(window.rkey()));
        });
        acts.refused(
                findings -> {
                    findings.tells("bob deregisters the region while the window is bound");
                    return deregister(region);
                },
                (refusal, findings) -> inspect(refusal, window, findings));
        acts.perform(findings -> {
            findings.tells("bob invalidates " + MemoryKey.text(window.rkey()) + " by LOCAL_INV");
            windows.invalidate(window);
        });
        acts.perform(findings -> {
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
            findings.fact("bob's refusal: " + why.errno() + ": " + why.rule().violation() + " ["
                    + why.rule().id() + "]");
            findings.fact("  " + why.values());
            findings.check("errno", Errno.EBUSY, why.errno());
            findings.check("rule", KernelRule.UNBOUND.id(), why.rule().id());
            findings.check("names " + window, true, why.values().contains(window.toString()));
            findings.check("the region is open", true, stage.region().isOpen());
        });
    }
}
