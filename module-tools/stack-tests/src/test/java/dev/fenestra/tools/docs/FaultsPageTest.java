package dev.fenestra.tools.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.observe.faults.FaultPlanJson;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/faults.md and its schema say what the reader of fault plans does. */
class FaultsPageTest {
    private static final Path PAGE = Path.of("../docs/faults.md");
    private static final Path SCHEMA = Path.of("../docs/faults.schema.json");
    /** A member that is taken and not read. */
    private static final String OF_EDITORS = "$schema";
    /** An object of the format, with a hole for members. */
    private static final Map<String, String> PLACES = Map.of(
            "/properties", "{%s}",
            "/$defs/fault/properties", "{\"faults\": [{\"action\": \"delay\", %s}]}",
            "/$defs/rates/properties", "{\"rates\": {%s}}");

    private static JsonNode schema = new ObjectMapper().createObjectNode();

    @BeforeAll
    static void readSchema() throws IOException {
        schema = new ObjectMapper().readTree(SCHEMA.toFile());
    }

    private static boolean isTaken(String place, String member, String value) {
        try {
            FaultPlanJson.read(place.formatted("\"" + member + "\": " + value));
            return true;
        } catch (InputException e) {
            return false;
        }
    }

    @Test
    void shouldShowPlansThatCanBeRead() throws Exception {
        List<String> plans = DocPage.blocks(PAGE, "json");
        assertTrue(plans.size() >= 5, "plans: " + plans.size());
        for (String text : plans) {
            FaultPlan plan = FaultPlanJson.read(text);
            assertNotEquals(FaultPlan.NONE, plan);
            assertEquals(plan, FaultPlanJson.read(FaultPlanJson.write(plan)));
        }
    }

    @Test
    void shouldHaveTheMembersOfTheFormatInTheSchema() {
        PLACES.forEach((where, place) -> {
            InputException refused =
                    assertThrows(InputException.class, () -> FaultPlanJson.read(place.formatted("\"none\": 1")));
            TreeSet<String> named = new TreeSet<>(
                    schema.at(where).propertyStream().map(Map.Entry::getKey).toList());
            named.remove(OF_EDITORS);
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.endsWith("there are " + String.join(", ", named)), message);
        });
    }

    @Test
    void shouldHaveTheActionsInTheSchema() {
        List<String> actions = new ArrayList<>();
        schema.at("/$defs/fault/properties/action/enum").forEach(action -> actions.add(action.asText()));
        assertEquals(
                Stream.of(FaultAction.values())
                        .map(action -> action.name().toLowerCase(Locale.ROOT))
                        .toList(),
                actions);
    }

    @Test
    void shouldTakeTheEndsOfEachRangeAndNothingBeyond() {
        List<String> wrong = new ArrayList<>();
        PLACES.forEach((where, place) -> schema.at(where)
                .propertyStream()
                .filter(member -> member.getValue().has("maximum"))
                .forEach(member -> {
                    BigInteger least = member.getValue().get("minimum").bigIntegerValue();
                    BigInteger most = member.getValue().get("maximum").bigIntegerValue();
                    String name = member.getKey();
                    check(wrong, isTaken(place, name, least.toString()), name + " takes " + least);
                    check(wrong, isTaken(place, name, most.toString()), name + " takes " + most);
                    BigInteger below = least.subtract(BigInteger.ONE);
                    BigInteger above = most.add(BigInteger.ONE);
                    check(wrong, !isTaken(place, name, below.toString()), name + " refuses " + below);
                    check(wrong, !isTaken(place, name, above.toString()), name + " refuses " + above);
                }));
        assertEquals(List.of(), wrong);
    }

    private static void check(List<String> wrong, boolean holds, String claim) {
        if (!holds) {
            wrong.add("it is not so that " + claim);
        }
    }

    @Test
    void shouldDescribeEachMemberAndNameEachOpcode() throws IOException {
        String page = Files.readString(PAGE);
        List<String> missing = new ArrayList<>();
        PLACES.keySet()
                .forEach(where -> schema.at(where).propertyStream().forEach(member -> {
                    check(missing, page.contains("`" + member.getKey() + "`"), member.getKey() + " is in the page");
                }));
        for (WireOpcode opcode : WireOpcode.values()) {
            String operation = opcode.name().replaceFirst("^(RC|UC|UD|XRC|SRD)_", "");
            check(
                    missing,
                    page.contains("`" + operation + "`") || page.contains("`" + opcode.name() + "`"),
                    opcode + " is in the page");
        }
        assertEquals(List.of(), missing);
    }
}
