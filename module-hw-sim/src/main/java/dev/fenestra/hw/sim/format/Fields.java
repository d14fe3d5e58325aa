package dev.fenestra.hw.sim.format;

import java.util.Arrays;

/**
 * Which word of a structure has which meaning. A meaning without a word is {@link Word#ABSENT}.
 *
 * @param <R> the meanings
 */
public final class Fields<R extends Enum<R>> {
    private final Word[] words;

    private Fields(Word[] words) {
        this.words = words;
    }

    /**
     * {@return a table without words}
     *
     * @param <R> the meanings
     * @param roles the meanings
     */
    public static <R extends Enum<R>> Fields<R> of(Class<R> roles) {
        Word[] none = new Word[roles.getEnumConstants().length];
        Arrays.fill(none, Word.ABSENT);
        return new Fields<>(none);
    }

    /**
     * {@return this table with one more word}
     *
     * @param role its meaning
     * @param word the word
     */
    public Fields<R> with(R role, Word word) {
        Word[] more = words.clone();
        more[role.ordinal()] = word;
        return new Fields<>(more);
    }

    /**
     * {@return the word of a meaning}
     *
     * @param role the meaning
     */
    public Word word(R role) {
        return words[role.ordinal()];
    }
}
