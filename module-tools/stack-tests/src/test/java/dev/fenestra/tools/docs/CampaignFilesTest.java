package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fenestra.tools.proof.campaign.ShardText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of docs/campaigns, as far as they can be judged without the schedulers that they are for. */
class CampaignFilesTest {
    private static final Path FILES = Path.of("..", "docs", "campaigns");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private static JsonNode yaml(String text) {
        return MAPPER.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(text));
    }

    private static String job() throws IOException {
        return Files.readString(FILES.resolve("kubernetes.yaml"));
    }

    private static List<String> complaints(String job) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CampaignFilesTest.class.getResourceAsStream("kubernetes-job.schema.json"))) {
            return new SchemaCheck(MAPPER.readTree(in)).complaints(yaml(job));
        }
    }

    @Test
    void shouldKeepTheSchemaOfAJob() throws IOException {
        assertEquals(List.of(), complaints(job()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "completionMode: Indexed | completionMode: indexed | /spec/completionMode is none of",
                "completions: 8 | completions: eight | /spec/completions is no integer",
                "completions: 8 | completions: -1 | /spec/completions is less than 0",
                "parallelism: 8 | paralelism: 8 | /spec has no member paralelism",
                "restartPolicy: Never | restartPolicy: Always | /spec/template/spec/restartPolicy is none of",
                "apiVersion: batch/v1 | apiVersion: batch/v2 | /apiVersion is none of",
                "memory: 6Gi | memory: 6 GB | /spec/template/spec/containers/0/resources/limits/memory is not like",
                "name: fenestra-oracle | name: Fenestra | /metadata/name is not like",
                "operator: In | operator: Is | /spec/podFailurePolicy/rules/0/onExitCodes/operator is none of",
                "mountPath: /campaign | path: /campaign | /spec/template/spec/containers/0/volumeMounts/0 lacks"
                        + " mountPath"
            })
    void shouldSeeAMistakeInAJob(String right, String wrong, String complaint) throws IOException {
        String text = job();
        assertTrue(text.contains(right), right);
        List<String> complaints = complaints(text.replace(right, wrong));
        assertTrue(complaints.stream().anyMatch(one -> one.startsWith(complaint)), complaints.toString());
    }

    /** What the schema cannot say: one number of shards, an index that reaches it, a volume for each mount. */
    @Test
    void shouldGiveEachPodOneShardOfAll() throws Exception {
        JsonNode spec = yaml(job()).at("/spec");
        int completions = spec.at("/completions").asInt();
        JsonNode container = spec.at("/template/spec/containers/0");
        List<String> args = new ArrayList<>();
        container.at("/args").forEach(arg -> args.add(arg.asText()));
        String shards = args.get(args.indexOf("--shard") + 1);
        for (int index = 0; index < completions; index++) {
            Map<String, String> pod = Map.of("JOB_COMPLETION_INDEX", Integer.toString(index));
            assertEquals(
                    index + 1 + "/" + completions, ShardText.of(shards, pod).toString());
        }
        assertEquals(container.at("/volumeMounts/0/mountPath").asText(), args.get(args.indexOf("--out") + 1));
        assertEquals(spec.at("/template/spec/volumes/0/name"), container.at("/volumeMounts/0/name"));
        assertEquals(container.at("/name"), spec.at("/podFailurePolicy/rules/0/onExitCodes/containerName"));
    }

    @Test
    void shouldGiveEachJobOfTheMatrixOneShardOfAll() throws IOException {
        JsonNode jobs = yaml(Files.readString(FILES.resolve("github.yml"))).at("/jobs");
        List<Integer> shards = new ArrayList<>();
        jobs.at("/shard/strategy/matrix/shard").forEach(one -> shards.add(one.asInt()));
        assertEquals(IntStream.rangeClosed(1, shards.size()).boxed().toList(), shards);
        String steps = jobs.at("/shard/steps").toString();
        assertTrue(steps.contains("--shard ${{ matrix.shard }}/" + shards.size() + " --out campaign"), steps);
        assertEquals("shard", jobs.at("/merge/needs").asText());
        assertTrue(jobs.at("/merge/steps").toString().contains("./fenestra campaign merge campaign "), jobs.toString());
    }

    /** The script as a task of an array runs it, with a fenestra that says what it is asked. */
    @Test
    void shouldGiveEachTaskOfAnArrayOneShardOfAll() throws Exception {
        Path script = FILES.resolve("slurm.sh").toAbsolutePath();
        String array = Files.readAllLines(script).stream()
                .filter(line -> line.startsWith("#SBATCH --array=1-"))
                .findFirst()
                .orElseThrow();
        int tasks = Integer.parseInt(array.substring(array.indexOf('-', 10) + 1));
        for (int task = 1; task <= tasks; task++) {
            Map<String, String> slurm = new TreeMap<>(Map.of(
                    "SLURM_ARRAY_TASK_ID",
                    Integer.toString(task),
                    "SLURM_ARRAY_TASK_MIN",
                    "1",
                    "SLURM_ARRAY_TASK_COUNT",
                    Integer.toString(tasks),
                    "SLURM_CPUS_PER_TASK",
                    "4"));
            String asked = run(script, slurm);
            assertEquals("soak --seed 7 --for 8h --shard auto --jobs 4 --out campaign", asked);
            assertEquals(task + "/" + tasks, ShardText.of("auto", slurm).toString());
        }
        assertTrue(Files.isDirectory(folder.resolve("campaign")));
    }

    private String run(Path script, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(environment);
        builder.environment().put("FENESTRA", "echo");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes());
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), said);
        assertEquals(0, process.exitValue(), said);
        return said.strip();
    }
}
