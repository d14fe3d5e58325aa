package dev.fenestra.tools.conformance.kit;

import java.util.Optional;

/** Pages about single cases, for reports to lead to. */
@FunctionalInterface
public interface CasePages {
    /** In place of the id of a case: the program in which the oracle saw a difference. */
    String ORACLE = "ORACLE";

    /** No case has one. */
    CasePages NONE = (_, _) -> Optional.empty();

    /**
     * The page of a case.
     *
     * @param provider that ran it
     * @param caseId its id
     * @return its address, relative to the report; empty when there is none
     */
    Optional<String> of(String provider, String caseId);
}
