import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars, and raises their classes of Java 5 to the format of Java 8. That format has stack maps. A start-up cache
 * takes no class without them, so that each start would read and verify it anew. {@code java OldClasses.java FOLDER}
 * changes the jars of a folder where they are.
 */
final class OldClasses {
    private static final int MAJOR_VERSION = 7;
    private static final int LAST_WITHOUT_STACK_MAPS = ClassFile.JAVA_5_VERSION;

    private OldClasses() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            throw new IllegalArgumentException("usage: java OldClasses.java FOLDER");
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(args[0]), "*.jar")) {
            for (Path jar : jars) {
                if (hasOld(jar)) {
                    Path raised = jar.resolveSibling(jar.getFileName() + ".raised");
                    copy(jar, raised);
                    Files.move(raised, jar, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static boolean hasOld(Path jar) throws IOException {
        try (ZipFile in = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : in.stream().toList()) {
                if (isOld(entry, read(in, entry))) {
                    return true;
                }
            }
            return false;
        }
    }

    static void copy(Path jar, Path to) throws IOException {
        try (ZipFile in = new ZipFile(jar.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            ClassFile format = format(in);
            for (ZipEntry entry : in.stream().toList()) {
                byte[] bytes = read(in, entry);
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(isOld(entry, bytes) ? raised(format, bytes) : bytes);
            }
        }
    }

    private static boolean isOld(ZipEntry entry, byte[] bytes) {
        return entry.getName().endsWith(".class") && bytes[MAJOR_VERSION] <= LAST_WITHOUT_STACK_MAPS;
    }

    /** Stack maps are made anew for each method that is written again, and name the common ancestors of types. */
    private static ClassFile format(ZipFile jar) {
        return ClassFile.of(
                ClassFile.ConstantPoolSharingOption.NEW_POOL,
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(
                        ClassHierarchyResolver.ofResourceParsing(type -> find(jar, type))
                                .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    private static InputStream find(ZipFile jar, ClassDesc type) {
        String descriptor = type.descriptorString();
        ZipEntry entry = jar.getEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
        try {
            return entry == null ? null : jar.getInputStream(entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] raised(ClassFile format, byte[] old) {
        return format.transformClass(format.parse(old), ClassTransform.ofStateful(() -> (builder, element) -> {
            switch (element) {
                case ClassFileVersion _ -> builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
                case MethodModel method ->
                    builder.transformMethod(
                            method, MethodTransform.transformingCode((code, instruction) -> code.with(instruction)));
                default -> builder.with(element);
            }
        }));
    }

    private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
