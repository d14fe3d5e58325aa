package dev.fenestra.vendor.mlx.kernel;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.fenestra.hw.sim.mlx5.prm.CommandInput;
import dev.fenestra.hw.sim.mlx5.prm.CommandOpcode;
import dev.fenestra.hw.sim.mlx5.prm.CommandOutput;
import dev.fenestra.ib.core.vocabulary.Errno;
import dev.fenestra.ib.core.vocabulary.VerbsException;
import dev.fenestra.vendor.mlx.Provokes;
import dev.fenestra.vendor.mlx.abi.MlxRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class CommandStatusTest {
    private final CommandMemory memory = new CommandMemory();

    @ParameterizedTest
    @CsvSource({
        "0x01, EIO, COMMAND_READY",
        "0x02, EINVAL, COMMAND",
        "0x03, EINVAL, COMMAND",
        "0x04, EIO, COMMAND_READY",
        "0x05, EINVAL, COMMAND",
        "0x06, EBUSY, COMMAND_UNUSED",
        "0x07, EIO, COMMAND_READY",
        "0x08, ENOMEM, COMMAND_LIMIT",
        "0x09, EINVAL, COMMAND",
        "0x0a, EINVAL, COMMAND",
        "0x0f, EAGAIN, COMMAND_RESOURCES",
        "0x10, EINVAL, COMMAND",
        "0x30, EINVAL, COMMAND",
        "0x40, EINVAL, COMMAND",
        "0x50, EIO, COMMAND_READY",
        "0x51, EIO, COMMAND_READY"
    })
    @Provokes({
        MlxRule.COMMAND_READY,
        MlxRule.COMMAND,
        MlxRule.COMMAND_UNUSED,
        MlxRule.COMMAND_LIMIT,
        MlxRule.COMMAND_RESOURCES
    })
    void shouldMapEveryStatusToTheRuleOfItsErrno(String status, Errno errno, MlxRule rule) {
        try (Command command = command()) {
            CommandOutput.STATUS.set(command.out(), 0, Integer.decode(status));

            VerbsException refused = assertThrows(VerbsException.class, command::checkStatus);

            assertEquals(errno, refused.errno());
            assertEquals(rule, refused.rule());
            assertEquals("ALLOC_PD ended with status " + status, refused.values());
        }
    }

    @Test
    void shouldTakeZeroForSuccess() {
        try (Command command = command()) {
            assertDoesNotThrow(command::checkStatus);
        }
    }

    private Command command() {
        return new Command(memory, CommandOpcode.ALLOC_PD, CommandInput.BYTES, CommandOutput.BYTES);
    }
}
