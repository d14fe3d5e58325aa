package dev.fenestra.tools.proof.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Defines its own copy of every Fenestra class that it loads, some of them patched. It shares the classes that cannot
 * know a patched one, and all foreign classes. Its copies are found by name only, so only types of the JDK can be
 * passed to them and back.
 */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "dev.fenestra.";
    /** The modules that know no hardware and no driver (rules L1 and L2). */
    private static final List<String> UPPER = List.of("dev.fenestra.ib.core.", "dev.fenestra.uverbs.");

    private final ClassLoader originals;
    private final Map<String, byte[]> patched;
    private final boolean isUpperShared;

    static {
        registerAsParallelCapable();
    }

    /**
     * @param originals finds the compiled classes and everything they need
     * @throws PatchException when a patch finds nothing to change
     */
    MutantLoader(ClassLoader originals, Patcher patcher, List<Patch> patches) {
        super("mutant", getPlatformClassLoader());
        this.originals = originals;
        patched = patcher.apply(patches);
        // As modules they export their inner packages to other named modules only, and a copy is in none.
        boolean isExported = !MutantLoader.class.getModule().isNamed();
        isUpperShared = isExported && patched.keySet().stream().noneMatch(MutantLoader::isUpper);
    }

    /**
     * Makes an object of the copy of a class that has a public constructor without arguments.
     *
     * @param <T> what the copy implements; of the JDK, since the class itself and its copy have no other type in common
     * @throws PatchException when the class is not to be made so
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the caller names what the class implements
    <T> T make(Class<? extends T> type) {
        try {
            return (T) loadClass(type.getName()).getConstructor().newInstance();
        } catch (ReflectiveOperationException gone) {
            throw new PatchException(gone.toString());
        }
    }

    /** Ours are not asked for at the parent: on the module path it knows the modules of every loader of the JDK. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith(OURS) || isUpperShared && isUpper(name)) {
            return originals.loadClass(name);
        }
        byte[] bytes = patched.containsKey(name) ? patched.get(name) : bytes(name);
        return defineClass(name, bytes, 0, bytes.length);
    }

    @Override
    protected URL findResource(String name) {
        return originals.getResource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return name.endsWith(".class") ? Collections.emptyEnumeration() : originals.getResources(name);
    }

    /** Files in the packages of a module are found by that module alone. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        InputStream found = originals.getResourceAsStream(name);
        return found == null ? MutantLoader.class.getResourceAsStream("/" + name) : found;
    }

    private static boolean isUpper(String name) {
        return UPPER.stream().anyMatch(name::startsWith);
    }

    private byte[] bytes(String name) throws ClassNotFoundException {
        try (InputStream in = originals.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
