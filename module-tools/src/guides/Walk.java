import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Walks the guides literally: as an ordinary user with an empty home it copies the sources, types what {@code
 * guides.txt} lists, saves what the pages tell the reader to save, and logs each command with its time and its first
 * error. {@code mvn -N -Pguides verify} does this; by hand:
 *
 * <pre>java module-tools/src/guides/Walk.java [--repository DIR] [--user UID] [GUIDE...]</pre>
 *
 * <p>The home is not quite empty: it has a copy of a local Maven repository without Fenestra, so that a machine without
 * a network can walk, and so that the time of a download does not count.
 */
final class Walk {
    private static final Path ROOT =
            Path.of(System.getProperty("fenestra.root", ".")).toAbsolutePath().normalize();
    private static final Path TARGET = ROOT.resolve("module-tools/target/guides");

    /** What a line looks like that tells an error, of shells, compilers, Maven, jshell, JVMs and Fenestra. */
    private static final Pattern ERROR = Pattern.compile(
            "^(\\[ERROR]|Error|error:|fenestra: |Exception in|Caused by:|sh: |\\|  Error:|\\s+at [a-z]).*|.*(: error:"
                    + " |: not found|No such file or directory|Permission denied).*");

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

    /** Beyond the longest step by far. */
    private static final int PATIENCE = 900;

    private final Path home;
    private final Path clone;
    private final List<String> user;
    private final List<Process> behind = new ArrayList<>();
    private final StringBuilder table = new StringBuilder();
    private int errors;

    private Walk(Path home, List<String> user) {
        this.home = home;
        clone = home.resolve("fenestra");
        this.user = user;
    }

    /**
     * A line of guides.txt, with what belongs to it.
     *
     * @param kind "$" types a command, "<" saves a block of the page, "-" is left to the reader
     * @param text the command, or the file to save
     * @param notes word and rest of each line below it
     */
    record Step(char kind, String text, List<String[]> notes) {
        List<String> all(String word) {
            return notes.stream()
                    .filter(it -> it[0].equals(word))
                    .map(it -> it[1])
                    .toList();
        }

        String one(String word, String other) {
            List<String> all = all(word);
            return all.isEmpty() ? other : all.getFirst();
        }
    }

    /** A guide: its title, its page, and its steps. */
    record Guide(String title, Path page, List<Step> steps) {}

    /** What a command came to: the exit code is -1 when it was ended. */
    record Outcome(int exit, String output, double seconds) {}

