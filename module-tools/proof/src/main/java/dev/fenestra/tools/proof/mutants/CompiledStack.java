package dev.fenestra.tools.proof.mutants;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.Sets;
import dev.fenestra.hw.sim.hca.limits.HcaConfig;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.uverbs.handles.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;

/** The compiled methods of the stack, by the enum constants that they read and by their names. It never changes. */
final class CompiledStack {
    private static final String OURS = "dev/fenestra/";
    private static final String TOOLS = "dev/fenestra/tools/";

    private final ImmutableMap<String, byte[]> classes;
    private final ImmutableSetMultimap<String, PatchedMethod> byConstant;
    private final ImmutableSetMultimap<String, PatchedMethod> byName;
    private final PackageGraph packages;

    private CompiledStack(ImmutableMap<String, byte[]> classes) {
        this.classes = classes;
        ImmutableSetMultimap.Builder<String, PatchedMethod> readers = ImmutableSetMultimap.builder();
        ImmutableSetMultimap.Builder<String, PatchedMethod> named = ImmutableSetMultimap.builder();
        classes.keySet().stream().flatMap(this::methods).forEach(method -> {
            PatchedMethod target = PatchedMethod.of(method);
            named.put(target.type() + "." + target.method(), target);
            constants(method).forEach(constant -> readers.put(constant, target));
        });
        byConstant = readers.build();
        byName = named.build();
        packages = PackageGraph.of(classes);
    }

    /**
     * Reads the stack: the simulator, the kernel, the verbs and every provider that is found.
     *
     * @param loader finds the providers
     */
    static CompiledStack of(ClassLoader loader) {
        Stream<Class<?>> ours = Stream.of(HcaConfig.class, RdmaDriver.class, Context.class);
        Stream<Class<?>> providers =
                ServiceLoader.load(RdmaDriver.class, loader).stream().map(ServiceLoader.Provider::type);
        ImmutableMap.Builder<String, byte[]> classes = ImmutableMap.builder();
        Stream.concat(ours, providers).map(CompiledStack::place).distinct().forEach(place -> read(place, classes));
        return new CompiledStack(classes.buildKeepingLast());
    }

    /**
     * The methods of a site.
     *
     * @throws PatchException when there are none, or when two classes of the name have one
     */
    Set<PatchedMethod> find(Site site) {
        Set<PatchedMethod> found = switch (site) {
            case Site.Constants read ->
                read.constants().stream()
                        .<Set<PatchedMethod>>map(byConstant::get)
                        .reduce(Sets::intersection)
                        .orElse(Set.of());
            case Site.Named named -> byName.get(named.toString());
        };
        if (found.isEmpty()) {
            throw new PatchException("no method of the stack is found by " + site);
        }
        boolean isAmbiguous = site instanceof Site.Named
                && found.stream().map(PatchedMethod::className).distinct().count() > 1;
        if (isAmbiguous) {
            throw new PatchException(site + " is a method of more than one class: " + found);
        }
        return ImmutableSet.copyOf(found);
    }

    /** Its packages. */
    PackageGraph packages() {
        return packages;
    }

    /** The bytes of a class of the stack. */
    byte[] bytes(String name) {
        return Objects.requireNonNull(classes.get(name), name);
    }

    /** The code of a method; empty when it has none or is not of the stack. */
    List<CodeElement> code(PatchedMethod target) {
        return methods(target.className())
                .filter(method -> PatchedMethod.of(method).equals(target))
                .flatMap(method -> method.code().stream())
                .flatMap(CodeModel::elementStream)
                .toList();
    }

    /** Whether code reads a constant. */
    static boolean isRead(CodeElement element, String constant) {
        return element instanceof FieldInstruction read
                && isConstant(read)
                && name(read).equals(constant);
    }

    private Stream<MethodModel> methods(String name) {
        byte[] bytes = classes.get(name);
        return bytes == null ? Stream.of() : ClassFile.of().parse(bytes).methods().stream();
    }

    /** Generated tables of all constants of an enum tell nothing about a method. */
    private static Set<String> constants(MethodModel method) {
        String own = PatchedMethod.of(method).type();
        return method.methodName().equalsString("<clinit>")
                ? Set.of()
                : method.code().stream()
                        .flatMap(CodeModel::elementStream)
                        .filter(FieldInstruction.class::isInstance)
                        .map(FieldInstruction.class::cast)
                        .filter(CompiledStack::isConstant)
                        .map(CompiledStack::name)
                        .filter(name -> !name.startsWith(own + "."))
                        .collect(ImmutableSet.toImmutableSet());
    }

    private static boolean isConstant(FieldInstruction read) {
        return read.opcode() == Opcode.GETSTATIC
                && read.typeSymbol().equals(read.owner().asSymbol());
    }

    private static String name(FieldInstruction read) {
        String owner = read.owner().asInternalName();
        int last = Math.max(owner.lastIndexOf('/'), owner.lastIndexOf('$'));
        return owner.substring(last + 1) + "." + read.name().stringValue();
    }

    /** The directory or jar that a class comes from. */
    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException unknown) {
            throw new PatchException("cannot read where " + type + " comes from: " + unknown.getMessage());
        }
    }

    private static void read(Path place, ImmutableMap.Builder<String, byte[]> into) {
        try {
            if (Files.isDirectory(place)) {
                readBelow(place, into);
                return;
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                readBelow(jar.getPath("/"), into);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void readBelow(Path root, ImmutableMap.Builder<String, byte[]> into) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.toList();
        }
        for (Path file : files) {
            String path = root.relativize(file)
                    .toString()
                    .replace(file.getFileSystem().getSeparator(), "/");
            if (path.startsWith(OURS) && !path.startsWith(TOOLS) && path.endsWith(".class")) {
                String name =
                        path.substring(0, path.length() - ".class".length()).replace('/', '.');
                into.put(name, Files.readAllBytes(file));
            }
        }
    }
}
