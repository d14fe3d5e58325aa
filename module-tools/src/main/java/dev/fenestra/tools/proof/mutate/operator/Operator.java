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
    /** A number that is added, subtracted or compared is one more. */
    OFF_BY_ONE(Constants::offByOne),
    /** Another number is one more; 0 and false are 1 and true, or the reverse. */
    CONSTANT(Constants::change),
    /** A mask has the bits beside its own as well. */
    WIDEN_MASK(Constants::widen),
    /** A mask, or flags that are set, lack their lowest bit. */
    DROP_BIT(Constants::narrow),
    /** What is on the right of {@code |} is forgotten, unless it is a number in the code. */
    FORGET_FLAG(Effects::forget),
    /** {@code +} is {@code -}, or the reverse. */
    SUM(Effects::sum),
    /** A field, or an element of an array of numbers, keeps what it had. */
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
