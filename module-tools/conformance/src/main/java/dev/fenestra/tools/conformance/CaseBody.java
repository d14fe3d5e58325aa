package dev.fenestra.tools.conformance;

/** The program of a case. It ends when the statement holds, and throws {@link CaseFailedException} when it does not. */
@FunctionalInterface
public interface CaseBody {
    /**
     * Runs the case.
     *
     * @param bench two hosts in their first state
     */
    void run(CaseBench bench);
}
