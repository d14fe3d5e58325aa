package dev.fenestra.tools.input;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls methods and constructors of records. Their unchecked exceptions pass through. */
final class Invocation {
    private Invocation() {}

    static @Nullable Object call(Method method, @Nullable Object on, Object... arguments) {
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static Object make(Constructor<?> constructor, @Nullable Object[] arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw thrown(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RuntimeException thrown(InvocationTargetException e) {
        return e.getCause() instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
}
