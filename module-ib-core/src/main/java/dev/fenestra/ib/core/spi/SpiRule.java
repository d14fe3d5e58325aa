package dev.fenestra.ib.core.spi;

import dev.fenestra.ib.core.vocabulary.Rule;
import dev.fenestra.ib.core.vocabulary.RuleFacts;

/** Rules that the SPI itself enforces. */
public enum SpiRule implements Rule {
    UNSUPPORTED("SPI-1", "the device offers the operation", "rdma-core dummy_ops.c", "EOPNOTSUPP"),
    P1("P1", "ibv_bind_mw takes a type-1 window", "verbs.h ibv_bind_mw", "EINVAL"),
    P2("P2", "a bind without a region has address 0 and length 0", "verbs.h ibv_bind_mw", "EINVAL"),
    P3("P3", "window and region belong to one PD", "verbs.h ibv_bind_mw", "EPERM");

    private final RuleFacts facts;

    SpiRule(String id, String text, String source, String outcome) {
        facts = new RuleFacts(id, text, source, outcome);
    }

    @Override
    public RuleFacts facts() {
        return facts;
    }
}
