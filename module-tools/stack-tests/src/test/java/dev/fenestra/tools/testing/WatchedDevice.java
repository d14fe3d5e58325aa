package dev.fenestra.tools.testing;

import dev.fenestra.ib.core.spi.DeviceOperations;
import dev.fenestra.ib.core.spi.RdmaDevice;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A device whose operations go through a test first. */
public final class WatchedDevice {
    private WatchedDevice() {}

    /**
     * An operation that the kernel calls.
     *
     * @param name of the method
     * @param arguments of the call; a change of one reaches the device
     * @param method the method itself
     * @param target has it
     */
    public record Operation(String name, Object[] arguments, Method method, Object target) {
        /** Has the device do it. */
        public @Nullable Object proceed() throws Throwable {
            try {
                return method.invoke(target, arguments);
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }
    }

    /** Answers in place of the device. */
    @FunctionalInterface
    public interface Watcher {
        @Nullable
        Object answer(Operation operation) throws Throwable;
    }

    /** Watches the device and each group of its operations. */
    public static RdmaDevice of(RdmaDevice device, Watcher watcher) {
        return watched(RdmaDevice.class, device, watcher);
    }

    private static <T> T watched(Class<T> type, Object target, Watcher watcher) {
        return type.cast(Proxy.newProxyInstance(
                RdmaDevice.class.getClassLoader(), new Class<?>[] {type}, (_, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    Operation operation = new Operation(method.getName(), arguments, method, target);
                    return DeviceOperations.class.isAssignableFrom(method.getReturnType())
                            ? watched(method.getReturnType(), operation.proceed(), watcher)
                            : watcher.answer(operation);
                }));
    }
}
