import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts what the order of the house forbids, in main code. Arguments: the folder of the project, a class path with its
 * classes, and {@code -v} to list each place.
 *
 * <ul>
 *   <li>packages that are on no floor of ARCHITECTURE.md, which {@code LayeringTest} holds to its own;
 *   <li>throws of {@code VerbsException} that name an errno beside their rule;
 *   <li>fields of the ABI whose offset is a number outside of the tables of packages {@code abi} and {@code mad};
 *   <li>abstract classes with exactly one direct heir.
 * </ul>
 */
final class House {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern FLOORS = Pattern.compile("(?m)^(dev\\.fenestra[\\w.]*)\\n((?: +\\S.*\\n)+)");
    private static final Pattern ERRNO = Pattern.compile("VerbsException\\(\\s*Errno\\.");
    private static final Pattern OFFSET = Pattern.compile("\\b(?:AbiField|UdataField|UcmaField)\\s*\\.\\w+\\(\\s*[0-9]"
            + "|\\bnew (?:Host(?:Field|Gid|Part|Layout)|Mad(?:Field|Gid|Area|Layout))\\(");
    private static final Pattern TABLES = Pattern.compile("/(?:abi|mad)/");
    private static final String CLASS = ".class";

    private final Path root;
    private final boolean lists;
    private final Map<Path, String> sources = new TreeMap<>();

    private House(Path root, boolean lists) throws IOException {
        this.root = root;
        this.lists = lists;
        try (Stream<Path> folders = Files.walk(root, 2)) {
            List<Path> modules = folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .sorted()
                    .toList();
            for (Path module : modules) {
                for (Path file : SourceText.files(module.resolve("src/main/java"))) {
                    sources.put(file, SourceText.codeWithoutLiterals(Files.readString(file)));
                }
            }
        }
    }

    public static void main(String... arguments) throws IOException {
        List<String> options = List.of(arguments);
        House house = new House(Path.of(options.get(0)), options.contains("-v"));
        house.print("packages without a floor", house.packagesWithoutFloor());
        house.print("errno arguments at throws of VerbsException", house.places(ERRNO));
        house.print(
                "offset numbers of ABI fields",
                house.places(OFFSET).stream()
                        .filter(place -> !TABLES.matcher(place).find())
                        .toList());
        house.print("abstract classes with exactly one direct heir", onlyHeirs(classes(options.get(1))));
    }

    private void print(String what, List<String> found) {
        System.out.println(what + ": " + found.size());
        if (lists) {
            found.forEach(place -> System.out.println("    " + place));
        }
    }

    private List<String> packagesWithoutFloor() throws IOException {
        Set<String> floors = new TreeSet<>();
        Matcher building = FLOORS.matcher(Files.readString(root.resolve("ARCHITECTURE.md")));
        while (building.find()) {
            for (String room : building.group(2).strip().split("[,\\s]+")) {
                floors.add(room.equals("itself") ? building.group(1) : building.group(1) + "." + room);
            }
        }
        Set<String> packages = new TreeSet<>();
        sources.forEach((file, code) -> {
            Matcher declared = PACKAGE.matcher(code);
            if (declared.find() && !file.endsWith("package-info.java")) {
                packages.add(declared.group(1));
            }
        });
        packages.removeAll(floors);
        return List.copyOf(packages);
    }

    /** Each place of the code where a pattern is found, as file and line. */
    private List<String> places(Pattern pattern) {
        List<String> found = new ArrayList<>();
        for (Map.Entry<Path, String> source : sources.entrySet()) {
            Matcher matcher = pattern.matcher(source.getValue());
            while (matcher.find()) {
                long line = source.getValue()
                                .substring(0, matcher.start())
                                .chars()
                                .filter(c -> c == '\n')
                                .count()
                        + 1;
                found.add(root.relativize(source.getKey()) + ":" + line);
            }
        }
        return found;
    }

    private static List<String> onlyHeirs(List<ClassModel> classes) {
        Map<String, List<String>> heirs = classes.stream()
                .filter(model -> model.superclass().isPresent())
                .collect(Collectors.groupingBy(
                        model -> model.superclass().orElseThrow().asInternalName(),
                        Collectors.mapping(House::name, Collectors.toList())));
        return classes.stream()
                .filter(House::isAbstractClass)
                .map(House::name)
                .filter(name -> heirs.getOrDefault(name, List.of()).size() == 1)
                .map(name -> name + " <- " + heirs.get(name).getFirst())
                .sorted()
                .toList();
    }

    private static boolean isAbstractClass(ClassModel model) {
        return model.flags().has(AccessFlag.ABSTRACT)
                && !model.flags().has(AccessFlag.INTERFACE)
                && !model.flags().has(AccessFlag.ENUM);
    }

    private static String name(ClassModel model) {
        return model.thisClass().asInternalName();
    }

    /** Reads the classes of Fenestra from a class path; {@code folder/*} stands for the jars of a folder. */
    private static List<ClassModel> classes(String classPath) throws IOException {
        List<ClassModel> found = new ArrayList<>();
        for (String entry : classPath.split(":")) {
            Path path = Path.of(entry);
            if (path.endsWith("*")) {
                try (Stream<Path> jars = Files.list(path.getParent())) {
                    for (Path jar :
                            jars.filter(it -> it.toString().endsWith(".jar")).toList()) {
                        found.addAll(classesOfJar(jar));
                    }
                }
            } else {
                found.addAll(Files.isDirectory(path) ? classesBelow(path) : classesOfJar(path));
            }
        }
        return found;
    }

    private static List<ClassModel> classesOfJar(Path jar) throws IOException {
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            return classesBelow(inside.getPath("/"));
        }
    }

    private static List<ClassModel> classesBelow(Path top) throws IOException {
        Path ours = top.resolve("dev/fenestra");
        if (!Files.isDirectory(ours)) {
            return List.of();
        }
        List<ClassModel> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(ours)) {
            for (Path file : files.filter(it -> it.toString().endsWith(CLASS)).toList()) {
                found.add(ClassFile.of().parse(Files.readAllBytes(file)));
            }
        }
        return found;
    }
}
