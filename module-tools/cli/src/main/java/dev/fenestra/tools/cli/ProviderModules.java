package dev.fenestra.tools.cli;

import dev.fenestra.tools.conformance.kit.ProviderUnderTest;
import dev.fenestra.tools.input.InputException;
import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.stream.Stream;

/** Providers on the path of this program, and in the places that {@code --modules} names. */
final class ProviderModules {
    private ProviderModules() {}

    /** {@link InputException} when a place is missing or holds no module, or a provider there cannot be loaded. */
    static List<ProviderUnderTest> find(Optional<String> path) throws InputException {
        if (path.isEmpty()) {
            return ProviderUnderTest.onPath();
        }
        List<Path> places = Stream.of(path.get().split(File.pathSeparator, 0))
                .filter(place -> !place.isEmpty())
                .map(Path::of)
                .toList();
        if (places.isEmpty()) {
            throw new InputException("--modules names no place");
        }
        for (Path place : places) {
            check(place);
        }
        try {
            return ProviderUnderTest.in(places);
        } catch (FindException | ResolutionException | LayerInstantiationException | ServiceConfigurationError e) {
            throw new InputException("the modules in " + path.get() + " cannot be loaded: " + e.getMessage());
        } catch (LinkageError e) {
            throw new InputException("a class in " + path.get() + " cannot be loaded: " + e);
        }
    }

    private static void check(Path place) throws InputException {
        if (!Files.exists(place)) {
            throw new InputException("there is no " + place);
        }
        if (!Files.isReadable(place)) {
            throw new InputException(place + " cannot be read: permission denied");
        }
        boolean hasModules;
        try {
            hasModules = !ModuleFinder.of(place).findAll().isEmpty();
        } catch (FindException e) {
            hasModules = false;
        }
        if (!hasModules) {
            throw new InputException(
                    place + " holds no module: expected a module jar, a folder of classes, or a folder of either");
        }
    }
}
