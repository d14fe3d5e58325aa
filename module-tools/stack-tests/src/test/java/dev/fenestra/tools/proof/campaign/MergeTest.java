package dev.fenestra.tools.proof.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MergeTest {
    private static final Identity IDENTITY = new Identity("fake", "fenestra 1", 7, 6L, Map.of("--size", "3"));

    @TempDir
    private Path folder = Path.of("");

    private void write(String name, Identity identity, Shard shard, long... items) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (CampaignFile open = CampaignFile.open(file, identity, shard)) {
            for (long item : items) {
                open.add(item, FakeWork.result(item));
            }
        }
    }

    @Test
    void shouldSayWhichShardsAreMissingOrUnfinished() throws Exception {
        write("1.jsonl", IDENTITY, new Shard(1, 4), 0, 4);
        write("artifact/3.jsonl", IDENTITY, new Shard(3, 4));
        CampaignReport report = Merge.folder(folder);

        assertEquals(List.of("2/4", "4/4"), report.missing());
        assertEquals(List.of("3/4: 0 of 1 items, it was killed, or still runs"), report.unfinished());
        assertFalse(report.isComplete());
        String text = CampaignText.of(report);
        assertTrue(text.contains("Missing shards: 2/4, 4/4\n"), text);
        assertTrue(text.contains("Unfinished shard 3/4: 0 of 1 items"), text);
        assertTrue(text.startsWith("fake, seed 7: 2 of 6 items\n"), text);
    }

    @Test
    void shouldTakeOneFindingOfARuleAndPlaceTheOneWithTheShortestDetail() throws Exception {
        write("1.jsonl", IDENTITY, new Shard(1, 2), 0, 2, 4);
        write("2.jsonl", IDENTITY, new Shard(2, 2), 1, 3, 5);
        CampaignReport report = Merge.folder(folder);

        assertTrue(report.isComplete());
        assertEquals(
                List.of("R0 at even: 1, item 0", "R1 at odd: 1, item 3"),
                report.findings().stream()
                        .map(row -> row.rule() + " at " + row.place() + ": " + row.times() + ", item " + row.item())
                        .toList());
        Totals totals = new Totals();
        for (long item = 0; item < 30; item++) {
            totals.add(item, FakeWork.result(item));
        }
        // Of 0, 6, 12, 18 and 24 item 6 has the shortest detail.
        Totals.Group even = totals.groups().iterator().next();
        assertEquals(new Totals.Group(5, 6, FakeWork.result(6).findings().getFirst()), even);
    }

    @Test
    void shouldCountAnItemOnceThatIsInTwoFilesOfAShard() throws Exception {
        write("a.jsonl", IDENTITY, new Shard(1, 1), 0, 1, 2);
        write("b.jsonl", IDENTITY, new Shard(1, 1), 2, 3, 4, 5);
        CampaignReport report = Merge.folder(folder);

        assertEquals(6, report.done());
        assertEquals(Map.of("steps", 75L), report.counts());
        assertTrue(report.isComplete());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fake | fenestra 1 | 8 | 6 | 3 | 2 | is not of the same campaign as FIRST: seed 8, not 7",
                "fake | fenestra 2 | 7 | 6 | 3 | 2 | is not of the same campaign as FIRST: version fenestra 2, not"
                        + " fenestra 1",
                "soak | fenestra 1 | 7 | 6 | 3 | 2 | is not of the same campaign as FIRST: command soak, not fake",
                "fake | fenestra 1 | 7 | 9 | 3 | 2 | is not of the same campaign as FIRST: number of items 9, not 6",
                "fake | fenestra 1 | 7 | 6 | 4 | 2 | is not of the same campaign as FIRST: --size 4, not 3",
                "fake | fenestra 1 | 7 | 6 | 3 | 5 | is one of 5 shards, and FIRST one of 2"
            })
    void shouldRefuseFilesOfDifferentCampaigns(
            String command, String version, long seed, long items, String size, int of, String sentence)
            throws Exception {
        write("1.jsonl", IDENTITY, new Shard(1, 2), 0);
        Identity other = new Identity(command, version, seed, items, Map.of("--size", size));
        write("2.jsonl", other, new Shard(2, of), 1);

        assertEquals(
                folder.resolve("2.jsonl") + " "
                        + sentence.replace("FIRST", folder.resolve("1.jsonl").toString()),
                assertThrows(InputException.class, () -> Merge.folder(folder)).getMessage());
    }

    @Test
    void shouldRefuseAFolderWithoutACampaign() throws Exception {
        Files.writeString(folder.resolve("half.jsonl"), "{\"begin\":{\"form");
        assertEquals(
                "there is no campaign in " + folder + ": --out FILE.jsonl writes one",
                assertThrows(InputException.class, () -> Merge.folder(folder)).getMessage());
        assertEquals(
                "there is no folder " + folder.resolve("none"),
                assertThrows(InputException.class, () -> Merge.folder(folder.resolve("none")))
                        .getMessage());
    }

    @Test
    void shouldRefuseAnItemThatTheShardCannotHave() throws Exception {
        write("1.jsonl", IDENTITY, new Shard(1, 2), 1);
        String said = String.valueOf(
                assertThrows(InputException.class, () -> Merge.folder(folder)).getMessage());
        assertTrue(said.endsWith("1.jsonl, line 2: shard 1/2 has no item 1"), said);
    }
}