    static List<Guide> guides() throws IOException {
        List<Guide> guides = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("module-tools/src/guides/guides.txt"))) {
            if (line.startsWith("== ")) {
                String[] title = line.substring(3).split(": ", 2);
                guides.add(new Guide(title[1], ROOT.resolve(title[0]), new ArrayList<>()));
            } else if (line.startsWith("  ")) {
                String[] note = (line.strip() + " ").split(" ", 2);
                guides.getLast().steps.getLast().notes.add(new String[] {note[0], note[1].strip()});
            } else if (!line.isBlank() && !line.startsWith("#")) {
                guides.getLast().steps.add(new Step(line.charAt(0), line.substring(2), new ArrayList<>()));
            }
        }
        return guides;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        List<String> rest = new ArrayList<>(List.of(arguments));
        Path repository = Path.of(option(rest, "--repository", System.getProperty("user.home") + "/.m2/repository"));
        String uid = option(rest, "--user", "54321");
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        Path home = Files.createTempDirectory("fenestra-guides-");
        List<String> ordinary = List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups");
        Walk walk = new Walk(home, isRoot ? ordinary : List.of());
        Files.createDirectories(TARGET);
        try {
            walk.prepare(repository, isRoot ? uid : "");
            for (Guide guide : guides()) {
                if (rest.isEmpty() || rest.stream().anyMatch(guide.title::contains)) {
                    walk.walk(guide);
                }
            }
        } finally {
            walk.end();
            walk.run(ROOT, List.of("rm", "-rf", home.toString()), "", false);
        }
        Files.writeString(TARGET.resolve("walk.txt"), walk.table);
        System.out.print(walk.table);
        System.out.println(walk.errors + " unannounced errors; what the commands said: " + TARGET);
        System.exit(walk.errors == 0 ? 0 : 1);
    }

    private static String option(List<String> arguments, String name, String other) {
        int at = arguments.indexOf(name);
        if (at < 0) {
            return other;
        }
        arguments.remove(at);
        return arguments.remove(at);
    }

    /** The sources as they are here, committed or not; a repository; and what tells Maven where it is. */
    private void prepare(Path repository, String uid) throws IOException, InterruptedException {
        String copy = """
            set -e
            mkdir -p %1$s/fenestra %1$s/.m2/repository
            cd %2$s
            git -c safe.directory='*' ls-files -co --exclude-standard -z \
                | tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C %1$s/fenestra
            cd %3$s
            tar -c --exclude=./dev/fenestra . | tar -x -C %1$s/.m2/repository
            """.formatted(home, ROOT, repository);
        if (!uid.isEmpty()) {
            copy += "chown -R " + uid + ":" + uid + " " + home + "\n";
        }
        Outcome done = run(ROOT, List.of("sh", "-c", copy), "", false);
        if (done.exit != 0) {
            throw new IOException("cannot prepare " + home + ": " + done.output);
        }
    }

    private void walk(Guide guide) throws IOException, InterruptedException {
        Path log = TARGET.resolve(guide.title.replace(' ', '-') + ".log");
        Files.writeString(log, "");
        for (Step step : guide.steps) {
            if (step.kind == '<') {
                save(guide, step);
            } else if (step.kind == '$') {
                take(guide, step, log);
            }
        }
        end();
    }

    /** The block of the page that has the text of the note "block". */
    private void save(Guide guide, Step step) throws IOException, InterruptedException {
        String sought = step.one("block", "");
        Path page = step.all("of").isEmpty() ? guide.page : ROOT.resolve(step.one("of", ""));
        String block = Pattern.compile("(?ms)^```\\w*\\n(.*?)^```")
                .matcher(Files.readString(page))
                .results()
                .map(it -> it.group(1))
                .filter(it -> it.contains(sought))
                .findFirst()
                .orElseThrow(() -> new IOException(page + " has no block with " + sought));
        String write = "mkdir -p \"$(dirname " + step.text + ")\" && cat > " + step.text;
        run(clone, as(List.of("sh", "-c", write)), block, true);
    }

    private void take(Guide guide, Step step, Path log) throws IOException, InterruptedException {
        String command = step.one("as", step.text);
        for (String needed : step.all("needs")) {
            if (Stream.of(System.getenv("PATH").split(":")).noneMatch(it -> new File(it, needed).canExecute())) {
                tell(guide, step, "", "left out: there is no " + needed + " here");
                return;
            }
        }
        if (!step.all("behind").isEmpty() || !step.all("listens").isEmpty()) {
            behind(guide, step, command, log);
            return;
        }
        String input = step.one("types", "").isEmpty() ? "" : javaOf(guide.page);
        Outcome outcome = run(clone, as(List.of("sh", "-c", command)), input, true);
        Files.writeString(
                log,
                Files.readString(log) + "$ " + command + "\n" + outcome.output + "(exit " + outcome.exit + ")\n\n");
        String error = firstError(step, outcome);
        errors += error.isEmpty() ? 0 : 1;
        String failed = step.all("fails").isEmpty() ? "" : "fails, as the guide says";
        tell(guide, step, String.format(Locale.ROOT, "%.1f s", outcome.seconds), error.isEmpty() ? failed : error);
    }

    /** What the page tells the reader to type into a shell of Java. */
    private static String javaOf(Path page) throws IOException {
        return Pattern.compile("(?ms)^```java\\n(.*?)^```")
                .matcher(Files.readString(page))
                .results()
                .map(it -> it.group(1))
                .collect(Collectors.joining("\n", "", "\n/exit\n"));
    }

    /** The first thing that the guide does not announce; empty when there is none. */
    static String firstError(Step step, Outcome outcome) {
        List<String> fails = step.all("fails");
        for (String said :
                Stream.concat(step.all("says").stream(), fails.stream()).toList()) {
            if (!outcome.output.contains(said)) {
                String error = outcome.output
                        .lines()
                        .filter(ERROR.asMatchPredicate())
                        .findFirst()
                        .orElse("");
                return "does not say \"" + said + "\"" + (error.isEmpty() ? "" : ", but: " + error);
            }
        }
        int limit = Integer.parseInt(step.one("within", "" + PATIENCE));
        if (outcome.seconds > limit) {
            return "takes more than " + limit + " s";
        }
        if (fails.isEmpty()) {
            String error = outcome.output
                    .lines()
                    .filter(ERROR.asMatchPredicate())
                    .findFirst()
                    .orElse("");
            return error.isEmpty() && outcome.exit != 0 ? "exit " + outcome.exit : error;
        }
        return outcome.exit == 0 ? "does not fail, but the guide says so" : "";
    }

    /** Starts a command that goes on while the next ones run, and waits until it has said what the note asks for. */
    private void behind(Guide guide, Step step, String command, Path log) throws IOException, InterruptedException {
        Path output = TARGET.resolve("behind-" + behind.size() + ".log");
        Process process = start(clone, as(List.of("sh", "-c", "exec " + command)), output, true);
        process.getOutputStream().close();
        behind.add(process);
        long begin = System.nanoTime();
        while (process.isAlive() && !isReady(step, output) && seconds(begin) < PATIENCE) {
            Thread.sleep(100);
        }
        boolean isThere = isReady(step, output);
        errors += isThere ? 0 : 1;
        String goesOn = "$ " + command + " &  # goes on: " + output.getFileName() + "\n\n";
        Files.writeString(log, Files.readString(log) + goesOn);
        String time = String.format(Locale.ROOT, "%.1f s", seconds(begin));
        tell(guide, step, time, isThere ? "goes on" : "does not become ready");
    }

    /** What a program prints may stay in its buffer, so a server of TCP is known by its port. */
    private static boolean isReady(Step step, Path output) throws IOException {
        if (step.all("listens").isEmpty()) {
            return Files.readString(output).contains(step.one("behind", ""));
        }
        String port = String.format(":%04X ", Integer.parseInt(step.one("listens", "")));
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6").anyMatch(table -> isListening(Path.of(table), port));
    }

    private static boolean isListening(Path table, String port) {
        try {
            return Files.readAllLines(table).stream()
                    .map(line -> line.strip().split(" +"))
                    .anyMatch(fields -> fields[3].equals("0A") && (fields[1] + " ").endsWith(port));
        } catch (IOException none) {
            return false;
        }
    }

    private void tell(Guide guide, Step step, String time, String note) {
        String remark = note.isEmpty() ? "" : "   # " + note;
        String line = String.format("%-14s %8s  %s%s%n", guide.title, time, step.text, remark);
        table.append(line);
        System.out.print(line);
        System.out.flush();
    }

    private void end() throws InterruptedException {
        for (Process process : behind.reversed()) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        behind.clear();
    }

    private List<String> as(List<String> command) {
        return Stream.concat(user.stream(), command.stream()).toList();
    }

    private Outcome run(Path folder, List<String> command, String input, boolean isOrdinary)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("walk", ".log");
        long begin = System.nanoTime();
        Process process = start(folder, command, output, isOrdinary);
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // A command that reads nothing may be gone already.
        }
        boolean isOver = process.waitFor(PATIENCE, TimeUnit.SECONDS);
        if (!isOver) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        String said = COLOUR.matcher(Files.readString(output)).replaceAll("");
        Files.delete(output);
        return new Outcome(isOver ? process.exitValue() : -1, said, seconds(begin));
    }

    /** The environment of somebody who has just logged in. Maven's own JVM may be too old to ask for HOME. */
    private Process start(Path folder, List<String> command, Path output, boolean isOrdinary) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        if (isOrdinary) {
            Map<String, String> environment = builder.environment();
            String path = environment.get("PATH");
            environment.clear();
            environment.putAll(Map.of(
                    "PATH", path, "HOME", home.toString(), "LANG", "C.UTF-8", "MAVEN_OPTS", "-Duser.home=" + home));
        }
        return builder.start();
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }
}
