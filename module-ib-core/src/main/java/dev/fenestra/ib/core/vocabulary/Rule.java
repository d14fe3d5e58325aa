package dev.fenestra.ib.core.vocabulary;

/**
 * One check of the stack, as data: what it demands, who says so, and what a violation leads to. Layers keep theirs in
 * enums.
 */
public interface Rule {

    RuleFacts facts();

    default String id() {
        return facts().id();
    }

    default String text() {
        return facts().text();
    }

    default String violation() {
        return facts().violation();
    }

    default String source() {
        return facts().source();
    }

    default String outcome() {
        return facts().outcome();
    }
}
