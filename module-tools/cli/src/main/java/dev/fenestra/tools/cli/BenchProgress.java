package dev.fenestra.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What JMH says, line by line: shown as it comes, or only how far it is, or nothing. */
final class BenchProgress implements Consumer<String> {
    private static final Pattern SHARE =
            Pattern.compile("# Run progress: ([0-9]+)\\.([0-9]{2})% complete, ETA (?:([0-9]+)\\+)?(.*)");
    private static final Pattern NAME = Pattern.compile("# Benchmark: (?:.*\\.)?([^.]+\\.[^.]+)");
    private static final Pattern PARAMETERS = Pattern.compile("# Parameters: (.*)");
    private static final Pattern RESULT = Pattern.compile("Result \".*\":");
    private static final String NOTHING = "No matching benchmarks";
    private static final int WHOLE = 10_000;
    private static final int LAST_LINES = 20;
    private static final int SIXTY = 60;
    private static final int HOURS_PER_DAY = 24;

    private final ProgressBar bar;
    private final PrintWriter lines;
    private final boolean isQuiet;
    private final Deque<String> last = new ArrayDeque<>();
    private final List<String> measured = new ArrayList<>();
    private String present = "";
    private boolean isResultNext;
    private long seconds;
    private long done;

    /**
     * @param lines where what JMH says is printed
     * @param isQuiet whether neither that nor how far it is is shown
     */
    BenchProgress(Terminal terminal, PrintWriter lines, boolean isQuiet) {
        bar = new ProgressBar(terminal, "seconds of measuring", isQuiet);
        this.lines = lines;
        this.isQuiet = isQuiet;
    }

    @Override
    public synchronized void accept(String line) {
        remember(line);
        if (!isQuiet) {
            bar.clear();
            lines.println(line);
            lines.flush();
        }
        if (seconds > 0) {
            bar.moved(done, seconds);
        }
    }

    private void remember(String line) {
        last.addLast(line);
        if (last.size() > LAST_LINES) {
            last.removeFirst();
        }
        Matcher share = SHARE.matcher(line);
        Matcher name = NAME.matcher(line);
        Matcher parameters = PARAMETERS.matcher(line);
        if (share.matches()) {
            take(share);
        } else if (name.matches()) {
            present = name.group(1);
        } else if (parameters.matches()) {
            present += " " + parameters.group(1);
        } else if (isResultNext && !line.isBlank()) {
            measured.add(present + ": " + line.strip());
            isResultNext = false;
        } else if (RESULT.matcher(line).matches()) {
            isResultNext = true;
        }
    }

    /** At the beginning the remaining time is that of all. Later JMH corrects it, and so does the rate here. */
    private void take(Matcher share) {
        long part = Long.parseLong(share.group(1)) * 100 + Long.parseLong(share.group(2));
        if (part == 0) {
            long days = share.group(3) == null ? 0 : Long.parseLong(share.group(3));
            seconds = days * HOURS_PER_DAY * SIXTY * SIXTY + seconds(share.group(4));
        }
        done = seconds * part / WHOLE;
    }

    private static long seconds(String time) {
        long total = 0;
        for (String part : time.strip().split(":")) {
            total = total * SIXTY + (part.matches("[0-9]{1,9}") ? Long.parseLong(part) : 0);
        }
        return total;
    }

    /** Removes the bar. */
    void clear() {
        bar.clear();
    }

    /** The last lines, when JMH failed and nobody has seen them. */
    synchronized List<String> unseen() {
        return isQuiet ? List.copyOf(last) : List.of();
    }

    /** Whether JMH knows no benchmark of the name that it was given. */
    synchronized boolean isNothingFound() {
        return last.stream().anyMatch(line -> line.startsWith(NOTHING));
    }

    /** What has been measured so far, and how to go on. */
    synchronized String soFar() {
        StringBuilder text = new StringBuilder();
        text.append(String.format("%d benchmarks are measured", measured.size()));
        text.append(measured.isEmpty() ? "." : ":");
        measured.forEach(one -> text.append(String.format("%n  %s", one)));
        return text.append(
                        String.format("%nThese figures are not kept. To measure others alone: ./fenestra bench NAME"))
                .toString();
    }
}
