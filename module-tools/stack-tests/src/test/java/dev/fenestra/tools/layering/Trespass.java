package dev.fenestra.tools.layering;

import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A class that breaks a rule.
 *
 * @param rule the rule
 * @param name its full name
 * @param member what is wrong about it: its only member
 */
record Trespass(ArchRule rule, String name, String member) {
    /** A class with a field of a type that it must not use. */
    static Trespass use(ArchRule rule, String name, String type) {
        return new Trespass(rule, name, type + " used;");
    }

    /**
     * Compiles classes against those of the product.
     *
     * @param folder takes sources and classes
     * @return what the compiler complains of; nothing when it has made all classes
     */
    static String compile(List<Trespass> all, Path folder) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Trespass one : all) {
            Path source = folder.resolve(one.name.replace('.', '/') + ".java");
            Files.createDirectories(source.getParent());
            Files.writeString(source, one.source());
            sources.add(source);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        List<String> options = List.of("-proc:none", "-d", folder.toString(), "-cp", classPath());
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(sources);
            compiler.getTask(complaints, files, null, options, null, units).call();
        }
        return complaints.toString();
    }

    /** Wherever the classes of the product are, packages that are not exported included. */
    private static String classPath() {
        return String.join(
                File.pathSeparator,
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", ""));
    }

    private String source() {
        int dot = name.lastIndexOf('.');
        return "package " + name.substring(0, dot) + ";\npublic final class " + name.substring(dot + 1) + " {\n"
                + member + "\n}\n";
    }

    @Override
    public String toString() {
        return name;
    }
}
