package dev.fenestra.tools.observe.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.fault.Fault;
import dev.fenestra.hw.sim.fabric.fault.FaultAction;
import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.hw.sim.fabric.fault.FaultRates;
import dev.fenestra.hw.sim.fabric.fault.PacketMatch;
import dev.fenestra.hw.sim.roce.wire.WireOpcode;
import dev.fenestra.tools.input.InputException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultPlanJsonTest {
    @Test
    void shouldReadAllMembers() throws InputException {
        FaultPlan plan = FaultPlanJson.read("""
            {"seed": 9,
             "faults": [{"action": "delay", "opcode": "RC_RDMA_READ_REQUEST", "qp": "0x41", "psn": 12,
                         "k": 3, "times": 2, "delay_ns": 500},
                        {"action": "drop", "opcode": "0x06"}],
             "rates": {"drop": 0.25, "max_delay_ns": 7}}
            """);
        Fault delay = Fault.at(
                        FaultAction.DELAY,
                        PacketMatch.ANY
                                .withOpcode(WireOpcode.RC_RDMA_READ_REQUEST.number())
                                .withQpn(0x41)
                                .withPsn(12),
                        3)
                .withTimes(2)
                .withDelay(500);
        Fault drop = Fault.at(FaultAction.DROP, PacketMatch.ANY.withOpcode(6), 1);
        assertEquals(new FaultPlan(9, List.of(delay, drop), new FaultRates(0.25, 0, 0, 0, 0, 7)), plan);
        assertEquals(plan, FaultPlanJson.read(FaultPlanJson.write(plan)));
    }

    @Test
    void shouldLeaveThePlaceOfTheSchemaToEditors() throws InputException {
        String schema = "\"$schema\": \"../docs/faults.schema.json\"";
        assertEquals(FaultPlanJson.read("{\"seed\": 9}"), FaultPlanJson.read("{" + schema + ", \"seed\": 9}"));
    }

    @Test
    void shouldReadAnEmptyPlan() throws InputException {
        assertEquals(FaultPlan.NONE, FaultPlanJson.read("{}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|line 1, column 1: expected an object, not an array",
                "{\"faults\": 3}|line 1, column 12: faults: expected an array, not 3",
                "{\"fualts\": []}|line 1, column 12: fualts: there is no member \"fualts\"; there are faults, rates,"
                        + " seed",
                "{\"faults\": [{}]}|line 1, column 13: faults[0]: expected a member \"action\"",
                "{\"faults\": [{\"action\": \"lose\"}]}|line 1, column 24: faults[0].action: expected one of drop,"
                        + " duplicate,",
                "{\"faults\": [{\"action\": \"drop\", \"k\": 0}]}|line 1, column 37: faults[0].k: expected a whole"
                        + " number from 1 to 2147483647, not 0",
                "{\"faults\": [{\"action\": \"drop\", \"psn\": \"x\"}]}|line 1, column 39: faults[0].psn: expected a"
                        + " whole number from 0 to 16777215, not \"x\"",
                "{\"faults\": [{\"action\": \"drop\", \"psn\": \"0x1000000\"}]}|line 1, column 39: faults[0].psn:"
                        + " expected a whole number from 0 to 16777215, not \"0x1000000",
                "{\"faults\": [{\"action\": \"drop\", \"opcode\": \"SEND\"}]}|line 1, column 42: faults[0].opcode:"
                        + " expected an opcode, like RC_RDMA_WRITE_FIRST or 0x06, not \"SEND",
                "{\"rates\": {\"drop\": 2}}|line 1, column 11: rates: rates must be 0 or more",
                "{\"faults\": [|line 1, column 13: expected more, as brackets are open, not the end of the text",
            })
    void shouldSayWhatIsWrong(String text, String complaint) {
        InputException refused = assertThrows(InputException.class, () -> FaultPlanJson.read(text));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(complaint), refused.getMessage());
    }
}
