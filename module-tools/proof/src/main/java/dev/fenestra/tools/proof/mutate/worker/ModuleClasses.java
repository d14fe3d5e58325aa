package dev.fenestra.tools.proof.mutate.worker;

import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The compiled classes of a module.
 *
 * @param module the module
 * @param bytes of its classes, by name, in order
 */
public record ModuleClasses(Module module, Map<String, byte[]> bytes) {
    private static final String SUFFIX = ".class";

    /**
     * Reads the classes of the module that a provider is in, or of one that it can see.
     *
     * @param name of the module; empty for the provider's own
     * @return empty when there is no such module
     */
    public static Optional<ModuleClasses> of(ProviderUnderTest provider, Optional<String> name) {
        Module own = provider.module();
        ModuleLayer layer = own.getLayer();
        if (layer == null) {
            return Optional.empty();
        }
        return name.map(layer::findModule).orElse(Optional.of(own)).map(ModuleClasses::read);
    }

    byte[] bytes(String name) {
        return Objects.requireNonNull(bytes.get(name), name);
    }

    private static ModuleClasses read(Module module) {
        ResolvedModule resolved =
                module.getLayer().configuration().findModule(module.getName()).orElseThrow();
        Map<String, byte[]> bytes = new TreeMap<>();
        try (ModuleReader reader = resolved.reference().open()) {
            for (String file : reader.list().filter(ModuleClasses::isClass).toList()) {
                try (InputStream in = reader.open(file).orElseThrow()) {
                    bytes.put(file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'), in.readAllBytes());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModuleClasses(module, bytes);
    }

    private static boolean isClass(String file) {
        return file.endsWith(SUFFIX) && !file.endsWith("-info.class") && !file.startsWith("META-INF/");
    }
}
