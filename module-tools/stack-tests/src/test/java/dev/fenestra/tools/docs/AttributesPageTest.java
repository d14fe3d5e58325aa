package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.fenestra.ib.core.cm.CmOption;
import dev.fenestra.ib.core.vocabulary.QpAttribute;
import dev.fenestra.tools.observe.rules.RuleEntry;
import dev.fenestra.tools.observe.rules.RuleTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/attributes.md has each attribute of the C headers, and rules that exist. */
class AttributesPageTest {
    private static final Path PAGE = Path.of("../docs/attributes.md");
    private static final Path VERBS = Path.of("/usr/include/infiniband/verbs.h");
    private static final Path CM = Path.of("/usr/include/rdma/rdma_cma.h");
    private static final Pattern HEADING = Pattern.compile("## `(?:enum |struct )?(\\w+)`.*");
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\|.*\\|");
    private static final Pattern RULE = Pattern.compile("\\b[A-Z]+-\\d+\\b");
    private static final Pattern MEMBER = Pattern.compile("(\\w+)\\s*;");
    private static final Pattern BIT = Pattern.compile("(?m)^\\s*(IBV_QP_\\w+)\\s*=");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

    /** The attributes of each table, by its heading. */
    private static Map<String, List<String>> tables() throws IOException {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(PAGE)) {
            Matcher heading = HEADING.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                rows = new ArrayList<>();
                tables.put(heading.group(1), rows);
            } else if (row.matches()) {
                rows.add(row.group(1));
            }
        }
        return tables;
    }

    private static List<String> table(String name) throws IOException {
        List<String> rows = tables().get(name);
        assertNotNull(rows, name);
        return rows;
    }

    /** What stands between the braces of a type, without comments. */
    private static String body(Path header, String type) throws IOException {
        assumeTrue(Files.exists(header), header + " is missing: libibverbs-dev, librdmacm-dev");
        Matcher found = Pattern.compile("(?s)\\b" + type + " \\{(.*?)\\n\\};").matcher(Files.readString(header));
        assertTrue(found.find(), type);
        return COMMENT.matcher(found.group(1)).replaceAll("");
    }

    private static List<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1)).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ibv_ah_attr",
                "ibv_global_route",
                "ibv_qp_init_attr",
                "ibv_qp_cap",
                "ibv_srq_attr",
                "ibv_moderate_cq"
            })
    void shouldHaveEachMemberOfAStructure(String name) throws IOException {
        assertEquals(names(MEMBER, body(VERBS, "struct " + name)), table(name));
    }

    @Test
    void shouldHaveEachParameterOfAConnection() throws IOException {
        assertEquals(names(MEMBER, body(CM, "struct rdma_conn_param")), table("rdma_conn_param"));
    }

    @Test
    void shouldHaveEachBitOfTheMaskOfModifyQp() throws IOException {
        List<String> rows = table("ibv_qp_attr_mask");
        assertEquals(names(BIT, body(VERBS, "enum ibv_qp_attr_mask")), rows);
        for (QpAttribute attribute : QpAttribute.values()) {
            assertTrue(rows.contains("IBV_QP_" + attribute), attribute.name());
        }
    }

    @Test
    void shouldHaveEachOptionOfAnId() throws IOException {
        List<String> options = List.of("TOS", "REUSEADDR", "AFONLY", "ACK_TIMEOUT");
        assertEquals(CmOption.values().length, options.size());
        assertEquals(options.stream().map("RDMA_OPTION_ID_"::concat).toList(), table("RDMA_OPTION_ID"));
    }

    @Test
    void shouldNameRulesThatExist() throws IOException {
        Set<String> known =
                RuleTable.assemble().entries().stream().map(RuleEntry::id).collect(Collectors.toSet());
        List<String> unknown = RULE.matcher(Files.readString(PAGE))
                .results()
                .map(MatchResult::group)
                .filter(id -> !known.contains(id))
                .toList();
        assertEquals(List.of(), unknown);
    }
}
