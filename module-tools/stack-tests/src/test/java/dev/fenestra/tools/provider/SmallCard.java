package dev.fenestra.tools.provider;

/**
 * A legal card that differs from ours in everything that the specification leaves open: little of each resource, one
 * piece per request, no inline data, keys and QP numbers that never come again. It moves no binding ledger, so that it
 * refuses by itself what the kernel would refuse.
 */
final class SmallCard {
    private static final String PD = "found.pd() != qp.pd()";
    private static final String COVERS = "!found.covers(address, length)";
    private static final String THROUGH = "window.type() == MwType.TYPE_2 && !window.isBoundThrough(qp)";

    private SmallCard() {}

    static PatchedProvider provider() throws ProviderException {
        return order(policies(limits(PatchedProvider.nova())))
                .with("Region.java", "LEDGER.setRelease(ledger.segment(), ledger.offset(), bound);", "");
    }

    private static PatchedProvider limits(PatchedProvider nova) {
        return nova.with("NovaDevice.java", ".maxQpWr(1024)", ".maxQpWr(16)")
                .with("NovaDevice.java", ".maxSge(16)", ".maxSge(1)")
                .with("NovaDevice.java", ".maxCqe(MANY)", ".maxCqe(32)")
                .with("NovaDevice.java", ".maxMr(MANY)", ".maxMr(Card.MOST_REGIONS)")
                .with("NovaDevice.java", ".maxMw(MANY)", ".maxMw(Card.MOST_WINDOWS)")
                .with("Card.java", "    private final Gid gid;", """
                        static final int MOST_REGIONS = 24;
                        static final int MOST_WINDOWS = 24;
                        int regionsAlive;
                        int windowsAlive;
                        private final Gid gid;\
                    """)
                .with("Regions.java", "            Region region = new Region(", """
                    if (card.regionsAlive == Card.MOST_REGIONS) {
                        throw new VerbsException(NovaRule.ROOM, "regions");
                    }
                    card.regionsAlive++;
                    Region region = new Region(\
                    """)
                .with(
                        "Regions.java",
                        "card.keys().remove(region);",
                        "card.keys().remove(region);\ncard.regionsAlive--;")
                .with("Windows.java", "            Window window = new Window(", """
                    if (card.windowsAlive == Card.MOST_WINDOWS) {
                        throw new dev.fenestra.ib.core.vocabulary.VerbsException(
                                NovaRule.ROOM, "windows");
                    }
                    card.windowsAlive++;
                    Window window = new Window(\
                    """)
                .with(
                        "Windows.java",
                        "card.keys().remove(window);",
                        "card.keys().remove(window);\ncard.windowsAlive--;")
                .with("NovaRule.java", "    HALVES(", """
                    ROOM("NOVA-20", "there is room", "there is no more room", "man ibv_reg_mr", Errno.ENOMEM),
                    HALVES(\
                    """)
                .with("Work.java", "MAX_INLINE = 64", "MAX_INLINE = 0")
                .with("Message.java", "MAX_BYTES = 1 << 16", "MAX_BYTES = 1 << 12");
    }

    /** Indexes are counted up and never used again; tags go on by 91 from key to key. */
    private static PatchedProvider policies(PatchedProvider nova) {
        return nova.with(
                        "KeyTable.java",
                        "Integer index = freed.poll();",
                        "int index = entries.size();\n        lastTag += 91;")
                .with("KeyTable.java", """
                            if (index == null) {
                                index = entries.size();
                                entries.add(null);
                                nextTags.add(0);
                            }
                    """, "        entries.add(null);\n")
                .with("KeyTable.java", "nextTags.get(index)", "lastTag")
                .with(
                        "KeyTable.java",
                        "        nextTags.set(index, MemoryKey.tag(entry.key()) + 1);\n        freed.add(index);\n",
                        "")
                .with(
                        "KeyTable.java",
                        "private final List<Integer> nextTags = new ArrayList<>();",
                        "private int lastTag;")
                .with("KeyTable.java", "    private final Deque<Integer> freed = new ArrayDeque<>();\n", "")
                .with("KeyTable.java", "        nextTags.add(0);\n", "")
                .with("Card.java", """
                            int number = 1;
                            while (find(number) != null) {
                                number++;
                            }
                            return number;
                    """, "        return ++lastQpNumber;\n")
                .with(
                        "Card.java",
                        "    private final Wire wire;",
                        "    private int lastQpNumber;\n    private final Wire wire;");
    }

    /** When a request breaks two rules, this card checks the other one first. */
    private static PatchedProvider order(PatchedProvider nova) {
        String access = "AccessChecks.java";
        String binds = "WindowUnit.java";
        PatchedProvider swapped = swapped(nova, access, PD, "R3", COVERS, "R6");
        swapped = swapped(swapped, access, PD, "L4", COVERS, "L6");
        swapped = swapped(swapped, access, "window.pd() != qp.pd()", "A2", THROUGH, "A3");
        swapped = swapped(swapped, access, "!window.grants(right)", "A5", "!window.covers(address, length)", "A7");
        swapped = swapped(swapped, binds, "region.pd() != qp.pd()", "B8", "!region.grants(AccessFlag.MW_BIND)", "B10");
        return swapped(swapped, binds, "!isType1 && window.isBound()", "B4", "window.pd() != qp.pd()", "B5");
    }

    /** Exchanges two checks of a file, each an if with the rule that it returns. */
    private static PatchedProvider swapped(
            PatchedProvider nova, String file, String first, String firstRule, String second, String secondRule) {
        String mark = "if (true == false) {\n            return NovaRule." + firstRule + ";";
        return nova.with(file, check(first, firstRule), mark)
                .with(file, check(second, secondRule), check(first, firstRule))
                .with(file, mark, check(second, secondRule));
    }

    private static String check(String condition, String rule) {
        return "if (" + condition + ") {\n            return NovaRule." + rule + ";";
    }
}
