package dev.fenestra.ib.core.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.fenestra.ib.core.kernel.host.Host;
import dev.fenestra.ib.core.spi.RdmaDriver;
import dev.fenestra.ib.core.vocabulary.HostConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ModuleDesc;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.AccessFlag;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscoveryTest {
    private static final String DRIVER = """
        package elsewhere;

        import dev.fenestra.ib.core.spi.*;
        import java.lang.reflect.InvocationHandler;
        import java.lang.reflect.Proxy;
        import java.util.List;

        public class Driver implements RdmaDriver {
            public String name() {
                return "elsewhere";
            }

            public List<RdmaDevice> probe(Object hardware, KernelServices services) {
                return List.of((RdmaDevice) Proxy.newProxyInstance(
                        Driver.class.getClassLoader(),
                        new Class<?>[] {RdmaDevice.class},
                        (proxy, method, arguments) -> {
                            if (method.isDefault()) {
                                return InvocationHandler.invokeDefault(proxy, method, arguments);
                            }
                            return method.getName().equals("name") ? "found_" + hardware : null;
                        }));
            }
        }
        """;

    @TempDir
    Path folder;

    private final Host host = new Host(HostConfig.named("alice").withMemory(1 << 20));
    private Path kernelClasses;

    @BeforeEach
    void plug() throws URISyntaxException {
        kernelClasses = Path.of(RdmaDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        host.plug(7);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void shouldFindNoDriverWhereNoneIsInstalled() {
        assertEquals(List.of(), host.discover());
    }

    @Test
    void shouldFindDriversOfAGivenClassLoader() throws IOException {
        Path classes = compileDriver();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(services.resolve(RdmaDriver.class.getName()), "elsewhere.Driver");

        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, RdmaDriver.class.getClassLoader())) {
            assertEquals(List.of("found_7"), host.discover(loader));
        }
    }

    @Test
    void shouldFindDriversOfAGivenModuleLayer() throws IOException {
        Path classes = compileDriver();
        Files.write(classes.resolve("module-info.class"), ClassFile.of().buildModule(descriptor()));
        ModuleLayer boot = RdmaDriver.class.getModule().getLayer();
        Configuration configuration =
                boot.configuration().resolveAndBind(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("elsewhere"));
        ModuleLayer layer = boot.defineModulesWithOneLoader(configuration, RdmaDriver.class.getClassLoader());

        assertEquals(List.of("found_7"), host.discover(layer));
    }

    private static ModuleAttribute descriptor() {
        return ModuleAttribute.of(
                ModuleDesc.of("elsewhere"),
                module -> module.requires(ModuleDesc.of("java.base"), List.of(AccessFlag.MANDATED), null)
                        .requires(ModuleDesc.of("dev.fenestra.ib.core"), List.of(), null)
                        .provides(
                                RdmaDriver.class.describeConstable().orElseThrow(), ClassDesc.of("elsewhere.Driver")));
    }

    private Path compileDriver() throws IOException {
        Path source = Files.writeString(folder.resolve("Driver.java"), DRIVER);
        Path classes = folder.resolve("classes");
        StringWriter output = new StringWriter();
        PrintWriter writer = new PrintWriter(output);
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(
                        writer,
                        writer,
                        "--class-path",
                        kernelClasses.toString(),
                        "-d",
                        classes.toString(),
                        source.toString());
        assertEquals(0, status, output::toString);
        return classes;
    }
}
