package dev.fenestra.tools.conformance.cases;

import com.google.common.base.Suppliers;
import dev.fenestra.tools.conformance.ConformanceCase;
import java.util.List;
import java.util.function.Supplier;

/** Cases that belong together: those of one table. They are made when they are asked for, once. */
public final class CaseGroup {
    private final String title;
    private final Supplier<List<ConformanceCase>> cases;

    /**
     * @param table makes the cases
     */
    CaseGroup(String title, Supplier<List<ConformanceCase>> table) {
        this.title = title;
        cases = Suppliers.memoize(() -> List.copyOf(table.get()));
    }

    /** What the table is about. No two groups have the same title. */
    public String title() {
        return title;
    }

    /** The cases, in the order in which they run. */
    public List<ConformanceCase> cases() {
        return cases.get();
    }
}
