package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.fabric.fault.FaultPlan;
import dev.fenestra.tools.input.InputException;
import dev.fenestra.tools.input.InputFile;
import dev.fenestra.tools.observe.faults.FaultPlanJson;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The fault plan of a file that an option names. */
final class FaultPlanFile {
    private FaultPlanFile() {}

    /** The plan, or none when no file is named. */
    static FaultPlan read(@Nullable Path file) throws InputException {
        return file == null ? FaultPlan.NONE : InputFile.read(file, FaultPlanJson::read);
    }
}
