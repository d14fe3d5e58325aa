package dev.fenestra.hw.sim.hca.rules;

/** The device's rules of one letter, and what a violation leads to unless a rule names its own outcome. */
enum RuleFamily {
    /** Use of an R_Key or of a window. */
    A("NAK 0x62"),
    /** Binds. */
    B("MW_BIND_ERR"),
    /** Destruction. */
    D("EBUSY"),
    /** Fast registration. */
    F("MW_BIND_ERR"),
    /** Memory that does not answer. */
    H("LOC_PROT_ERR or NAK 0x62"),
    /** Invalidation. */
    I("MW_BIND_ERR or REM_INV_REQ_ERR"),
    /** Entries of layouts. */
    K("LOC_PROT_ERR or NAK 0x62"),
    /** Use of an L_Key. */
    L("LOC_PROT_ERR"),
    /** Configuration of mkeys. */
    M("MW_BIND_ERR"),
    /** Memory that is paged on demand. */
    O("LOC_PROT_ERR or NAK 0x62"),
    /** Queues in error. */
    Q("WR_FLUSH_ERR"),
    /** Use of an R_Key of a region. */
    R("NAK 0x62"),
    /** Transport. */
    T("NAK 0x61"),
    /** Datagrams. */
    U("dropped"),
    /** WQEs. */
    W("LOC_QP_OP_ERR"),
    /** XRC. */
    X("NAK 0x61");

    private final String outcome;

    RuleFamily(String outcome) {
        this.outcome = outcome;
    }

    static RuleFamily of(String ruleId) {
        return valueOf(ruleId.substring(0, 1));
    }

    String outcome() {
        return outcome;
    }
}
