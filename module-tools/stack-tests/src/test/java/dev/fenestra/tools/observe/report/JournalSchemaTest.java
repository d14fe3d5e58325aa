package dev.fenestra.tools.observe.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The published schema says what journals are: real ones pass, and each member is in it. */
class JournalSchemaTest {
    private static final JsonSchema SCHEMA =
            JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(ReportPage.schema());
    private static final String DEMO = DemoJournal.DEMO.write();

    @Test
    void shouldAcceptTheJournalOfTheDemo() {
        assertEquals(Set.of(), complaints(DEMO));
    }

    @Test
    void shouldAcceptAJournalOfPagedMemoryAndLostPackets() {
        assertEquals(Set.of(), complaints(PagedJournal.record().write()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        "version": 2     | "version": 3
        "hw-sim","kind" | "hardware","kind"
        "psn":           | "psn":-
        "leaves":        | "left":
        "values":["0x    | "values":["
        "key":"0x        | "key":"0y
        """)
    void shouldRefuseWhatIsNoJournal(String written, String wrong) {
        assertTrue(DEMO.contains(written), written);

        assertFalse(complaints(DEMO.replaceFirst(Pattern.quote(written), wrong)).isEmpty());
    }

    static Stream<Arguments> records() {
        return Stream.of(
                Arguments.of("", JournalFile.class),
                Arguments.of("chapter", JournalFile.Chapter.class),
                Arguments.of("rule", JournalFile.RuleNote.class),
                Arguments.of("softRoce", JournalFile.SoftRoceNote.class),
                Arguments.of("event", EventRow.class),
                Arguments.of("mtt", EventRow.MttRow.class),
                Arguments.of("key", EventRow.KeyRow.class),
                Arguments.of("packet", EventRow.PacketRow.class),
                Arguments.of("refusal", EventRow.RefusalRow.class),
                Arguments.of("access", EventRow.AccessRow.class),
                Arguments.of("check", EventRow.CheckRow.class),
                Arguments.of("variant", EventRow.VariantRow.class));
    }

    @ParameterizedTest
    @MethodSource("records")
    void shouldHaveTheMembersOfEachRecordAndSayWhichMayBeAbsent(String name, Class<?> record)
            throws JsonProcessingException {
        JsonNode all = new ObjectMapper().readTree(ReportPage.schema());
        JsonNode schema = name.isEmpty() ? all : all.path("$defs").path(name);

        assertEquals(names(record, false), fields(schema.path("properties")));
        assertEquals(names(record, true), texts(schema.path("required")));
    }

    private static Set<String> complaints(String json) {
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(ValidationMessage::getMessage)
                .collect(Collectors.toSet());
    }

    private static Set<String> names(Class<?> record, boolean onlyRequired) {
        return Arrays.stream(record.getRecordComponents())
                .filter(component ->
                        !onlyRequired || !component.getAnnotatedType().isAnnotationPresent(Nullable.class))
                .map(RecordComponent::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> fields(JsonNode properties) {
        Set<String> names = new TreeSet<>();
        properties.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> names = new TreeSet<>();
        array.forEach(one -> names.add(one.asText()));
        return names;
    }
}
