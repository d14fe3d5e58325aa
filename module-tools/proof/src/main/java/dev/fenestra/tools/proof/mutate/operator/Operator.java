package dev.fenestra.tools.proof.mutate.operator;

import java.util.Optional;

/** A kind of defect. Each changes one place of one method. */
public enum Operator {
    /** A conditional throw or return is never taken. */
    DROP_CHECK(Conditions::drop),
    /** Any other condition is negated. */
    NEGATE(Conditions::negate),
    /** {@code <} is {@code <=}, {@code >} is {@code >=}, or the reverse. */
    BOUND(Conditions::bound),
    /** A constant that is added, subtracted or compared is one more. */
    OFF_BY_ONE(Constants::offByOne),
    /** Another constant is one more; 0 and false become 1 and true, or the reverse. */
    CONSTANT(Constants::change),
    /** A mask has the neighbouring bits as well. */
    WIDEN_MASK(Constants::widen),
    /** A mask, or flags that are set, lack their lowest bit. */
    DROP_BIT(Constants::narrow),
    /** The right side of {@code |} is left out, unless it is a constant. */
    FORGET_FLAG(Effects::forget),
    /** {@code +} is {@code -}, or the reverse. */
    SUM(Effects::sum),
    /** A field, or an element of an array of numbers, keeps its value. */
    LOSE_STORE(Effects::lose),
    /** A call whose result is not used is left out. */
    SKIP_CALL(Effects::skip);

    private final Finder finder;

    Operator(Finder finder) {
        this.finder = finder;
    }

    Optional<Edit> at(Body body, int index) {
        return finder.at(body, index);
    }
}
