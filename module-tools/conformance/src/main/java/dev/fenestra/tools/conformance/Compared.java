package dev.fenestra.tools.conformance;

import dev.fenestra.ib.core.vocabulary.MemoryKey;
import dev.fenestra.uverbs.memory.RemoteBuffer;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a refusal must say that it compared. Its words are the device's own; the keys and numbers in them are not: a key
 * is {@code 0x000011:05} or {@code 0x00001105}, other numbers are hexadecimal or decimal.
 */
public final class Compared {
    private static final Pattern NUMBER = Pattern.compile("0x([0-9a-f]{1,16})(?::([0-9a-f]{2}))?|\\b(\\d{1,20})\\b");

    private static final int HEX = 16;

    private final List<Demand> demands;

    /** One thing that the text must name. */
    private record Demand(String text, Predicate<Set<Long>> isMet) {}

    private Compared(List<Demand> demands) {
        this.demands = List.copyOf(demands);
    }

    /**
     * A key.
     *
     * @param key an L_Key or R_Key
     * @return the demand
     */
    public static Compared key(int key) {
        return new Compared(List.of()).andKey(key);
    }

    /**
     * The key and the range of an access.
     *
     * @param range what was accessed
     * @return the demand
     */
    public static Compared access(RemoteBuffer range) {
        return key(range.rkey()).at(range.address(), range.length());
    }

    /**
     * One more key.
     *
     * @param key an L_Key or R_Key
     * @return more demands
     */
    public Compared andKey(int key) {
        return and("key " + MemoryKey.text(key), Integer.toUnsignedLong(key));
    }

    /**
     * A range that was asked for.
     *
     * @param address first byte
     * @param length bytes
     * @return more demands
     */
    public Compared at(long address, long length) {
        return and("address 0x" + Long.toHexString(address), address).and("length " + length, length);
    }

    /**
     * The bounds that the range was compared with: where they begin, and how long they are or where they end.
     *
     * @param bounds the right range
     * @return more demands
     */
    public Compared within(RemoteBuffer bounds) {
        long end = bounds.address() + bounds.length();
        Demand extent = new Demand(
                "length " + bounds.length() + " of the bounds",
                seen -> seen.contains(bounds.length()) || seen.contains(end) || seen.contains(end - 1));
        return and("start 0x" + Long.toHexString(bounds.address()) + " of the bounds", bounds.address())
                .and(extent);
    }

    /** The values that a text does not name; empty when it names all. */
    List<String> missingIn(String text) {
        Set<Long> seen = numbers(text);
        return demands.stream()
                .filter(demand -> !demand.isMet().test(seen))
                .map(Demand::text)
                .toList();
    }

    private Compared and(String text, long number) {
        return and(new Demand(text, seen -> seen.contains(number)));
    }

    private Compared and(Demand one) {
        List<Demand> more = new ArrayList<>(demands);
        more.add(one);
        return new Compared(more);
    }

    private static Set<Long> numbers(String text) {
        Set<Long> numbers = new HashSet<>();
        Matcher found = NUMBER.matcher(text);
        while (found.find()) {
            if (found.group(3) != null) {
                numbers.add(new BigInteger(found.group(3)).longValue());
            } else {
                String tag = found.group(2) == null ? "" : found.group(2);
                numbers.add(Long.parseUnsignedLong(found.group(1) + tag, HEX));
            }
        }
        return numbers;
    }
}
