package dev.fenestra.tools.cli;

import java.lang.module.ModuleDescriptor;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version in the module's descriptor; there is none on the class path. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {text()};
    }

    /** The name of the program and its version. */
    static String text() {
        @Nullable ModuleDescriptor descriptor = Version.class.getModule().getDescriptor();
        String version = descriptor == null ? "" : descriptor.rawVersion().orElse("");
        return ("fenestra " + version).strip();
    }
}
