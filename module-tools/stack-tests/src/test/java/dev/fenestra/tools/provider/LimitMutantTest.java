package dev.fenestra.tools.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.tools.conformance.CaseResult;
import dev.fenestra.tools.conformance.cases.ConformanceCases;
import dev.fenestra.tools.conformance.kit.Conformance;
import dev.fenestra.tools.conformance.kit.ConformanceOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A card that takes more than it announces, or has less, is found out for each limit by the case of that limit. */
class LimitMutantTest {
    @TempDir
    private Path folder;

    @Test
    void shouldFindEachLimitThatIsExceededOrNotReached() throws Exception {
        PatchedProvider mutant = PatchedProvider.nova()
                .with("SendRing.java", "work.data.size() == maxSge", "work.data.size() == 64")
                .with("SendRing.java", "Work.MAX_INLINE - work.inlineBytes", "4 * Work.MAX_INLINE - work.inlineBytes")
                .with("Work.java", "new byte[MAX_INLINE]", "new byte[4 * MAX_INLINE]")
                .with("SendRing.java", "Math.max(1, capacity.maxSendWr())", "4 * Math.max(1, capacity.maxSendWr())")
                .with("ReceiveRing.java", "Math.max(1, capacity)", "4 * Math.max(1, capacity)")
                .with("ReceiveRing.java", "pieces.size() > maxSge", "pieces.size() >= maxSge")
                .with("Requester.java", "length > Message.MAX_BYTES", "length > 1000")
                .with("Cq.java", "new Entry[capacity]", "new Entry[Math.max(1, capacity / 2)]")
                .with("Cq.java", "i < capacity;", "i < entries.length;");
        Conformance kit = mutant.compiled(folder).underTest().kit(ConformanceOptions.DEFAULT);

        List<String> failed = ConformanceCases.all().stream()
                .filter(one -> one.id().startsWith("LIM-"))
                .filter(one -> kit.run(one) instanceof CaseResult.Failed)
                .map(one -> one.id())
                .toList();

        assertEquals(
                List.of("LIM-sge", "LIM-recv-sge", "LIM-inline", "LIM-send-wr", "LIM-recv-wr", "LIM-msg", "LIM-cq"),
                failed);
    }
}
