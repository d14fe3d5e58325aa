package dev.fenestra.tools.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.fenestra.hw.sim.fabric.Fault;
import dev.fenestra.hw.sim.fabric.FaultAction;
import dev.fenestra.hw.sim.fabric.FaultPlan;
import dev.fenestra.hw.sim.fabric.FaultRates;
import dev.fenestra.hw.sim.fabric.PacketMatch;
import dev.fenestra.hw.sim.wire.WireOpcode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultPlanJsonTest {
    @Test
    void shouldReadAllMembers() throws FaultPlanException {
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
    void shouldReadAnEmptyPlan() throws FaultPlanException {
        assertEquals(FaultPlan.NONE, FaultPlanJson.read("{}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|the plan is not an object",
                "{\"faults\": 3}|\"faults\" is not an array",
                "{\"fualts\": []}|the plan has unknown members [fualts]",
                "{\"faults\": [{}]}|faults[0] needs a text or number \"action\"",
                "{\"faults\": [{\"action\": \"lose\"}]}|faults[0].action: 'lose' is none of [drop, duplicate,",
                "{\"faults\": [{\"action\": \"drop\", \"k\": 0}]}|faults[0].k: 0 is not from 1",
                "{\"faults\": [{\"action\": \"drop\", \"psn\": \"x\"}]}|faults[0].psn: 'x' is not a whole number",
                "{\"faults\": [{\"action\": \"drop\", \"psn\": \"0x1000000\"}]}|faults[0].psn: 0x1000000 is not from",
                "{\"faults\": [{\"action\": \"drop\", \"opcode\": \"SEND\"}]}|faults[0].opcode: 'SEND' is no opcode",
                "{\"rates\": {\"drop\": 2}}|rates: rates must be 0 or more",
                "{\"faults\": [|not JSON",
            })
    void shouldSayWhatIsWrong(String text, String complaint) {
        FaultPlanException refused = assertThrows(FaultPlanException.class, () -> FaultPlanJson.read(text));
        assertTrue(String.valueOf(refused.getMessage()).startsWith(complaint), refused.getMessage());
    }
}
