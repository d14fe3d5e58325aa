package dev.fenestra.tools.cli;

import java.util.Collection;
import java.util.List;

/** Names that a user may have meant: a letter more, less, wrong, or two letters in the wrong order. */
final class NearNames {
    /** So many letters of a name allow one slip. */
    private static final int LETTERS_PER_SLIP = 3;

    private static final int MOST_SLIPS = 2;

    private NearNames() {}

    /** {@return the names with the fewest slips, if these are few} */
    static List<String> to(String said, Collection<String> names) {
        int most = Math.min(MOST_SLIPS, said.length() / LETTERS_PER_SLIP);
        int least = names.stream().mapToInt(name -> slips(said, name)).min().orElse(Integer.MAX_VALUE);
        return least > most
                ? List.of()
                : names.stream().filter(name -> slips(said, name) == least).toList();
    }

    /** The distance of Damerau and Levenshtein, with adjacent swaps only. */
    static int slips(String one, String other) {
        int[][] slips = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                slips[i][j] = i == 0 || j == 0 ? i + j : least(slips, one, other, i, j);
            }
        }
        return slips[one.length()][other.length()];
    }

    private static int least(int[][] slips, String one, String other, int i, int j) {
        boolean isSame = one.charAt(i - 1) == other.charAt(j - 1);
        int least = Math.min(slips[i - 1][j - 1] + (isSame ? 0 : 1), 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
        boolean isSwapped =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return isSwapped ? Math.min(least, slips[i - 2][j - 2] + 1) : least;
    }
}
