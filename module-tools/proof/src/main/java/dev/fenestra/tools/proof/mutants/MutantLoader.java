package dev.fenestra.tools.proof.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Defines its own copy of every Fenestra class that it loads, some of them patched. It shares whole packages that know
 * no patched class with other loaders, and all foreign classes. Its copies are found by name only, so only types of the
 * JDK can be passed to them and back.
 */
final class MutantLoader extends ClassLoader {
    private static final String OURS = "dev.fenestra.";

    private final ClassBytes bytes;
    private final ClassLoader originals;
    private final ClassLoader sharing;
    private final Set<String> shared;
    private final Map<String, byte[]> patched;

    static {
        registerAsParallelCapable();
    }

    private MutantLoader(ClassBytes bytes, ClassLoader sharing, Set<String> shared, Map<String, byte[]> patched) {
        super("mutant", getPlatformClassLoader());
        this.bytes = bytes;
        this.sharing = sharing;
        this.shared = shared;
        this.patched = patched;
        originals = bytes.loader();
    }

    /**
     * Copies classes as they are.
     *
     * @param bytes of the compiled classes; their loader finds everything they need
     */
    MutantLoader(ClassBytes bytes) {
        this(bytes, getPlatformClassLoader(), Set.of(), Map.of());
    }

    /**
     * Copies classes, some of them patched.
     *
     * @param healthy has the copies that are shared
     * @param patched bytes of patched classes, by name
     * @param shared packages that know no patched class
     */
    MutantLoader(MutantLoader healthy, Map<String, byte[]> patched, Set<String> shared) {
        this(healthy.bytes, healthy, shared, patched);
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
        if (shared.contains(PackageGraph.packageOf(name))) {
            return sharing.loadClass(name);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return originals.loadClass(name);
        }
        byte[] own = patched.containsKey(name) ? patched.get(name) : bytes.of(name);
        return defineClass(name, own, 0, own.length);
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
}
