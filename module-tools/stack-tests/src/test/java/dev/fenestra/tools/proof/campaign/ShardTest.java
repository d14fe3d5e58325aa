package dev.fenestra.tools.proof.campaign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.tools.input.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 16, 31, 64, 100, 1000})
    void shouldBeDisjointAndTogetherComplete(int of) {
        for (long items : List.of(0L, 1L, 2L, (long) of - 1, (long) of, of + 1L, 3L * of + 2)) {
            List<Long> all = new ArrayList<>();
            for (Shard shard : shards(of)) {
                List<Long> own = LongStream.range(0, shard.count(items))
                        .map(shard::item)
                        .boxed()
                        .toList();
                assertEquals(
                        LongStream.range(0, items).filter(shard::has).boxed().toList(), own, shard + " of " + items);
                all.addAll(own);
            }
            assertEquals(
                    LongStream.range(0, items).boxed().toList(),
                    all.stream().sorted().toList(),
                    of + " of " + items);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 16, 31, 64, 100, 1000})
    void shouldHaveNearlyTheSameAmountEach(int of) {
        long items = 10L * of + 3;
        assertTrue(shards(of).stream().mapToLong(shard -> shard.count(items)).allMatch(own -> own >= 10 && own <= 13));
        assertEquals(
                items,
                shards(of).stream().mapToLong(shard -> shard.count(items)).sum());
    }

    private static List<Shard> shards(int of) {
        return IntStream.rangeClosed(1, of)
                .mapToObj(number -> new Shard(number, of))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1/4 | | 1/4",
                "4/4 | | 4/4",
                "8 | JOB_COMPLETION_INDEX=0 | 1/8",
                "8 | JOB_COMPLETION_INDEX=7 | 8/8",
                "8 | SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 | 3/8",
                "auto | SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=4 | 1/4",
                "auto | SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=2"
                        + " SLURM_ARRAY_TASK_COUNT=5 | 5/5",
                "auto | CI_NODE_INDEX=2 CI_NODE_TOTAL=3 | 2/3",
                "3/4 | JOB_COMPLETION_INDEX=0 | 3/4"
            })
    void shouldBeReadFromTheCommandLineAndTheEnvironment(String text, String environment, String expected)
            throws InputException {
        assertEquals(expected, ShardText.of(text, variables(environment)).toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0/4 | | --shard takes I/N with I from 1 to N, such as 3/8, or N, or auto; not 0/4",
                "5/4 | | there is no shard 5 of 4",
                "x | JOB_COMPLETION_INDEX=0 | --shard takes I/N with I from 1 to N, such as 3/8, or N, or auto; not x",
                "1/99999999999 | | --shard takes I/N with I from 1 to N, such as 3/8, or N, or auto; not 1/99999999999",
                "4 | JOB_COMPLETION_INDEX=4 | there is no shard 5 of 4",
                "4 | JOB_COMPLETION_INDEX=-1 | JOB_COMPLETION_INDEX in the environment is no number: -1",
                "auto | JOB_COMPLETION_INDEX=0 | the environment does not say how many shards there are: Kubernetes"
                        + " does not tell its pods, so give --shard N",
                "4 | | the environment does not say which shard this is: there is no JOB_COMPLETION_INDEX,"
                        + " SLURM_ARRAY_TASK_ID or CI_NODE_INDEX, so give --shard I/N"
            })
    void shouldSayWhatIsWrong(String text, String environment, String sentence) {
        assertEquals(
                sentence,
                assertThrows(InputException.class, () -> ShardText.of(text, variables(environment)))
                        .getMessage());
    }

    private static Map<String, String> variables(String text) {
        Map<String, String> variables = new HashMap<>();
        if (text != null && !text.isBlank()) {
            for (String one : text.split(" ")) {
                String[] parts = one.split("=", 2);
                variables.put(parts[0], parts[1]);
            }
        }
        return variables;
    }
}
