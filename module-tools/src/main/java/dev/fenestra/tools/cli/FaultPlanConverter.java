package dev.fenestra.tools.cli;

import dev.fenestra.hw.sim.fabric.FaultPlan;
import dev.fenestra.tools.faults.FaultPlanException;
import dev.fenestra.tools.faults.FaultPlanJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a fault plan from the file that an option names. */
final class FaultPlanConverter implements ITypeConverter<FaultPlan> {
    @Override
    public FaultPlan convert(String file) {
        try {
            return FaultPlanJson.read(Files.readString(Path.of(file)));
        } catch (IOException e) {
            throw new TypeConversionException("the plan " + file + " cannot be read: " + e);
        } catch (FaultPlanException e) {
            throw new TypeConversionException("the plan " + file + ": " + e.getMessage());
        }
    }
}
