package dev.fenestra.tools.linux;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A meeting of the two verbs interfaces.
 *
 * @param isLinuxFirst whether Linux sends the requests
 */
record EndpointCase(String name, boolean isLinuxFirst, Impairment impairment, Body body) {
    /** What happens in a meeting; the buffers of both sides are compared after it. */
    interface Body {
        void run(Meeting meeting) throws IOException;
    }

    /** A row of a table of cases. */
    record Row(String name, Body body) {}

    /** All of them, from both sides. */
    static List<EndpointCase> all() {
        List<Row> rows = new ArrayList<>(TransferCases.ROWS);
        rows.addAll(WindowCases.ROWS);
        rows.addAll(RefusalCases.ROWS);
        rows.addAll(DatagramCases.ROWS);
        rows.addAll(TrafficCases.ROWS);
        List<EndpointCase> cases = new ArrayList<>();
        rows.forEach(row -> addBoth(cases, row, Impairment.NONE));
        for (Impairment impairment : Impairment.values()) {
            if (impairment != Impairment.NONE) {
                TransferCases.UNDER_IMPAIRMENT.forEach(row -> addBoth(cases, row, impairment));
                TrafficCases.ROWS.forEach(row -> addBoth(cases, row, impairment));
            }
        }
        return cases;
    }

    private static void addBoth(List<EndpointCase> cases, Row row, Impairment impairment) {
        cases.add(new EndpointCase(row.name(), false, impairment, row.body()));
        cases.add(new EndpointCase(row.name(), true, impairment, row.body()));
    }

    /** The case without its roles. */
    String title() {
        return name + impairment.suffix();
    }

    String role() {
        return (isLinuxFirst ? "Linux" : "Fenestra") + " asks";
    }

    @Override
    public String toString() {
        return name + ", " + role() + impairment.suffix();
    }
}
