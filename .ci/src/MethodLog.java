import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.function.BooleanSupplier;

/**
 * A Java agent that logs each entry of a method, constructor or accessor of Fenestra by its source file. A lambda
 * belongs to the file in which it is written. Initializers of classes are not logged.
 */
public final class MethodLog implements ClassFileTransformer {
    private static final String OURS = "dev/fenestra/";
    private static final ClassDesc LOG = ClassDesc.of("MethodLog");
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    /** Numbers of the source files, in the order of loading. */
    private static final Map<String, Integer> NUMBERS = new LinkedHashMap<>();

    private static final List<String> NAMES = new ArrayList<>();
    private static Recording recording;

    /**
     * What one trip has entered.
     *
     * @param files in order of first entry
     * @param switches how many entries were in another file than the entry before
     * @param untilEffect how many of the files were entered before the effect was there
     */
    record Trip(List<String> files, int switches, int untilEffect) {}

    private static final class Recording {
        private final BooleanSupplier effect;
        private final SequencedSet<Integer> files = new LinkedHashSet<>();
        private int last = -1;
        private int switches;
        private int untilEffect = -1;

        /** Whether the question for the effect is being asked, which enters methods, too. */
        private boolean isAsking;

        Recording(BooleanSupplier effect) {
            this.effect = effect;
        }

        void enter(int file) {
            if (isAsking) {
                return;
            }
            ask();
            if (last >= 0 && file != last) {
                switches++;
            }
            last = file;
            files.add(file);
        }

        private void ask() {
            if (untilEffect < 0) {
                isAsking = true;
                untilEffect = effect.getAsBoolean() ? files.size() : -1;
                isAsking = false;
            }
        }

        Trip end() {
            ask();
            if (untilEffect < 0) {
                throw new IllegalStateException("the trip had no effect");
            }
            return new Trip(files.stream().map(NAMES::get).toList(), switches, untilEffect);
        }
    }

    private MethodLog() {}

    /**
     * Starts the agent.
     *
     * @param arguments none
     * @param instrumentation of this JVM
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        instrumentation.addTransformer(new MethodLog());
    }

    /**
     * Logs what runs, in all threads.
     *
     * @param trip runs until its completion is polled
     * @param effect whether the trip has had its effect; asked at each entry
     * @return what it entered
     */
    static Trip record(Runnable trip, BooleanSupplier effect) {
        synchronized (MethodLog.class) {
            recording = new Recording(effect);
        }
        trip.run();
        synchronized (MethodLog.class) {
            Trip made = recording.end();
            recording = null;
            return made;
        }
    }

    /**
     * Called by each logged method.
     *
     * @param file number of its source file
     */
    public static synchronized void enter(int file) {
        if (recording != null) {
            recording.enter(file);
        }
    }

    private static synchronized int number(String file) {
        return NUMBERS.computeIfAbsent(file, name -> {
            NAMES.add(name);
            return NAMES.size() - 1;
        });
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (!name.startsWith(OURS)) {
            return null;
        }
        ClassFile format = ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(loader)
                        .orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = format.parse(bytes);
        int file = number(fileOf(model, name));
        return format.transformClass(
                model,
                ClassTransform.transformingMethodBodies(
                        method -> !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME),
                        CodeTransform.ofStateful(() -> new Entry(file))));
    }

    /** The path of the source from the root of the sources on. */
    private static String fileOf(ClassModel model, String name) {
        String source = model.findAttribute(Attributes.sourceFile())
                .map(attribute -> attribute.sourceFile().stringValue())
                .orElseThrow(() -> new IllegalStateException(name + " does not name its source"));
        return name.substring(0, name.lastIndexOf('/') + 1) + source;
    }

    /** Puts the call of the log before a body. */
    private static final class Entry implements CodeTransform {
        private final int file;

        Entry(int file) {
            this.file = file;
        }

        @Override
        public void atStart(CodeBuilder code) {
            code.loadConstant(file).invokestatic(LOG, "enter", ENTER);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
