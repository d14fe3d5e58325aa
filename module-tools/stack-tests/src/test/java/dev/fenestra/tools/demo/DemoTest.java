package dev.fenestra.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.hca.limits.WindowSupport;
import dev.fenestra.ib.core.kernel.SystemCall;
import dev.fenestra.tools.bench.TestBench;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DemoTest {
    private static final Demo.Progress NO_PROGRESS = (bytes, ofBytes) -> {};

    private final RecordingListener listener = new RecordingListener();

    @Test
    void shouldGoAsTheRulesSayForTheTextThatComesWithIt() throws DemoFiles.FileException {
        Demo.Result result = demo(TestBench.builder().seed(1).build()).run();

        assertTrue(result.asExpected());
        assertEquals(6, listener.steps.size());
        assertTrue(listener.reports.stream().noneMatch(action -> action.verdict() == DemoListener.Verdict.WRONG));
    }

    @Test
    void shouldBeRefusedWhereverARuleSaysSo() throws DemoFiles.FileException {
        demo(TestBench.twoHosts()).run();

        List<String> rules = listener.reports.stream()
                .filter(action -> action.verdict() == DemoListener.Verdict.REFUSED)
                .flatMap(action -> action.checks().stream())
                .filter(check -> check.what().startsWith("rule"))
                .map(DemoListener.Check::seen)
                .toList();
        assertEquals(List.of("[R4]", "[A5]", "[R2]", "[A7]", "[A4]", "[A4]", "LIFE-3"), rules);
    }

    @Test
    void shouldSumUpThatBindsCostTheKernelNothing() throws DemoFiles.FileException {
        DemoFiles.Input file = DemoFiles.Input.bundled();
        demo(TestBench.twoHosts()).run();

        DemoListener.Summary summary = listener.summaries.getFirst();
        long pages = (file.size() + 4095) / 4096;
        assertEquals(file.size(), summary.bytes());
        assertEquals(DemoListener.Cost.NOTHING, summary.binding());
        assertEquals(new DemoListener.Cost(1, pages, pages), summary.registering());
        assertEquals(6, summary.binds());
        assertEquals(3, summary.transitions().get("bob").get(SystemCall.ALLOC_MW));
        assertTrue(summary.packets().get("alice") > 0);
    }

    @Test
    void shouldStopAndSayWhyOnADeviceWithoutWindows() throws DemoFiles.FileException {
        Demo.Result result = demo(TestBench.builder()
                        .hcaConfig(it -> it.withWindows(WindowSupport.NONE))
                        .build())
                .run();

        assertFalse(result.finished());
        assertFalse(result.asExpected());
        DemoListener.Report last = listener.reports.getLast();
        assertEquals(DemoListener.Verdict.WRONG, last.verdict());
        assertTrue(last.checks().getFirst().seen().contains("EOPNOTSUPP"), last.toString());
        assertEquals(List.of("The steps that are left cannot be played."), listener.remarks);
    }

    private Demo demo(TestBench bench) {
        return new Demo(DemoFiles.Input.bundled(), Optional.empty(), listener, NO_PROGRESS, () -> bench);
    }
}
