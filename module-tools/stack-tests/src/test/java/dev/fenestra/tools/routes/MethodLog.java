package dev.fenestra.tools.routes;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Java agent that logs each entry of a method, constructor or accessor of Fenestra. A lambda belongs to the file in
 * which it is written. Initializers of classes are not logged, nor are the classes that lie where this one lies: they
 * make the trips.
 */
public final class MethodLog implements ClassFileTransformer {
    private static final String OURS = "dev/fenestra/";
    private static final ClassDesc LOG = ClassDesc.of(MethodLog.class.getName());
    private static final MethodTypeDesc ENTER = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

    /** The logged methods by number, in the order of loading. */
    private static final List<Place> PLACES = new ArrayList<>();

    private static @Nullable Recording recording;

    /**
     * A method.
     *
     * @param file its source, from the root of the sources on
     * @param method its name, behind that of its class
     */
    record Place(String file, String method) {}

    /** For agents and tests. */
    MethodLog() {}

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
     * Logs what runs.
     *
     * @param span which entries belong to the trip
     * @param trip runs until its completion is polled
     * @param effect whether the trip has had its effect; asked at each entry
     * @return what it entered
     */
    static TripLog record(Span span, Runnable trip, BooleanSupplier effect) {
        Recording made = new Recording(span, effect);
        record(made);
        try {
            trip.run();
        } finally {
            record(null);
        }
        return made.end();
    }

    private static synchronized void record(@Nullable Recording next) {
        recording = next;
    }

    /**
     * Called by each logged method.
     *
     * @param number of its place
     */
    public static synchronized void enter(int number) {
        if (recording != null) {
            recording.enter(PLACES.get(number));
        }
    }

    private static synchronized int number(Place place) {
        PLACES.add(place);
        return PLACES.size() - 1;
    }

    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
        if (!name.startsWith(OURS) || isBesideThis(domain)) {
            return null;
        }
        ClassFile format = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = format.parse(bytes);
        String file = fileOf(model, name);
        String type = name.replace('/', '.').replace('$', '.');
        return format.transformClass(model, (builder, element) -> {
            if (element instanceof MethodModel method && isLogged(method)) {
                int number = number(new Place(file, type + "." + method.methodName()));
                builder.transformMethod(method, MethodTransform.transformingCode(new Entry(number)));
            } else {
                builder.with(element);
            }
        });
    }

    private static boolean isBesideThis(@Nullable ProtectionDomain domain) {
        CodeSource own = MethodLog.class.getProtectionDomain().getCodeSource();
        return domain != null && own != null && own.equals(domain.getCodeSource());
    }

    private static boolean isLogged(MethodModel method) {
        return method.code().isPresent() && !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME);
    }

    private static String fileOf(ClassModel model, String name) {
        String source = model.findAttribute(Attributes.sourceFile())
                .map(attribute -> attribute.sourceFile().stringValue())
                .orElseThrow(() -> new IllegalStateException(name + " does not name its source"));
        return name.substring(0, name.lastIndexOf('/') + 1) + source;
    }

    /** Puts the call of the log before a body. */
    private record Entry(int number) implements CodeTransform {
        @Override
        public void atStart(CodeBuilder code) {
            code.loadConstant(number).invokestatic(LOG, "enter", ENTER);
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            code.with(element);
        }
    }
}
