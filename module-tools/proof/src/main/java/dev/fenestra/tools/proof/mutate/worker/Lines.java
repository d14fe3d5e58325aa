package dev.fenestra.tools.proof.mutate.worker;

import com.google.common.collect.ImmutableMap;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.LineNumber;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Numbers for the source lines of classes, the same in each JVM that has the same classes. */
public final class Lines {
    private final ImmutableMap<Line, Integer> numbers;

    private Lines(ImmutableMap<Line, Integer> numbers) {
        this.numbers = numbers;
    }

    /**
     * Numbers all lines that have code.
     *
     * @param classes bytes by name
     */
    public static Lines of(Map<String, byte[]> classes) {
        Set<Line> lines = new LinkedHashSet<>();
        classes.forEach((name, bytes) -> ClassFile.of().parse(bytes).methods().stream()
                .flatMap(method -> method.code().stream())
                .forEach(code -> {
                    for (CodeElement element : code) {
                        if (element instanceof LineNumber line) {
                            lines.add(new Line(name, line.line()));
                        }
                    }
                }));
        ImmutableMap.Builder<Line, Integer> numbers = ImmutableMap.builder();
        int next = 0;
        for (Line line : lines) {
            numbers.put(line, next++);
        }
        return new Lines(numbers.build());
    }

    /** The number of a line; -1 when it has none. */
    public int number(String className, int line) {
        return numbers.getOrDefault(new Line(className, line), -1);
    }

    /** How many lines have a number. */
    public int count() {
        return numbers.size();
    }

    private record Line(String className, int line) {}
}
