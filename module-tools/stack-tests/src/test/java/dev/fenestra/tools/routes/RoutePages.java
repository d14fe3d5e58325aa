package dev.fenestra.tools.routes;

import java.util.List;
import java.util.SequencedMap;
import java.util.StringJoiner;

/** The pages that are made from the routes: a part of ARCHITECTURE.md, and docs/generated/routes.md. */
final class RoutePages {
    static final String BEGIN = "<!-- routes: made from routes.txt, and held by RoutesTest -->";
    static final String END = "<!-- end of routes -->";
    private static final String INTRODUCTION = """
        # Six routes, for somebody with a debugger

        This page is made by `mvn test -Dtest=RoutesTest -Dsurefire.failIfNoSpecifiedTests=false` from `routes.txt` in
        the tests of module-tools, and held by `RoutesTest`.

        The breakpoints of six trips through the stack, in the order in which they stop. The test compares each of them
        with a log of the methods, the first time that a trip is made and the fourth.

        Start a trip with `.ci/route -d TRIP`: it waits for a debugger at port 5005, then makes the trip once, on a
        virtual clock and, but for the C program's command, on one thread. Attach to it from an IDE, or with
        `jdb -attach 5005`. What a trip needs, such as connected QPs, is made before. So set one breakpoint first,
        in `Rounds.go` of `dev.fenestra.tools.routes`, and the others when it stops there. Each stops more than
        once on some trips; the tables have the order of their first stops. `.ci/route -m TRIP` prints all methods,
        with their packages. [ARCHITECTURE.md](../../ARCHITECTURE.md#the-routes) tells the same trips in short.
        """;

    private final List<RoutePlan> plans;

    RoutePages(List<RoutePlan> plans) {
        this.plans = plans;
    }

    /** The part of ARCHITECTURE.md, without its marks. */
    String part(SequencedMap<String, LoggedTrip> logs) {
        StringBuilder page = new StringBuilder();
        page.append("| trip | files entered |\n|---|---:|\n");
        logs.forEach((name, log) -> page.append("| `" + name + "` | " + log.files() + " |\n"));
        for (RoutePlan plan : plans) {
            page.append("\n### " + plan.heading() + "\n\n");
            page.append(
                    plan.hasPaths()
                            ? "| method | path | what happens |\n|---|---|---|\n"
                            : "| method | what happens |\n|---|---|\n");
            for (RoutePlan.Step step : plan.steps()) {
                if (step.isMain()) {
                    page.append(row(plan, step).add(step.happens()) + "\n");
                }
            }
        }
        return page.toString();
    }

    /** All of docs/generated/routes.md. */
    String page() {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (RoutePlan plan : plans) {
            page.append("\n## " + plan.heading() + "\n\n" + plan.introduction() + "\n\nStart: ");
            StringJoiner starts = new StringJoiner("; on the general path ");
            plan.trips().forEach(trip -> starts.add("`.ci/route -d " + trip + "`"));
            page.append(starts + ".\n\n");
            page.append(
                    plan.hasPaths()
                            ? "| breakpoint | path | what you see there | look at |\n|---|---|---|---|\n"
                            : "| breakpoint | what you see there | look at |\n|---|---|---|\n");
            plan.steps()
                    .forEach(step ->
                            page.append(row(plan, step).add(step.happens()).add(step.look()) + "\n"));
        }
        return page.toString();
    }

    private static StringJoiner row(RoutePlan plan, RoutePlan.Step step) {
        StringJoiner row = new StringJoiner(" | ", "| ", " |");
        row.add("`" + step.method() + "`");
        if (plan.hasPaths()) {
            row.add(step.path().equals("both") ? "" : step.path());
        }
        return row;
    }
}
