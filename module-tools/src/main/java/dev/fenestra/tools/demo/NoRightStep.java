package dev.fenestra.tools.demo;

import dev.fenestra.hw.sim.device.HcaRule;
import dev.fenestra.ib.core.vocabulary.MemoryKey;

/** Step 1: a region without remote rights cannot be written by a peer. */
record NoRightStep(Stage stage, Probe probe) implements Step {

    @Override
    public String title() {
        return "A region without remote rights";
    }

    @Override
    public void play() throws FileException {
        String key = MemoryKey.text(stage.region().rkey());
        probe.write(
                "alice writes to the region with its R_Key " + key,
                stage.region().remote(),
                HcaRule.R4);
    }
}
